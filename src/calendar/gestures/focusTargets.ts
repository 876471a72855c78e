/** The element of an item: the pressed one while it is drawn, or the first. */
export function elementOf(root: HTMLElement, id: string, pressed: Element | null): HTMLElement | null {
  const selector = `[data-item="${CSS.escape(id)}"]`;
  const own = pressed?.closest<HTMLElement>(selector);
  return own?.isConnected === true ? own : root.querySelector<HTMLElement>(selector);
}

/** What follows an item that is deleted: the next one, the one before, its day. Null until it is removed. */
export function besideOf(root: HTMLElement, id: string): () => HTMLElement | null {
  const drawn = [...root.querySelectorAll<HTMLElement>('[data-item]')];
  const ids = [...new Set(drawn.map(({ dataset }) => dataset['item'] ?? ''))];
  const index = ids.indexOf(id);
  const beside = ids[index + 1] ?? ids[index - 1];
  const day = elementOf(root, id, null)?.closest<HTMLElement>('[data-day]')?.dataset['day'];
  return () => {
    if (elementOf(root, id, null) !== null) return null;
    const item = beside === undefined ? null : elementOf(root, beside, null);
    return item ?? root.querySelector<HTMLElement>(`[data-slot], [data-day="${day ?? ''}"][tabindex]`);
  };
}
