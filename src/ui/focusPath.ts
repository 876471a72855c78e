/** A focused element and what takes focus around it (`tabIndex={-1}`), from the inside out. Empty where nothing is focused. */
export function focusPath(focused: Element | null): HTMLElement[] {
  if (!(focused instanceof HTMLElement) || focused === document.body) return [];
  const path = [focused];
  for (let around = focused.parentElement; around !== null; around = around.parentElement)
    if (around.getAttribute('tabindex') === '-1') path.push(around);
  return path;
}

export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Focuses what was focused; where that is gone and nothing else has the focus, the nearest around it. */
export function restoreFocus(path: readonly HTMLElement[]): void {
  const nearest = path.find(({ isConnected }) => isConnected);
  if (nearest === path[0] || isFocusLost()) nearest?.focus({ preventScroll: true });
}
