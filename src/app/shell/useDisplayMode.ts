import { useSyncExternalStore } from 'react';
import { displayMode, type DisplayMode } from '../../../domain/display-mode.ts';

/** Not for what shows at first paint: a server-rendered document does not know it. That is the style sheets' matter. */
export function useDisplayMode(): DisplayMode {
  return useSyncExternalStore(
    onResize,
    () => displayMode(window.innerWidth),
    () => 'Full desktop',
  );
}

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}
