import { useEffect, useRef } from 'react';
import { markUnsaved } from './unsaved.ts';

/**
 * While `isUnsaved`, leaving the page (link, back, closing the tab) asks first, unless `save` succeeds. The returned function lets the
 * next navigation pass, for saving and navigating in one event handler.
 */
export function useUnsavedGuard(isUnsaved: boolean, save?: () => Promise<boolean>): () => void {
  const key = useRef<symbol>(Symbol('unsaved'));
  useEffect(() => {
    const mine = key.current;
    markUnsaved(mine, isUnsaved, save);
    return () => markUnsaved(mine, false);
  }, [isUnsaved, save]);
  return () => markUnsaved(key.current, false);
}
