/** Limits concurrent tasks in this process; the others wait in FIFO order. */
export class Semaphore {
  readonly #maxQueued: number;
  readonly #refusal: () => Error;
  #permits: number;
  readonly #queue = new Set<() => void>();

  /** `permits`: tasks that run at the same time. With `maxQueued` tasks waiting, further ones are refused with the error from `refusal`. */
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

  /** Waits for a permit; each must be returned by one `release`. Rejects with the signal's reason if that aborts first. */
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

  /** The permit passes directly to the task that has waited longest. */
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

/** A permit is acquired before a task runs and released afterwards. */
export type Permits = Pick<Semaphore, 'acquire' | 'release'>;

export class SharedPermits {
  readonly #all: Semaphore;
  readonly #share: number;
  readonly #own = new Map<unknown, { permits: Semaphore; asking: number }>();
  readonly #maxPerKey: number;
  readonly #refusal: () => Error;

  /** With `maxPerKey` tasks of one key running or waiting, its further ones are refused with the error from `refusal`. */
  constructor(
    permits: number,
    share: number,
    maxPerKey = Infinity,
    refusal: () => Error = () => new Error('Too many are waiting.'),
  ) {
    this.#all = new Semaphore(permits);
    this.#share = share;
    this.#maxPerKey = maxPerKey;
    this.#refusal = refusal;
  }

  of(key: unknown): Permits {
    return {
      acquire: async (signal) => {
        const own = this.#own.get(key) ?? { permits: new Semaphore(this.#share), asking: 0 };
        if (own.asking >= this.#maxPerKey) throw this.#refusal();
        this.#own.set(key, own);
        own.asking += 1;
        try {
          await own.permits.acquire(signal);
          await this.#all.acquire(signal).catch((error: unknown) => {
            own.permits.release();
            throw error;
          });
        } catch (error) {
          this.#forget(key);
          throw error;
        }
      },
      release: () => {
        this.#all.release();
        this.#own.get(key)?.permits.release();
        this.#forget(key);
      },
    };
  }

  async run<T>(key: unknown, task: () => Promise<T>): Promise<T> {
    const permits = this.of(key);
    await permits.acquire();
    try {
      return await task();
    } finally {
      permits.release();
    }
  }

  #forget(key: unknown): void {
    const own = this.#own.get(key);
    if (!own) return;
    own.asking -= 1;
    if (own.asking === 0) this.#own.delete(key);
  }
}
