import { createHmac } from 'node:crypto';
import type { StripeObject } from './wire.ts';

/** After each failed delivery. Milliseconds; Stripe retries for days. */
const PAUSES = [1_000, 5_000, 30_000, 120_000];

/** As Stripe signs: HMAC-SHA256 over the time in seconds and the exact bytes. */
export function signatureOf(body: string, secret: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/** Sends events to the portal, in the order in which they happened unless a test takes them. */
export class Webhook {
  readonly #secret: string;
  readonly #now: () => number;
  readonly #timers = new Set<NodeJS.Timeout>();
  #url: string | null = null;
  #last: Promise<unknown> = Promise.resolve();
  /** Events that wait for an address or for a test. */
  readonly held: StripeObject[] = [];
  /** For tests: events are only sent by `send`. */
  isHolding = false;
  /** For tests: how often each event is sent. */
  copies = 1;

  constructor(secret: string, now: () => number) {
    this.#secret = secret;
    this.#now = now;
  }

  deliverTo(url: string): void {
    this.#url = url;
    for (const event of this.isHolding ? [] : this.held.splice(0)) this.emit(event);
  }

  emit(event: StripeObject): void {
    if (this.#url === null || this.isHolding) this.held.push(event);
    else for (let copy = 0; copy < this.copies; copy += 1) this.#last = this.#last.then(() => this.#deliver(event, 0));
  }

  /** Sends the event once and returns the status of the answer; 0 without one. */
  async send(event: StripeObject, at = this.#now()): Promise<number> {
    const body = JSON.stringify(event);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signatureOf(body, this.#secret, Math.floor(at / 1000)),
    };
    const sent = fetch(this.#url ?? '', { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) });
    return sent.then(
      ({ status }) => status,
      () => 0,
    );
  }

  /** When everything that was emitted was sent once. */
  async idle(): Promise<void> {
    await this.#last;
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  async #deliver(event: StripeObject, attempt: number): Promise<void> {
    const status = await this.send(event);
    const pause = PAUSES[attempt];
    if ((status >= 200 && status < 300) || pause === undefined) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#deliver(event, attempt + 1);
    }, pause).unref();
    this.#timers.add(timer);
  }
}
