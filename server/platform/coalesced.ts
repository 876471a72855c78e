/**
 * One question at a time for all who ask. Whoever asks gets an answer that was begun after the asking: while one is under way, those who
 * come share the next.
 */
export class Coalesced<Answer> {
  readonly #ask: () => Promise<Answer>;
  #running: Promise<unknown> | null = null;
  #next: Promise<Answer> | null = null;

  constructor(ask: () => Promise<Answer>) {
    this.#ask = ask;
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
    const asked = this.#ask();
    const running = asked
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        if (this.#running === running) this.#running = null;
      });
    this.#running = running;
    return asked;
  }
}
