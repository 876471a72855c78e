import { useEffect, useRef } from 'react';

/** Focuses the first field of something newly created, once. */
export function useTypedFocus(field: string | null): void {
  const wanted = useRef(field);
  useEffect(() => {
    if (wanted.current !== null)
      document.querySelector<HTMLElement>(`[data-section-form] [id$="_${wanted.current}"]`)?.focus();
    wanted.current = null;
  }, []);
}
