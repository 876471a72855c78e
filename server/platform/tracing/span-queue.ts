import { setTimeout as wait } from 'node:timers/promises';
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Clock } from '../clock.ts';
import { CollectorFault } from './collector.ts';

export interface TraceFigures {
  sent: number;
  waiting: number;
  /** Spans that wait at most; further ones are dropped. */
  most: number;
  dropped: number;
  lastSentAt: string | null;
  /** The error of the last attempt; null: none. */
  fault: string | null;
}

export const MOST_WAITING = 2_048;
const BATCH = 256;
const PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
const CLOSING_MS = 3_000;

/** Sends a batch; returns how many of it were not taken. */
type Send = (spans: readonly ReadableSpan[], signal: AbortSignal) => Promise<number>;

/**
 * Ended spans for the collector. No one waits for it: spans that it does not accept wait, and those that no longer fit
 * are dropped.
 */
export class SpanQueue implements SpanProcessor {
  readonly #send: Send;
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  #waiting: ReadableSpan[] = [];
  #sending: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #pause = PAUSE_MS;
  #least = BATCH;
  #sent = 0;
  #dropped = 0;
  #lastSentAt: string | null = null;
  #fault: string | null = null;
  #isClosed = false;

  constructor(send: Send, clock: Clock) {
    this.#send = send;
    this.#clock = clock;
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if (this.#isClosed || this.#waiting.length >= MOST_WAITING) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(span);
    if (this.#sending !== null) return;
    if (this.#waiting.length === BATCH && this.#fault === null) void this.#begin(BATCH);
    else this.#sendLater();
  }

  figures(): TraceFigures {
    return {
      sent: this.#sent,
      waiting: this.#waiting.length,
      most: MOST_WAITING,
      dropped: this.#dropped,
      lastSentAt: this.#lastSentAt,
      fault: this.#fault,
    };
  }

  /** Sends waiting spans until the collector fails. Never throws. */
  forceFlush(): Promise<void> {
    return this.#begin(1);
  }

  async shutdown(milliseconds = CLOSING_MS): Promise<void> {
    this.#isClosed = true;
    const done = new AbortController();
    await Promise.race([
      this.forceFlush(),
      wait(milliseconds, undefined, { signal: done.signal }).catch(() => undefined),
    ]);
    done.abort();
    this.#closing.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#dropped += this.#waiting.length;
    this.#waiting = [];
  }

  #sendLater(): void {
    if (this.#closing.signal.aborted) return;
    this.#timer ??= setTimeout(() => void this.#begin(BATCH), this.#pause).unref();
  }

  /** Sends a batch, and continues while at least `least` wait: small batches cost as much as large ones. */
  #begin(least: number): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#waiting.length === 0) return this.#sending ?? Promise.resolve();
    this.#least = Math.min(this.#least, least);
    return (this.#sending ??= this.#drain().finally(() => {
      this.#sending = null;
      this.#least = BATCH;
      if (this.#waiting.length > 0) this.#sendLater();
    }));
  }

  async #drain(): Promise<void> {
    do {
      const batch = this.#waiting.slice(0, BATCH);
      try {
        const rejected = await this.#send(batch, this.#closing.signal);
        this.#took(batch.length, rejected);
      } catch (error) {
        this.#fault = error instanceof Error ? error.message : String(error);
        if (!(error instanceof CollectorFault && error.isFinal)) {
          this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
          return;
        }
        this.#waiting.splice(0, batch.length);
        this.#dropped += batch.length;
      }
    } while (this.#waiting.length >= this.#least);
  }

  #took(count: number, rejected: number): void {
    this.#waiting.splice(0, count);
    this.#sent += Math.max(0, count - rejected);
    this.#dropped += Math.min(count, rejected);
    this.#lastSentAt = this.#clock.instant();
    this.#fault = rejected === 0 ? null : 'It took only a part of a batch';
    this.#pause = PAUSE_MS;
  }
}
