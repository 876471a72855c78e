import type { Db, Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Payment } from './card-payments.ts';
import { payableOf, type Charge, type Endpoint, type ThingRefund } from './payables.ts';
import type { PaymentContext } from './charges.ts';
import { splitShare, type RefundShare } from './refund-share.ts';

/** A part of a payment. */
export interface RefundPart {
  charge: Charge;
  payment: Payment;
  amountCents: number;
  share?: RefundShare | undefined;
}

interface Paid {
  charges: readonly Charge[];
  /** By id. */
  payments: readonly Payment[];
}

/** What was paid for these things, without locks. */
export async function readPaid(db: Db, endpoint: Endpoint, ids: readonly number[]): Promise<Paid> {
  const charges = await paidCharges(db, endpoint, ids).selectAll().orderBy('id').execute();
  const payments = await refundablePayments(db, idsOf(charges)).selectAll().orderBy('id').execute();
  return { charges: charges as Charge[], payments: payments as Payment[] };
}

/** The same, locked: the charges, then their payments. The caller has locked the things. */
export async function lockPaid(
  { services, tx }: Pick<PaymentContext, 'services' | 'tx'>,
  endpoint: Endpoint,
  ids: readonly number[],
): Promise<Paid> {
  const found = await paidCharges(tx, endpoint, ids).select('id').execute();
  const charges = await services.engine.lock(tx, 'charges', idsOf(found));
  const paid = await refundablePayments(tx, idsOf(charges)).select('id').execute();
  return { charges, payments: await services.engine.lock(tx, 'payments', idsOf(paid)) };
}

/** Of each thing, the last payment is refunded first, and disputed ones last. 409 `payment.not-refundable` above what is left. */
export function splitRefund(things: readonly ThingRefund[], { charges, payments }: Paid): RefundPart[] {
  const latest = payments
    .toReversed()
    .toSorted((a, b) => Number(a.isDisputed === true) - Number(b.isDisputed === true));
  return things.flatMap((thing) => {
    let left = thing.amountCents;
    const parts = latest.flatMap((payment): RefundPart[] => {
      const charge = charges.find(({ id, sourceId }) => id === payment.chargeId && sourceId === thing.id);
      const amountCents = Math.min(left, unsettled(payment));
      if (!charge || amountCents <= 0) return [];
      left -= amountCents;
      // The bank returns what is disputed.
      return payment.isDisputed === true ? [] : [{ charge, payment, amountCents }];
    });
    if (left > 0) throw notRefundable();
    return withShares(thing, parts);
  });
}

function withShares({ amountCents, share }: ThingRefund, parts: readonly RefundPart[]): RefundPart[] {
  if (share === undefined) return [...parts];
  const amounts = parts.map((part) => part.amountCents);
  const shares = splitShare(share, amounts, amountCents);
  return parts.map((part, at) => ({ ...part, share: shares[at] }));
}

/** What can be refunded of these things, by the ids under which they were charged. */
export async function refundableOf(
  db: Db,
  endpoint: Endpoint,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const sums = new Map<number, number>();
  for (const { sourceId, paidCents } of await paidCharges(db, endpoint, ids)
    .select(['sourceId', 'paidCents'])
    .execute())
    sums.set(sourceId, (sums.get(sourceId) ?? 0) + paidCents);
  return sums;
}

/** All that can be refunded of what was paid for one thing. */
export async function refundableThings(
  services: PaymentContext['services'],
  tx: Tx,
  endpoint: Endpoint,
  id: number,
): Promise<ThingRefund[]> {
  const ids = (await payableOf(services, endpoint)?.chargedAs?.(tx, id)) ?? [id];
  return [...(await refundableOf(tx, endpoint, ids))].map(([sourceId, amountCents]) => ({ id: sourceId, amountCents }));
}

/** What is left of a payment: not refunded, nor settled in another way. */
export function unsettled({ amountCents, refundedCents, settledCents, state }: Payment): number {
  return state === 'captured' ? amountCents - refundedCents - settledCents : 0;
}

export function requireUndisputed({ isDisputed }: Payment): void {
  if (isDisputed !== true) return;
  throw problem(409, 'payment.disputed', 'Not refunded', 'The card payment is disputed. It cannot be refunded.');
}

export function sumCents(amounts: readonly { amountCents: number }[]): number {
  return amounts.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** Takes a part of an amount from these things, in their order. */
export function limitThings(things: readonly ThingRefund[], amountCents: number): ThingRefund[] {
  let left = amountCents;
  return things.flatMap(({ id, amountCents: most }) => {
    const cents = Math.min(left, most);
    left -= cents;
    return cents > 0 ? [{ id, amountCents: cents }] : [];
  });
}

export function notRefundable() {
  return problem(409, 'payment.not-refundable', 'Not refunded', 'The amount exceeds what can still be refunded.');
}

/** The price of its lines before discount and tax. */
export function itemCents(lines: Charge['lines']): number {
  return sumCents(lines.filter(({ kind }) => kind === 'item'));
}

function paidCharges(db: Db, endpoint: Endpoint, ids: readonly number[]) {
  return db
    .selectFrom('charges')
    .where('endpoint', '=', endpoint)
    .where('sourceId', 'in', [0, ...ids])
    .where('paidCents', '>', 0);
}

function refundablePayments(db: Db, chargeIds: readonly number[]) {
  return db
    .selectFrom('payments')
    .where('chargeId', 'in', [0, ...chargeIds])
    .where('state', '=', 'captured')
    .where('isLate', '=', false);
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}
