/** What stands unsaved on the page, by whoever says so, with what saves it where that needs no further choice. */
const dirty = new Map<symbol, (() => Promise<boolean>) | undefined>();

export function markUnsaved(key: symbol, isUnsaved: boolean, save?: () => Promise<boolean>): void {
  if (isUnsaved) dirty.set(key, save);
  else dirty.delete(key);
}

export function hasUnsaved(): boolean {
  return dirty.size > 0;
}

/** Saves what saves itself; true when nothing stands unsaved any more. */
export async function saveUnsaved(): Promise<boolean> {
  for (const [key, save] of [...dirty]) if (await save?.()) dirty.delete(key);
  return !hasUnsaved();
}

/** The person chose to leave it behind. */
export function forgetUnsaved(): void {
  dirty.clear();
}

/** Closing or reloading the tab: browsers word the question themselves. */
export function warnBeforeUnload(): void {
  window.addEventListener('beforeunload', (event) => {
    if (hasUnsaved()) event.preventDefault();
  });
}
