/**
 * Coalesces concurrent loads: one runs at a time, and every caller gets a result whose load began after the call. Calls made during a
 * load share the next one.
 */
export class Coalesced<Answer> {
  readonly #load: () => Promise<Answer>;
  #running: Promise<unknown> | null = null;
  #next: Promise<Answer> | null = null;

  constructor(load: () => Promise<Answer>) {
    this.#load = load;
  }

  answer(): Promise<Answer> {
    if (this.#running === null) return this.#begin();
    this.#next ??= this.#running.then(() => {
      this.#next = null;
      return this.#begin();
    });
    return this.#next;
  }

  #begin(): Promise<Answer> {
    const result = this.#load();
    const running = result
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        if (this.#running === running) this.#running = null;
      });
    this.#running = running;
    return result;
  }
}
