import { useSyncExternalStore } from 'react';

/** In a document, and in a window of usual height. */
const LEAST = 4;
/** In pixels at the default text size: what is around the six weeks of a month, a day's head, a line. As in MonthView.module.css. */
const SURROUNDINGS = 256;
const HEAD = 34;
const LINE = 22;

/** How many lines a day of a month has room for: by the window's height, which the style sheet gives to the rows. */
export function useLines(): number {
  return useSyncExternalStore(subscribe, linesOfWindow, () => LEAST);
}

/** Larger text makes lines higher, never fewer than there is room for: without asking for styles, which would be computed here. */
function linesOfWindow(): number {
  return Math.max(LEAST, Math.floor(((window.innerHeight - SURROUNDINGS) / 6 - HEAD) / LINE));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}
