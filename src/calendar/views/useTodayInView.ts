import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Scrolls the page to today once, as the view opens: the weeks before are over. Not where the reader has scrolled. */
export function useTodayInView(today: string | null): RefObject<HTMLDivElement | null> {
  const grid = useRef<HTMLDivElement>(null);
  const isDone = useRef(false);
  useLayoutEffect(() => {
    if (isDone.current || today === null) return;
    isDone.current = true;
    if (window.scrollY === 0) grid.current?.querySelector('[data-today]')?.scrollIntoView({ block: 'nearest' });
  }, [today]);
  return grid;
}
