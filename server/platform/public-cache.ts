import { createHash } from 'node:crypto';
import { Coalesced } from './coalesced.ts';
import { compress, type Encoding } from './http/content-encoding.ts';
import { RELIABLE_MS, revisionStamp } from './revisions.ts';
import type { Clock } from './clock.ts';
import type { Db } from './database.ts';

/** A body that is sent more than once, with its headers. */
export interface CachedResponse {
  headers: Readonly<Record<string, string>>;
  /** Hash of the body. */
  tag: string;
  body: Buffer;
  /** The body in the encodings that have been asked for so far. */
  compressed: Partial<Record<Encoding, Buffer>>;
}

/** A cache miss. Whoever gets it must either `store` a response or `abandon` the fill: others wait for that. */
export interface CacheFill {
  store: (headers: Record<string, string>, body: Buffer) => CachedResponse;
  abandon: () => void;
}

export type CacheLookup = { hit: CachedResponse } | { hit: null; fill: CacheFill };

const MAX_BYTES = 48 * 1024 * 1024;
/** Of the body: itself and its compressed forms. */
const BODY_WEIGHT = 1.5;
/** Objects and maps around an entry, in bytes. */
const ENTRY_OVERHEAD = 1024;
const MINUTE = 60_000;

interface Stamp {
  text: string;
  askedAt: number;
}

/**
 * Responses to visitors, cached in this process until any revision changes or the minute ends (times of publication, midnight).
 * Revisions are read again as soon as a write may have been answered that the last reading did not see (revisions.ts), so a response
 * is never older than a write that was answered before the request came in.
 */
export class PublicCache {
  readonly #stamps: Coalesced<Stamp>;
  readonly #clock: Clock;
  #stamp: Stamp = { text: '', askedAt: Number.NEGATIVE_INFINITY };
  /** The stamp and the minute that all entries belong to. */
  #generation = { stamp: '', minute: -1 };
  #bytes = 0;
  #entries = new Map<string, CachedResponse>();
  #fills = new Map<string, Promise<void>>();

  constructor(db: Db, clock: Clock) {
    this.#stamps = new Coalesced(async () => {
      const askedAt = performance.now();
      return { text: await revisionStamp(db), askedAt };
    });
    this.#clock = clock;
  }

  /** Number of entries. */
  get size(): number {
    return this.#entries.size;
  }

  /** The entry for `key`, where that can be said without reading the revisions. */
  peek(key: string): CachedResponse | undefined {
    return this.#stampIsFresh() && this.#generation.minute === this.#currentMinute()
      ? this.#entries.get(key)
      : undefined;
  }

  /** The entry for `key`, or a fill. Concurrent misses are coalesced: one caller fills and the others wait for it. */
  async lookup(key: string): Promise<CacheLookup> {
    for (;;) {
      const minute = this.#currentMinute();
      if (!this.#stampIsFresh()) this.#stamp = await this.#stamps.answer();
      if (minute !== this.#generation.minute || this.#stamp.text !== this.#generation.stamp) this.#clear(minute);
      const hit = this.#entries.get(key);
      if (hit) return { hit };
      const pending = this.#fills.get(key);
      if (!pending) return { hit: null, fill: this.#beginFill(key) };
      await pending;
    }
  }

  #stampIsFresh(): boolean {
    return performance.now() - this.#stamp.askedAt < RELIABLE_MS;
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
      // A fill that began in an earlier generation may hold what is out of date by now.
      if (fills === this.#fills) this.#insert(key, response);
      abandon();
      return response;
    };
    return { store, abandon };
  }

  #insert(key: string, response: CachedResponse): void {
    this.#entries.set(key, response);
    this.#bytes += weightOf(key, response);
    for (const [oldest, evicted] of this.#entries) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#entries.delete(oldest);
      this.#bytes -= weightOf(oldest, evicted);
    }
  }
}

/** Bytes that an entry takes. Keys and headers count in full: callers choose the length of a key. */
function weightOf(key: string, { headers, body }: CachedResponse): number {
  const texts = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, key.length);
  return ENTRY_OVERHEAD + 2 * texts + BODY_WEIGHT * body.length;
}

export function cachedResponse(headers: Record<string, string>, body: Buffer): CachedResponse {
  return { headers, tag: createHash('sha256').update(body).digest('base64url').slice(0, 27), body, compressed: {} };
}

/** The body in this encoding, compressed when it is first asked for. */
export async function bodyIn({ body, compressed }: CachedResponse, encoding: Encoding | null): Promise<Buffer> {
  return encoding === null ? body : (compressed[encoding] ??= await compress(body, encoding));
}
