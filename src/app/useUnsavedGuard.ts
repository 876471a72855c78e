import { useEffect, useRef } from 'react';
import { markUnsaved } from './unsaved.ts';

/**
 * While `isUnsaved`, leaving the page (a link, back, closing the tab) asks first. The returned function lets the next
 * navigation pass at once, for "saved, now go on" in one event.
 */
export function useUnsavedGuard(isUnsaved: boolean): () => void {
  const key = useRef<symbol>(Symbol('unsaved'));
  useEffect(() => {
    const mine = key.current;
    markUnsaved(mine, isUnsaved);
    return () => markUnsaved(mine, false);
  }, [isUnsaved]);
  return () => markUnsaved(key.current, false);
}
