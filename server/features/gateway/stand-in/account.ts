import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { StripeObject } from './wire.ts';

const PREFIXES = {
  'checkout.session': 'cs_test_',
  payment_intent: 'pi_',
  charge: 'ch_',
  refund: 're_',
  dispute: 'dp_',
  payout: 'po_',
  balance_transaction: 'txn_',
  event: 'evt_',
} as const;
export type ObjectKind = keyof typeof PREFIXES;

/** A payment of 2.9 % and 30, as Stripe charges it for cards of the United States. */
const FEE_PERCENT = 2.9;
const FEE_FIXED = 30;

/** An account at the provider: its objects, newest last. Kept in a file, if there is one. */
export class Account {
  readonly #now: () => number;
  readonly #file: string | null;
  readonly #objects: Map<string, StripeObject>;
  readonly #emit: (event: StripeObject) => void;

  constructor(now: () => number, file: string | null, emit: (event: StripeObject) => void) {
    this.#now = now;
    this.#file = file;
    this.#emit = emit;
    this.#objects = new Map(readObjects(file).map((one) => [one.id, one]));
  }

  /** Unix time in seconds, as all times of the interface. */
  get seconds(): number {
    return Math.floor(this.#now() / 1000);
  }

  find(kind: ObjectKind, id: string): StripeObject | null {
    const found = this.#objects.get(id);
    return found?.object === kind ? found : null;
  }

  /** Newest first. */
  all(kind: ObjectKind): StripeObject[] {
    return [...this.#objects.values()].filter(({ object }) => object === kind).toReversed();
  }

  add(kind: ObjectKind, values: Record<string, unknown>): StripeObject {
    const id = `${PREFIXES[kind]}${randomBytes(12).toString('hex')}`;
    const made = { id, object: kind, created: this.seconds, livemode: false, ...values };
    this.#objects.set(id, made);
    return made;
  }

  /** An event about the object as it is now. */
  announce(type: string, object: StripeObject): void {
    const event = this.add('event', { type, api_version: '2026-10-28', data: { object: structuredClone(object) } });
    this.save();
    this.#emit(event);
  }

  /** A movement of the account's money. Payments cost a fee. */
  move(type: string, amount: number, source: StripeObject): StripeObject {
    const fee = type === 'charge' ? Math.round((amount * FEE_PERCENT) / 100) + FEE_FIXED : 0;
    const moved = { type, amount, fee, net: amount - fee, currency: source['currency'], source: source.id };
    return this.add('balance_transaction', { ...moved, status: 'available' });
  }

  save(): void {
    if (this.#file === null) return;
    const draft = `${this.#file}.draft`;
    writeFileSync(draft, JSON.stringify([...this.#objects.values()]), { mode: 0o600 });
    renameSync(draft, this.#file);
  }
}

function readObjects(file: string | null): StripeObject[] {
  if (file === null) return [];
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StripeObject[];
  } catch {
    // A new one begins. The objects of a demonstration are worth nothing.
    return [];
  }
}
