interface Waiting {
  grant: () => void;
  refuse: (error: Error) => void;
}

/**
 * Divides the connections of a pool among kinds of calls, so that calls that wait for a locked table do not take all of them. One kind
 * may hold at most as many as are free: half of all when it is alone, a third each when there are two. A kind that holds none therefore
 * finds a free one, unless there are more kinds than connections.
 */
export class ConnectionShares {
  readonly #most: number;
  readonly #timeoutMs: number;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Map<string, Set<Waiting>>();
  #free: number;

  constructor(most: number, timeoutMs: number) {
    this.#most = most;
    this.#free = most;
    this.#timeoutMs = timeoutMs;
  }

  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Resolves when a call of this kind may take a connection, which `release` returns; an urgent one never waits for others of its kind. */
  async acquire(kind: string, isUrgent = false): Promise<void> {
    if (isUrgent || (!this.#waiting.has(kind) && this.#admits(kind))) return this.#take(kind);
    await new Promise<void>((resolve, reject) => {
      const waiting = this.#waiting.get(kind) ?? new Set();
      this.#waiting.set(kind, waiting);
      const end = (): void => {
        clearTimeout(timeout);
        waiting.delete(entry);
        if (waiting.size === 0) this.#waiting.delete(kind);
      };
      const entry: Waiting = {
        grant: () => {
          end();
          this.#take(kind);
          resolve();
        },
        refuse: (error) => {
          end();
          reject(error);
        },
      };
      const timeout = setTimeout(
        () => entry.refuse(new Error('timeout exceeded: no connection became free')),
        this.#timeoutMs,
      );
      waiting.add(entry);
    });
  }

  release(kind: string): void {
    this.#free += 1;
    const held = (this.#held.get(kind) ?? 1) - 1;
    if (held > 0) this.#held.set(kind, held);
    else this.#held.delete(kind);
    this.#admitWaiting();
  }

  refuseWaiting(error: Error): void {
    for (const waiting of [...this.#waiting.values()]) for (const { refuse } of [...waiting]) refuse(error);
  }

  /** One of each kind in turn, the kind that has waited longest first. */
  #admitWaiting(): void {
    for (let admitted = true; admitted && this.#free > 0;) {
      admitted = false;
      for (const [kind, waiting] of [...this.#waiting]) {
        const [first] = waiting;
        if (first === undefined || !this.#admits(kind)) continue;
        first.grant();
        admitted = true;
      }
    }
  }

  #admits(kind: string): boolean {
    return this.#free > 0 && (this.#held.get(kind) ?? 0) < this.#free;
  }

  /** Urgent calls may take more than there are: they wait in the pool itself. */
  #take(kind: string): void {
    this.#free -= 1;
    this.#held.set(kind, (this.#held.get(kind) ?? 0) + 1);
  }

  get free(): number {
    return Math.max(0, Math.min(this.#most, this.#free));
  }
}
