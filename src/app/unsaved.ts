/** Unsaved changes on the page by their owner, each with a function that saves it where no choice is needed. */
const dirty = new Map<symbol, (() => Promise<boolean>) | undefined>();

export function markUnsaved(key: symbol, isUnsaved: boolean, save?: () => Promise<boolean>): void {
  if (isUnsaved) dirty.set(key, save);
  else dirty.delete(key);
}

export function hasUnsaved(): boolean {
  return dirty.size > 0;
}

/** Flushes what saves itself; true when nothing is left unsaved. */
export async function saveUnsaved(): Promise<boolean> {
  for (const [key, save] of [...dirty]) if (await save?.()) dirty.delete(key);
  return !hasUnsaved();
}

/** For changes that the person chose to discard. */
export function forgetUnsaved(): void {
  dirty.clear();
}

/** On closing or reloading the tab; the wording is the browser's. */
export function warnBeforeUnload(): void {
  window.addEventListener('beforeunload', (event) => {
    if (hasUnsaved()) event.preventDefault();
  });
}
