/** Limits how many tasks run at once in this process; the others queue, first come, first served. */
export class Semaphore {
  readonly #maxQueued: number;
  readonly #refusal: () => Error;
  #permits: number;
  readonly #queue: (() => void)[] = [];

  /** `permits`: tasks that run at once. Once `maxQueued` wait, `run` throws what `refusal` makes. */
  constructor(permits: number, maxQueued: number, refusal: () => Error) {
    this.#permits = permits;
    this.#maxQueued = maxQueued;
    this.#refusal = refusal;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    await this.#acquire();
    try {
      return await task();
    } finally {
      this.#release();
    }
  }

  async #acquire(): Promise<void> {
    if (this.#permits > 0) {
      this.#permits -= 1;
      return;
    }
    if (this.#queue.length >= this.#maxQueued) throw this.#refusal();
    await new Promise<void>((resolve) => this.#queue.push(resolve));
  }

  /** The permit goes straight to whoever waits longest. */
  #release(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#permits += 1;
  }
}
