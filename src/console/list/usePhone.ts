import { useSyncExternalStore } from 'react';

const narrow = '(width < 640px)';

/** Rows are cards on a screen this narrow. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(narrow).matches);
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
