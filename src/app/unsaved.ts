import { useEffect, useRef } from 'react';

/** Owners of unsaved changes on the page, each with a function that saves them if that needs no decision by the user. */
const dirty = new Map<symbol, (() => Promise<boolean>) | undefined>();

export function markUnsaved(key: symbol, isUnsaved: boolean, save?: () => Promise<boolean>): void {
  if (isUnsaved) dirty.set(key, save);
  else dirty.delete(key);
}

export function hasUnsaved(): boolean {
  return dirty.size > 0;
}

/** Flushes autosaved changes; true when nothing is left unsaved. */
export async function saveUnsaved(): Promise<boolean> {
  for (const [key, save] of [...dirty]) if (await save?.()) dirty.delete(key);
  return !hasUnsaved();
}

/** Discards all registrations, after the user chose to lose the changes. */
export function forgetUnsaved(): void {
  dirty.clear();
}

/** beforeunload: the browser chooses the wording. */
export function warnBeforeUnload(): void {
  window.addEventListener('beforeunload', (event) => {
    if (hasUnsaved()) event.preventDefault();
  });
}

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
