/**
 * Coalesces concurrent loads: one runs at a time, and every caller gets a result whose load began after the call. Calls made during a
 * load share the next one.
 */
export class Coalesced<Answer> {
  readonly #load: () => Promise<Answer>;
  readonly #onIdle: () => void;
  #running: Promise<unknown> | null = null;
  #next: Promise<Answer> | null = null;

  constructor(load: () => Promise<Answer>, onIdle: () => void = () => undefined) {
    this.#load = load;
    this.#onIdle = onIdle;
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
        if (this.#running !== running) return;
        this.#running = null;
        if (this.#next === null) this.#onIdle();
      });
    this.#running = running;
    return result;
  }
}

/** Loads at a time; one that hangs does not stop the others. */
const LOADS = 2;
const MOST_KEYS = 200;

/**
 * Coalesces concurrent loads by key: two run at a time, and calls made meanwhile share the next one, which loads all their keys. Every
 * caller gets a result whose load began after the call; undefined for a key that the load does not answer.
 */
export class CoalescedByKey<Key, Answer> {
  readonly #load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>;
  readonly #waiting = new Map<Key, PromiseWithResolvers<Answer | undefined>>();
  #running = 0;

  constructor(load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>) {
    this.#load = load;
  }

  answer(key: Key): Promise<Answer | undefined> {
    let call = this.#waiting.get(key);
    if (!call) this.#waiting.set(key, (call = Promise.withResolvers()));
    if (this.#running < LOADS) void this.#begin();
    return call.promise;
  }

  async #begin(): Promise<void> {
    this.#running += 1;
    while (this.#waiting.size > 0) {
      const calls = [...this.#waiting].slice(0, MOST_KEYS);
      for (const [key] of calls) this.#waiting.delete(key);
      try {
        const answers = await this.#load(calls.map(([key]) => key));
        for (const [key, { resolve }] of calls) resolve(answers.get(key));
      } catch (error) {
        for (const [, { reject }] of calls) reject(error);
      }
    }
    this.#running -= 1;
  }
}
