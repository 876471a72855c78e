import { useLayoutEffect, useState, type RefObject } from 'react';

/** The width in px of the element's first text when it overflows; null while it fits. */
export function useOverflow(box: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    const text = element?.querySelector('span');
    if (element === null || text === null || text === undefined) return;
    const measure = () => {
      const needed = text.getBoundingClientRect().width;
      setWidth(needed > element.clientWidth + 1 ? Math.ceil(needed) : null);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(text);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
