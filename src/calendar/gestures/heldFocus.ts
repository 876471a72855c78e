/** The focus on an event, which may be drawn again elsewhere while it is moved, or disappear. */
export class HeldFocus {
  readonly #root: HTMLElement;
  /** Has the focus while an event that a key has picked up is not drawn. */
  readonly #carrier: HTMLElement;
  #find: (() => HTMLElement | null) | null = null;
  #pressed: Element | null = null;

  constructor(root: HTMLElement, carrier: HTMLElement) {
    this.#root = root;
    this.#carrier = carrier;
  }

  /** The element of an event: the one that was pressed, or its first. */
  elementOf(id: string): HTMLElement | null {
    return elementOf(this.#root, id, this.#pressed);
  }

  press(target: Element | null): void {
    this.#pressed = target;
  }

  hold(id: string): void {
    this.#find = () => this.elementOf(id);
  }

  holdBeside(id: string): void {
    this.#find = besideOf(this.#root, id);
  }

  drop(): void {
    this.#find = null;
  }

  /** The focus has moved to `target`. */
  leave(target: EventTarget | null): void {
    if (target !== this.#carrier && target !== this.#find?.()) this.drop();
  }

  /** After the calendar is drawn. */
  restore({ isCarrying, preventScroll }: { isCarrying: boolean; preventScroll: boolean }): void {
    const active = document.activeElement;
    if (active !== null && active !== document.body && active !== this.#carrier) return;
    const wanted = this.#find?.() ?? null;
    if (wanted !== null) wanted.focus({ preventScroll });
    else if (isCarrying) this.#carrier.focus();
  }
}

/** The element of an item: the pressed one while it is drawn, or the first. */
function elementOf(root: HTMLElement, id: string, pressed: Element | null): HTMLElement | null {
  const selector = `[data-item="${CSS.escape(id)}"]`;
  const own = pressed?.closest<HTMLElement>(selector);
  return own?.isConnected === true ? own : root.querySelector<HTMLElement>(selector);
}

/** What follows an item that is deleted: the next one, the one before, its day. Null until it is removed. */
function besideOf(root: HTMLElement, id: string): () => HTMLElement | null {
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
