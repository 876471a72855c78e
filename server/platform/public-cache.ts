import { createHash } from 'node:crypto';
import { Coalesced } from './coalesced.ts';
import { compress, type Encoding } from './content-encoding.ts';
import { RELIABLE_MS, revisionStamp } from './revisions.ts';
import type { Clock } from './clock.ts';
import type { Db } from './database.ts';
import type { CacheFigures } from './process-watch.ts';

export interface CachedResponse {
  headers: Readonly<Record<string, string>>;
  tag: string;
  body: Buffer;
  compressed: Partial<Record<Encoding, Buffer>>;
}

/** A cache miss. Its holder must either `store` a response or `abandon` the fill, because other requests wait for it. */
export interface CacheFill {
  store: (headers: Record<string, string>, body: Buffer) => CachedResponse;
  abandon: () => void;
}

export type CacheLookup = { hit: CachedResponse } | { hit: null; fill: CacheFill };

const MAX_BYTES = 48 * 1024 * 1024;
/** Factor for the compressed copies of a body. */
const BODY_WEIGHT = 1.5;
/** Bytes of objects and maps per entry. */
const ENTRY_OVERHEAD = 1024;
const MINUTE = 60_000;

interface Stamp {
  text: string;
  requestedAt: number;
}

/**
 * An in-memory cache of responses to visitors. Entries expire when any revision changes or the minute ends (scheduled publications,
 * midnight). Revisions are read again once a write that the last reading missed may have been answered (revisions.ts), so a response
 * is never older than a write that was answered before the request arrived.
 */
export class PublicCache {
  readonly #stamps: Coalesced<Stamp>;
  readonly #clock: Clock;
  #stamp: Stamp = { text: '', requestedAt: Number.NEGATIVE_INFINITY };
  /** The revision stamp and minute that all entries belong to. */
  #generation = { stamp: '', minute: -1 };
  #bytes = 0;
  #entries = new Map<string, CachedResponse>();
  #fills = new Map<string, Promise<void>>();
  #hits = 0;
  #misses = 0;

  constructor(db: Db, clock: Clock) {
    this.#stamps = new Coalesced(async () => {
      const requestedAt = performance.now();
      return { text: await revisionStamp(db), requestedAt };
    });
    this.#clock = clock;
  }

  get size(): number {
    return this.#entries.size;
  }

  figures(): CacheFigures {
    return { entries: this.size, bytes: this.#bytes, hits: this.#hits, misses: this.#misses };
  }

  /** The entry for `key`, if it is known to be valid without reading revisions. */
  peek(key: string): CachedResponse | undefined {
    if (!this.#stampIsFresh() || this.#generation.minute !== this.#currentMinute()) return undefined;
    const hit = this.#entries.get(key);
    if (hit) this.#hits += 1;
    return hit;
  }

  /** The entry for `key`, or a fill. Concurrent misses are coalesced: one request fills, the others wait. */
  async lookup(key: string): Promise<CacheLookup> {
    for (;;) {
      const minute = this.#currentMinute();
      if (!this.#stampIsFresh()) this.#stamp = await this.#stamps.answer();
      if (minute !== this.#generation.minute || this.#stamp.text !== this.#generation.stamp) this.#clear(minute);
      const hit = this.#entries.get(key);
      if (hit) {
        this.#hits += 1;
        return { hit };
      }
      const pending = this.#fills.get(key);
      if (!pending) {
        this.#misses += 1;
        return { hit: null, fill: this.#beginFill(key) };
      }
      await pending;
    }
  }

  #stampIsFresh(): boolean {
    return performance.now() - this.#stamp.requestedAt < RELIABLE_MS;
  }

  #currentMinute(): number {
    return Math.floor(this.#clock.now() / MINUTE);
  }

  #clear(minute: number): void {
    this.#generation = { stamp: this.#stamp.text, minute };
    this.#bytes = 0;
    this.#entries = new Map();
    this.#fills = new Map();
  }

  #beginFill(key: string): CacheFill {
    const fills = this.#fills;
    let resolve = (): void => undefined;
    const settled = new Promise<void>((done) => {
      resolve = done;
    });
    fills.set(key, settled);
    const abandon = (): void => {
      if (fills.get(key) === settled) fills.delete(key);
      resolve();
    };
    const store = (headers: Record<string, string>, body: Buffer): CachedResponse => {
      const response = cachedResponse(headers, body);
      // A fill from an earlier generation may be outdated.
      if (fills === this.#fills) this.#insert(key, response);
      abandon();
      return response;
    };
    return { store, abandon };
  }

  #insert(key: string, response: CachedResponse): void {
    this.#entries.set(key, response);
    this.#bytes += entryBytes(key, response);
    for (const [oldest, evicted] of this.#entries) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#entries.delete(oldest);
      this.#bytes -= entryBytes(oldest, evicted);
    }
  }
}

/** Memory of an entry in bytes. Keys and headers count in full, because clients choose the length of a key. */
function entryBytes(key: string, { headers, body }: CachedResponse): number {
  const texts = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, key.length);
  return ENTRY_OVERHEAD + 2 * texts + BODY_WEIGHT * body.length;
}

export function cachedResponse(headers: Record<string, string>, body: Buffer): CachedResponse {
  return { headers, tag: createHash('sha256').update(body).digest('base64url').slice(0, 27), body, compressed: {} };
}

export async function bodyIn({ body, compressed }: CachedResponse, encoding: Encoding | null): Promise<Buffer> {
  return encoding === null ? body : (compressed[encoding] ??= await compress(body, encoding));
}
