import type { CacheFigures } from '../../platform/process-watch.ts';

/** An in-memory cache of byte strings with a time to live and a total size; the oldest entries are evicted first. */
export class ByteCache {
  readonly #maxBytes: number;
  readonly #ttl: number;
  readonly #entries = new Map<string, { bytes: Buffer; expiresAt: number }>();
  #size = 0;
  #hits = 0;
  #misses = 0;

  /** `ttl` in milliseconds. */
  constructor(maxBytes: number, ttl: number) {
    this.#maxBytes = maxBytes;
    this.#ttl = ttl;
  }

  get(key: string): Buffer | undefined {
    const entry = this.#entries.get(key);
    if (entry && entry.expiresAt > performance.now()) {
      this.#hits += 1;
      return entry.bytes;
    }
    this.#misses += 1;
    this.#evict(key);
    return undefined;
  }

  set(key: string, bytes: Buffer): void {
    this.#evict(key);
    this.#entries.set(key, { bytes, expiresAt: performance.now() + this.#ttl });
    this.#size += bytes.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxBytes) return;
      this.#evict(oldest);
    }
  }

  figures(): CacheFigures {
    return { entries: this.#entries.size, bytes: this.#size, hits: this.#hits, misses: this.#misses };
  }

  #evict(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#size -= entry.bytes.length;
  }
}
