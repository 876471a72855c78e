/** Limits how many tasks run at once in this process; the others queue, first come, first served. */
export class Semaphore {
  readonly #maxQueued: number;
  readonly #refusal: () => Error;
  #permits: number;
  readonly #queue = new Set<() => void>();

  /** `permits`: tasks that run at once. Once `maxQueued` wait, the next one is refused with what `refusal` makes. */
  constructor(permits: number, maxQueued = Infinity, refusal: () => Error = () => new Error('Too many are waiting.')) {
    this.#permits = permits;
    this.#maxQueued = maxQueued;
    this.#refusal = refusal;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    await this.acquire();
    try {
      return await task();
    } finally {
      this.release();
    }
  }

  /** Waits for a permit, to be given back by one `release`. Rejects with the signal's reason when that is aborted first. */
  async acquire(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.#permits > 0) {
      this.#permits -= 1;
      return;
    }
    if (this.#queue.size >= this.#maxQueued) throw this.#refusal();
    await new Promise<void>((resolve, reject) => {
      const grant = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#queue.delete(grant);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#queue.add(grant);
    });
  }

  /** The permit goes straight to whoever waits longest. */
  release(): void {
    const [next] = this.#queue;
    if (!next) {
      this.#permits += 1;
      return;
    }
    this.#queue.delete(next);
    next();
  }
}
