import { useEffect, useRef } from 'react';

/** Something new begins with typing: once, its first field takes the focus. */
export function useTypedFocus(field: string | null): void {
  const wanted = useRef(field);
  useEffect(() => {
    if (wanted.current !== null)
      document.querySelector<HTMLElement>(`[data-part-form] [id$="_${wanted.current}"]`)?.focus();
    wanted.current = null;
  }, []);
}
