import { useSyncExternalStore } from 'react';
import { HEADER_LOCK_SCROLL } from '../../../domain/values/constants.ts';

export function useHeaderLock(): boolean {
  return useSyncExternalStore(onScroll, isLocked, () => false);
}

function isLocked(): boolean {
  return window.scrollY > HEADER_LOCK_SCROLL;
}

function onScroll(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}
