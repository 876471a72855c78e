/** Moves the focus to the page's content without scrolling to it. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
