import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Tx } from '../../platform/database.ts';
import type { CommandServices } from '../../services.ts';
import { refundDepartment } from '../departments/charge.ts';
import { balanceIdOf } from '../ledger/accounts.ts';
import { lockBalances, post, type Movement } from '../ledger/post.ts';
import { lockForPayment } from './card-payments.ts';
import type { PaymentContext } from './charges.ts';
import { SOURCE } from './department-requests.ts';
import {
  announceRefunded,
  announceRefunding,
  payableOf,
  type Charge,
  type Endpoint,
  type ThingRefund,
} from './payables.ts';
import { refundMovements, unreversedShare } from './refund-movements.ts';
import { lockPaid, notRefundable, requireUndisputed, splitRefund, unsettled, type RefundPart } from './refund-parts.ts';
import { NOTHING, reversedShare, subtractShare, type RefundShare } from './refund-share.ts';

/** Returns the money of a refund to the card. */
export const REFUND_CARD = 'payments.refundCard';

/** A part of a payment that someone returns for a reason. */
export interface GivenRefund extends RefundPart {
  actor: Actor;
  reason: string;
}

interface PlannedRefund extends GivenRefund {
  movements: Movement[];
  /** The charge afterwards. */
  after: Charge;
}

interface RefundContext {
  services: CommandServices;
  tx: Tx;
}

/** Refunds an amount of one payment to where it came from. 409 `payment.not-refundable` above what is left of it. */
export async function refundPayment(
  context: PaymentContext,
  paymentId: number,
  { amountCents, reason }: { amountCents: number; reason: string },
): Promise<void> {
  const { services, tx, actor } = context;
  const { chargeId } = await tx
    .selectFrom('payments')
    .select('chargeId')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  const { charge } = await lockForPayment(context, chargeId);
  const [payment] = await services.engine.lock(tx, 'payments', [paymentId]);
  if (payment) await refundParts(context, [{ charge, payment, amountCents, actor, reason }]);
}

/** Refunds what was paid for these things: of each the last payment first. The caller has locked the things. */
export async function refundThings(
  context: PaymentContext,
  endpoint: Endpoint,
  things: readonly ThingRefund[],
  reason: string,
): Promise<void> {
  const { actor } = context;
  const ids = things.map(({ id }) => id);
  if (ids.length === 0) return;
  const parts = splitRefund(things, await lockPaid(context, endpoint, ids));
  await refundParts(
    context,
    parts.map((part) => ({ ...part, actor, reason })),
  );
}

/** Charges and payments are locked. A payment is part of at most one of the parts. */
export async function refundParts(context: RefundContext, parts: readonly GivenRefund[]): Promise<void> {
  const { services, tx } = context;
  const planned = await planRefunds(tx, parts);
  // Of several payments: in the order of their ids.
  await lockBalances(tx, balancesIn(planned.flatMap(({ movements }) => movements)));
  const cash = planned.filter(({ payment }) => payment.method === 'cash' && !payment.isLate);
  await announceRefunding(services, tx, cash);
  for (const plan of planned) {
    const { payment, amountCents, after, actor } = plan;
    const refundId = await storeRefund(context, plan);
    if (payment.isLate) continue;
    if (after.state === 'paid')
      await payableOf(services, after.endpoint)?.refunded?.(tx, actor, after.sourceId, { charge: after, amountCents });
    await announceRefunded(services, tx, refundId);
  }
}

async function planRefunds(tx: Tx, parts: readonly GivenRefund[]): Promise<PlannedRefund[]> {
  const charges = new Map<number, { charge: Charge; left: RefundShare }>();
  const planned: PlannedRefund[] = [];
  for (const part of parts) {
    const { payment, amountCents, share } = part;
    requireUndisputed(payment);
    if (amountCents > unsettled(payment)) throw notRefundable();
    const { charge, left } = charges.get(part.charge.id) ?? {
      charge: part.charge,
      left: await unreversedShare(tx, part.charge),
    };
    const after = { ...charge, paidCents: charge.paidCents - (payment.isLate ? 0 : amountCents) };
    const reversed = payment.isLate ? NOTHING : reversedShare({ before: charge, after, left, share });
    charges.set(charge.id, { charge: after, left: subtractShare(left, reversed) });
    planned.push({ ...part, charge, after, movements: await refundMovements(tx, charge, part, reversed) });
  }
  return planned;
}

async function storeRefund(
  { services, tx }: RefundContext,
  { after, payment, amountCents, movements, actor, reason }: PlannedRefund,
): Promise<number> {
  const { engine, jobs } = services;
  const options = { tx, command: true } as const;
  const isCard = payment.method === 'card';
  const state = isCard ? 'created' : 'succeeded';
  const values = { paymentId: payment.id, chargeId: after.id, amountCents, reason, byId: actor.id, state } as const;
  const refund = await engine.create(actor, 'refunds', values, options);
  const entry = { source: 'refunds', sourceId: String(refund.id), purpose: 'refund' as const, userId: after.userId };
  const { journalId } = await post(tx, { ...entry, movements, memo: after.title, actorId: actor.id });
  await engine.update(actor, 'refunds', refund.id, { journalId }, options);
  const refundedCents = payment.refundedCents + amountCents;
  await engine.update(actor, 'payments', payment.id, { refundedCents }, options);
  if (!payment.isLate) await engine.update(actor, 'charges', after.id, { paidCents: after.paidCents }, options);
  if (payment.method === 'department')
    await refundDepartment(services, tx, actor, { source: SOURCE, sourceId: String(after.id), amountCents });
  if (isCard) await jobs.enqueue(tx, REFUND_CARD, { refundId: refund.id });
  return refund.id;
}

function balancesIn(movements: readonly Movement[]): number[] {
  const ids = movements.flatMap(({ debit, credit }) => [balanceIdOf(debit), balanceIdOf(credit)]);
  return [...new Set(ids.filter((id) => id !== null))].toSorted((a, b) => a - b);
}
