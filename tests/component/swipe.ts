/** As a reader types it. `speed`: milliseconds between two keys. */
export function swipe(keys: readonly string[], speed = 4): void {
  const start = performance.now();
  for (const [index, key] of keys.entries()) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: start + index * speed });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }
}

export function swipeCard(card: string): void {
  swipe([...`;${card}=2512?`, 'Enter']);
}
