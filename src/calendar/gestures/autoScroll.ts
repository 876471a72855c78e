/** Pixels from an edge at which what is dragged scrolls the days, and the page. */
const REACH = 40;
/** Pixels of a frame at the edge itself. */
const FASTEST = 14;

/** Scrolls towards a point at an edge; whether anything has moved. */
export function scrollTowards(x: number, y: number, scroller: HTMLElement | null): boolean {
  let hasMoved = false;
  if (scroller !== null) {
    const { left, top, right, bottom } = scroller.getBoundingClientRect();
    const [before, beside] = [scroller.scrollTop, scroller.scrollLeft];
    scroller.scrollTop += speed(y, Math.max(0, top), Math.min(window.innerHeight, bottom));
    scroller.scrollLeft += speed(x, Math.max(0, left), Math.min(window.innerWidth, right));
    hasMoved = scroller.scrollTop !== before || scroller.scrollLeft !== beside;
  }
  const before = window.scrollY;
  if (!hasMoved) window.scrollBy({ top: speed(y, 0, window.innerHeight), behavior: 'instant' });
  return hasMoved || window.scrollY !== before;
}

function speed(at: number, start: number, end: number): number {
  if (end - start < 3 * REACH) return 0;
  if (at < start + REACH) return -step(start + REACH - at);
  return at > end - REACH ? step(at - end + REACH) : 0;
}

function step(beyond: number): number {
  return Math.ceil((Math.min(beyond, REACH) / REACH) * FASTEST);
}
