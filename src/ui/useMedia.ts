import { useCallback, useSyncExternalStore } from 'react';
import { MEDIA, type MediaName } from '../../domain/values/media.ts';

/** Whether a media query matches. Not for content of the first paint, which is server-rendered as on a wide screen. */
export function useMedia(name: MediaName): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = matchMedia(MEDIA[name]);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    [name],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(MEDIA[name]).matches,
    () => false,
  );
}
