import { useCallback, useSyncExternalStore } from 'react';
import { MEDIA, type MediaName } from '../../domain/values/media.ts';

/** The server knows no window: by default its first paint is as on a wide screen. */
export function useMedia<OnServer extends boolean | null = false>(name: MediaName, onServer = false as OnServer) {
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = matchMedia(MEDIA[name]);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    [name],
  );
  return useSyncExternalStore<boolean | OnServer>(
    subscribe,
    () => matchMedia(MEDIA[name]).matches,
    () => onServer,
  );
}
