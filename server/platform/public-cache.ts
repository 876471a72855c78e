import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Coalesced } from './coalesced.ts';
import { RELIABLE_MS, revisionStamp } from './revisions.ts';
import type { Db } from './database.ts';

export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Bytes that are sent more than once, with the headers that are theirs. */
export interface KeptAnswer {
  headers: Readonly<Record<string, string>>;
  /** Hash of the bytes. */
  tag: string;
  body: Buffer;
  /** The body as it travels, as far as somebody has asked for it. */
  packed: Partial<Record<Encoding, Buffer>>;
}

/** Either the answer, or the duty to make it: `keep` it or `giveUp`, on which those who wait depend. */
export type Ticket =
  | { answer: KeptAnswer }
  | { answer: null; keep: (headers: Record<string, string>, body: Buffer) => KeptAnswer; giveUp: () => void };

const MOST_BYTES = 48 * 1024 * 1024;
/** Of the body: what its packed forms, headers and key take besides. */
const WEIGHT = 1.5;
const WORTH_PACKING = 1024;
const MINUTE = 60_000;

interface Stamp {
  text: string;
  askedAt: number;
}

/**
 * Answers to visitors, kept in this process until any revision changes or the minute ends (times of publication, midnight). The
 * revisions are asked for again as soon as a write may have been answered that the last asking did not see (revisions.ts), so an
 * answer is never older than a write that was answered before it was asked for.
 */
export class PublicCache {
  readonly #stamps: Coalesced<Stamp>;
  #stamp: Stamp = { text: '', askedAt: Number.NEGATIVE_INFINITY };
  readonly #now: () => number;
  /** The stamp and the minute that what is kept belongs to. */
  #age = '';
  #minute = -1;
  #bytes = 0;
  #answers = new Map<string, KeptAnswer>();
  #making = new Map<string, Promise<void>>();

  constructor(db: Db, now: () => number = Date.now) {
    this.#stamps = new Coalesced(async () => {
      const askedAt = performance.now();
      return { text: await revisionStamp(db), askedAt };
    });
    this.#now = now;
  }

  /** What is kept for `key` where that needs no asking. */
  known(key: string): KeptAnswer | undefined {
    return this.#isReliable() && this.#minute === this.#presentMinute() ? this.#answers.get(key) : undefined;
  }

  /** What is kept for `key`. Of several who ask at once for what is not, one makes it and the others wait for that. */
  async ask(key: string): Promise<Ticket> {
    for (;;) {
      const minute = this.#presentMinute();
      if (!this.#isReliable()) this.#stamp = await this.#stamps.answer();
      if (minute !== this.#minute || this.#stamp.text !== this.#age) this.#begin(minute);
      const answer = this.#answers.get(key);
      if (answer) return { answer };
      const making = this.#making.get(key);
      if (!making) return this.#duty(key);
      await making;
    }
  }

  #isReliable(): boolean {
    return performance.now() - this.#stamp.askedAt < RELIABLE_MS;
  }

  #presentMinute(): number {
    return Math.floor(this.#now() / MINUTE);
  }

  #begin(minute: number): void {
    this.#minute = minute;
    this.#age = this.#stamp.text;
    this.#bytes = 0;
    this.#answers = new Map();
    this.#making = new Map();
  }

  #duty(key: string): Ticket {
    const making = this.#making;
    let done = (): void => undefined;
    const made = new Promise<void>((resolve) => {
      done = resolve;
    });
    making.set(key, made);
    const giveUp = (): void => {
      if (making.get(key) === made) making.delete(key);
      done();
    };
    const keep = (headers: Record<string, string>, body: Buffer): KeptAnswer => {
      const answer = keptAnswer(headers, body);
      // Otherwise all has begun anew meanwhile.
      if (making === this.#making) this.#put(key, answer);
      giveUp();
      return answer;
    };
    return { answer: null, keep, giveUp };
  }

  #put(key: string, answer: KeptAnswer): void {
    this.#answers.set(key, answer);
    this.#bytes += weightOf(answer);
    for (const [oldest, old] of this.#answers) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#answers.delete(oldest);
      this.#bytes -= weightOf(old);
    }
  }
}

function weightOf({ body }: KeptAnswer): number {
  return 2048 + body.length * WEIGHT;
}

export function keptAnswer(headers: Record<string, string>, body: Buffer): KeptAnswer {
  return { headers, tag: createHash('sha256').update(body).digest('base64url').slice(0, 27), body, packed: {} };
}

/** The body in this encoding, packed when it is first asked for. */
export async function bodyIn({ body, packed }: KeptAnswer, encoding: Encoding | null): Promise<Buffer> {
  return encoding === null ? body : (packed[encoding] ??= await pack(body, encoding));
}

/** As small as is quick: documents are packed while somebody waits. */
export function pack(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(body, { level: 6 });
  return promisify(brotliCompress)(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });
}

/** The best encoding that the client takes; null where none is worth it. */
export function chosenEncoding(accepted: string | undefined, length: number): Encoding | null {
  if (accepted === undefined || length < WORTH_PACKING) return null;
  return ENCODINGS.find((encoding) => takes(accepted, encoding)) ?? null;
}

/** Whether Accept-Encoding admits it: named, and not with q=0. */
function takes(accepted: string, encoding: Encoding): boolean {
  return accepted
    .toLowerCase()
    .split(',')
    .some((part) => {
      const [name, ...parameters] = part.split(';').map((text) => text.trim());
      return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    });
}
