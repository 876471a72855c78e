import { useEffect, useRef } from 'react';

/** So close to its upper or lower edge a box scrolls along, by so many pixels a frame. */
const EDGE = 64;
const SPEED = 12;

/** The box that scrolls what is in it: the element itself, an ancestor, or the page. */
export function scrollerOf(element: Element): Element {
  for (let box: Element | null = element; box; box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  }
  return document.scrollingElement ?? document.documentElement;
}

/** While something is dragged near the edge of `scroller` (null: nothing is), the box scrolls on. */
export function useEdgeScroll(scroller: Element | null, pointer: () => number | undefined, onScroll: () => void): void {
  const latest = useRef({ pointer, onScroll });
  useEffect(() => {
    latest.current = { pointer, onScroll };
  });
  useEffect(() => {
    if (!scroller) return;
    let frame = requestAnimationFrame(function tick() {
      const y = latest.current.pointer();
      const before = scroller.scrollTop;
      if (y !== undefined) scroller.scrollTop += directionOf(scroller, y) * SPEED;
      if (scroller.scrollTop !== before) latest.current.onScroll();
      frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [scroller]);
}

function directionOf(scroller: Element, y: number): -1 | 0 | 1 {
  const isPage = scroller === document.scrollingElement;
  const { top, bottom } = isPage ? { top: 0, bottom: window.innerHeight } : scroller.getBoundingClientRect();
  // The pointer cannot leave the window.
  return y < Math.max(0, top) + EDGE ? -1 : y > Math.min(window.innerHeight, bottom) - EDGE ? 1 : 0;
}
