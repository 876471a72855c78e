import { useEffect, useRef, type RefObject } from 'react';

/** Moves focus within `area` after a render: to the item that was added or moved, or next to the removed one. */
export function useFocusAfter<E extends HTMLElement>(
  change: unknown,
): [area: RefObject<E | null>, next: (selector: string) => void] {
  const area = useRef<E>(null);
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const next = area.current?.querySelector<HTMLElement>(wanted.current);
    next?.focus();
    // An element that is already focused, such as a dragged handle, would not scroll into view.
    next?.scrollIntoView({ block: 'nearest' });
    wanted.current = null;
  }, [change]);
  return [
    area,
    (selector) => {
      wanted.current = selector;
    },
  ];
}
