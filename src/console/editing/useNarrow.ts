import { useCallback, useSyncExternalStore } from 'react';

/** There is no room for things side by side: the window is narrower than this. Default: an editor and its preview. */
export function useNarrow(width = 1200): boolean {
  const query = `(width < ${width}px)`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
