import { useCallback, useState } from 'react';

/** Attributes of a box that scrolls its table horizontally when too wide, also by keyboard. */
export function useSidewaysScroll() {
  const [isWide, setIsWide] = useState(false);
  const ref = useCallback((box: HTMLDivElement | null) => {
    if (box === null) return;
    const observer = new ResizeObserver(() => setIsWide(box.scrollWidth > box.clientWidth));
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    return () => observer.disconnect();
  }, []);
  const reachable = isWide ? { tabIndex: 0, role: 'group', 'aria-label': 'Table, scrolls sideways' } : {};
  return { ref, ...reachable };
}
