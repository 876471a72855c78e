import { useSyncExternalStore } from 'react';
import { displayMode, type DisplayMode } from '../../../domain/display-mode.ts';

export function useDisplayMode(): DisplayMode {
  return useSyncExternalStore(onResize, () => displayMode(window.innerWidth));
}

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}
