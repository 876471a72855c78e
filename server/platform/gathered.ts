/** Keys that one load takes at most. */
const MOST_KEYS = 500;

/**
 * Gathers the keys requested in one turn of the event loop into one load. Every caller gets a result whose load began
 * after the call; undefined for a key without a result. Loads of several turns run concurrently.
 */
export class Gathered<Key, Answer> {
  readonly #load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>;
  #waiting = new Map<Key, PromiseWithResolvers<Answer | undefined>>();

  constructor(load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>) {
    this.#load = load;
  }

  answer(key: Key): Promise<Answer | undefined> {
    let call = this.#waiting.get(key);
    if (call === undefined) {
      if (this.#waiting.size === 0) setImmediate(() => this.#begin());
      this.#waiting.set(key, (call = Promise.withResolvers()));
      if (this.#waiting.size >= MOST_KEYS) this.#begin();
    }
    return call.promise;
  }

  #begin(): void {
    const calls = this.#waiting;
    if (calls.size === 0) return;
    this.#waiting = new Map();
    this.#load([...calls.keys()]).then(
      (answers) => {
        for (const [key, { resolve }] of calls) resolve(answers.get(key));
      },
      (error: unknown) => {
        for (const { reject } of calls.values()) reject(error);
      },
    );
  }
}
