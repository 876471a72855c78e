import { useSyncExternalStore } from 'react';
import { MEDIA } from '../../domain/values/media.ts';

const QUERY = MEDIA['below-medium'];

/** Whether the window is as narrow as a phone; null where that is not known, in a document of the server. */
export function usePhone(): boolean | null {
  return useSyncExternalStore<boolean | null>(
    subscribe,
    () => matchMedia(QUERY).matches,
    () => null,
  );
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
