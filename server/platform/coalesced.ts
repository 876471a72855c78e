/** A longer load counts as failed: later callers must not wait for it. */
const LONGEST_LOAD_MS = 30_000;

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
    const result = limited(this.#load());
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

/** Coalesces concurrent loads of the same key. Remembers nothing about a key without a load. */
export class CoalescedByKey<Key, Answer> {
  readonly #load: (key: Key) => Promise<Answer>;
  readonly #loads = new Map<Key, Coalesced<Answer>>();

  constructor(load: (key: Key) => Promise<Answer>) {
    this.#load = load;
  }

  answer(key: Key): Promise<Answer> {
    let loads = this.#loads.get(key);
    if (!loads) {
      loads = new Coalesced(
        () => this.#load(key),
        () => this.#loads.delete(key),
      );
      this.#loads.set(key, loads);
    }
    return loads.answer();
  }

  get size(): number {
    return this.#loads.size;
  }
}

async function limited<Answer>(load: Promise<Answer>): Promise<Answer> {
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const timeout = setTimeout(() => reject(new Error('timeout exceeded while loading')), LONGEST_LOAD_MS);
  return Promise.race([load, expired]).finally(() => clearTimeout(timeout));
}
