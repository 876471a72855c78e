import { useSyncExternalStore } from 'react';

/** Whether somebody can see the page: it is not in a tab behind others. */
export function useIsVisible(): boolean {
  return useSyncExternalStore(subscribe, isVisible, () => true);
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

function isVisible(): boolean {
  return document.visibilityState !== 'hidden';
}
