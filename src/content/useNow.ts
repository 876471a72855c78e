import { useSyncExternalStore } from 'react';

const MINUTE = 60_000;

/** The present minute as an instant in milliseconds; null while the page is still what the server made of it. */
export function useNow(): number | null {
  return useSyncExternalStore(eachMinute, presentMinute, () => null);
}

function presentMinute(): number {
  return Math.floor(Date.now() / MINUTE) * MINUTE;
}

function eachMinute(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE / 4);
  return () => clearInterval(timer);
}
