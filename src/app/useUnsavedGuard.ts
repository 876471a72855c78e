import { useEffect, useRef } from 'react';
import { markUnsaved } from './unsaved.ts';

/** While `isUnsaved`, leaving asks first unless `save` succeeds. The returned function lets the next navigation pass. */
export function useUnsavedGuard(isUnsaved: boolean, save?: () => Promise<boolean>): () => void {
  const key = useRef<symbol>(Symbol('unsaved'));
  useEffect(() => {
    const mine = key.current;
    markUnsaved(mine, isUnsaved, save);
    return () => markUnsaved(mine, false);
  }, [isUnsaved, save]);
  return () => markUnsaved(key.current, false);
}
