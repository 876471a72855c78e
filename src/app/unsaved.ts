/** What stands unsaved on the page, by whoever says so. */
const dirty = new Set<symbol>();

export function markUnsaved(key: symbol, isUnsaved: boolean): void {
  if (isUnsaved) dirty.add(key);
  else dirty.delete(key);
}

export function hasUnsaved(): boolean {
  return dirty.size > 0;
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
