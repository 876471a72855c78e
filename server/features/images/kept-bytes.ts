/** Byte strings kept in memory for a while, at most so many bytes altogether; the ones put in first go first. */
export class KeptBytes {
  readonly #most: number;
  readonly #ms: number;
  readonly #entries = new Map<string, { bytes: Buffer; until: number }>();
  #size = 0;

  constructor(most: number, ms: number) {
    this.#most = most;
    this.#ms = ms;
  }

  get(key: string): Buffer | undefined {
    const entry = this.#entries.get(key);
    if (!entry || entry.until > Date.now()) return entry?.bytes;
    this.#drop(key);
    return undefined;
  }

  set(key: string, bytes: Buffer): void {
    this.#drop(key);
    this.#entries.set(key, { bytes, until: Date.now() + this.#ms });
    this.#size += bytes.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#most) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#size -= entry.bytes.length;
  }
}
