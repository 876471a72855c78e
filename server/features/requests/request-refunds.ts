import { dueCents, type Status } from '../../../domain/requests/workflow.ts';
import type { MoneyEffect } from '../../../domain/calls/payments.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import type { Tx } from '../../platform/database.ts';
import { refundEffect } from '../payments/money-effect.ts';
import type { ThingRefund } from '../payments/payables.ts';
import { limitThings, refundableOf, sumCents } from '../payments/refund-parts.ts';
import type { RequestContext } from './context.ts';
import { unpaidAmount } from './due-lines.ts';
import type { SubmissionRow } from './rows.ts';

/** Statuses in which a request with a price is paid. */
const PAID_STATUSES: readonly Status[] = [
  'PaymentComplete',
  'ReadyForFabrication',
  'InProcess',
  'ReadyForPickup',
  'Completed',
];

/** All that was paid for these requests. */
export async function requestRefunds(tx: Tx, ids: readonly number[]): Promise<ThingRefund[]> {
  return [...(await refundableOf(tx, 'request', ids))].map(([id, amountCents]) => ({ id, amountCents }));
}

/** The refund of a request whose cost fell below what was paid for it, in cents. */
export async function overpaidCents(tx: Tx, before: SubmissionRow, after: SubmissionRow): Promise<number> {
  const { costCents, paidCents, status } = after;
  const isRepriced = costCents !== before.costCents || !PAID_STATUSES.includes(before.status);
  if (costCents === null || paidCents <= costCents || !isRepriced || !PAID_STATUSES.includes(status)) return 0;
  return refundableCents(tx, after);
}

/** What was paid above its cost. */
async function refundableCents(tx: Tx, { id, costCents, paidCents }: SubmissionRow): Promise<number> {
  const over = paidCents - (costCents ?? paidCents);
  return over <= 0 ? 0 : Math.min(over, sumCents(await requestRefunds(tx, [id])));
}

/** `dueCents`: what is due after it, with discount and tax. */
export interface PriceEffect extends MoneyEffect {
  dueCents: number;
}

/** What becomes of what its customer paid, once a request has changed. No sentences where that is nothing. */
export async function priceChangeEffect(
  context: Pick<RequestContext, 'services' | 'tx' | 'actor'>,
  before: SubmissionRow,
  after: SubmissionRow,
): Promise<PriceEffect> {
  const { id, paidCents, costCents, submittedById } = after;
  const { tx, actor } = context;
  const none = { refundCents: 0, dueCents: 0, sentences: [] };
  const refundCents = await overpaidCents(tx, before, after);
  const isSame = costCents === before.costCents && refundCents === 0 && !becomesDue(before, after);
  if (paidCents === 0 || isSame) return none;
  const isOwn = submittedById === actor.id;
  const paid = isOwn ? `You have paid ${formatMoney(paidCents)}.` : `${formatMoney(paidCents)} is already paid.`;
  if (costCents === null) return { ...none, sentences: [paid, 'Staff set the new price.'] };
  const due = await unpaidAmount(context, after);
  const later = refundCents > 0 ? 0 : await refundableCents(tx, after);
  const price = `The price is ${formatMoney(paidCents + due - refundCents - later)} now.`;
  if (refundCents > 0) {
    const things = limitThings(await requestRefunds(tx, [id]), refundCents);
    const { sentences } = await refundEffect(context, 'request', things);
    return { refundCents, dueCents: 0, sentences: [paid, price, ...sentences] };
  }
  return { refundCents, dueCents: due, sentences: [paid, price, restSentence(after, { due, later })] };
}

/** As by an accepted quote. */
function becomesDue({ status, returnStack }: SubmissionRow, after: SubmissionRow): boolean {
  const wasDue = status === 'PaymentPending' || returnStack.includes('PaymentPending');
  return !wasDue && after.status === 'PaymentPending' && dueCents(after) > 0;
}

function restSentence({ status }: SubmissionRow, { due, later }: { due: number; later: number }): string {
  if (due > 0)
    return status === 'Quoted'
      ? `After it is accepted, ${formatMoney(due)} of it is due.`
      : `${formatMoney(due)} of it is due.`;
  if (later === 0) return 'Nothing more is due.';
  const amount = formatMoney(later);
  return status === 'Quoted'
    ? `After it is accepted, ${amount} is refunded.`
    : `Staff check your changes first. Then ${amount} is refunded.`;
}
