export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
