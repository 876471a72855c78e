import { useSyncExternalStore } from 'react';

/** In a document, and in a window of usual height. */
const LEAST = 4;
/** In rem: what is above and below the six weeks of a month, a day's head, a line. As in MonthView.module.css. */
const SURROUNDINGS = 16;
const HEAD = 2.125;
const LINE = 1.375;

/** How many lines a day of a month has room for: by the window's height, which the style sheet gives to the rows. */
export function useLines(): number {
  return useSyncExternalStore(subscribe, linesOfWindow, () => LEAST);
}

function linesOfWindow(): number {
  const height = window.innerHeight / (parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);
  return Math.max(LEAST, Math.floor(((height - SURROUNDINGS) / 6 - HEAD) / LINE));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}
