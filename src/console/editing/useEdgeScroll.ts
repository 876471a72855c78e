import { useEffect, useRef } from 'react';

/** Distance from the edge at which scrolling starts, and pixels scrolled per frame. */
const EDGE = 64;
const SPEED = 12;

export function scrollerOf(element: Element): Element {
  for (let box: Element | null = element; box; box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  }
  return document.scrollingElement ?? document.documentElement;
}

/** Scrolls `scroller` while the pointer is near its edge during a drag (null: no drag). */
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
      if (y !== undefined) scroller.scrollTop += scrollDirection(scroller, y) * SPEED;
      if (scroller.scrollTop !== before) latest.current.onScroll();
      frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [scroller]);
}

function scrollDirection(scroller: Element, y: number): -1 | 0 | 1 {
  const isPage = scroller === document.scrollingElement;
  const { top, bottom } = isPage ? { top: 0, bottom: window.innerHeight } : scroller.getBoundingClientRect();
  // The pointer cannot leave the window.
  return y < Math.max(0, top) + EDGE ? -1 : y > Math.min(window.innerHeight, bottom) - EDGE ? 1 : 0;
}
