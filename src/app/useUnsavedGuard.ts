import { useEffect, useRef } from 'react';
import { markUnsaved } from './unsaved.ts';

/**
 * While `isUnsaved`, leaving the page (a link, back, closing the tab) asks first, unless `save` can save it by then. The
 * returned function lets the next navigation pass at once, for "saved, now go on" in one event.
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
