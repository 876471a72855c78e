import { quoteTotal, type QuoteLine } from '../../../domain/requests/quotes.ts';
import type { Status } from '../../../domain/requests/workflow.ts';
import type { MoneyEffect } from '../../../domain/calls/payments.ts';
import type { PlanNote } from '../../../domain/calls/action-parts.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import type { Tx } from '../../platform/database.ts';
import type { CommandRows } from '../../resources/command-registry.ts';
import { refundEffect } from '../payments/money-effect.ts';
import type { ThingRefund } from '../payments/payables.ts';
import { limitThings, readPaid, refundableOf } from '../payments/refund-parts.ts';
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

/** The refund of a request whose price fell below what was paid for it, in cents. */
export async function overpaidCents(tx: Tx, before: SubmissionRow, after: SubmissionRow): Promise<number> {
  const { costCents, paidCents, status } = after;
  const isRepriced = costCents !== before.costCents || !PAID_STATUSES.includes(before.status);
  if (costCents === null || paidCents <= costCents || !isRepriced || !PAID_STATUSES.includes(status)) return 0;
  return refundForPrice(tx, after.id, costCents);
}

/** Prices are without tax and discount: what was paid of them is returned in the same proportion. */
async function refundForPrice(tx: Tx, id: number, costCents: number): Promise<number> {
  const { charges } = await readPaid(tx, 'request', [id]);
  let [covered, paid] = [0, 0];
  for (const { lines, amountCents, paidCents } of charges) {
    const items = lines.filter(({ kind }) => kind === 'item').reduce((sum, line) => sum + line.amountCents, 0);
    covered += amountCents === 0 ? 0 : (items * paidCents) / amountCents;
    paid += paidCents;
  }
  const over = covered - costCents;
  return over <= 0 || covered === 0 ? 0 : Math.min(paid, Math.round((over * paid) / covered));
}

/** What becomes of what its customer paid, once a request has changed. No sentences where that is nothing. */
export async function priceChangeEffect(
  caller: Pick<CommandRows<'submissions'>, 'tx' | 'actor'>,
  before: SubmissionRow,
  after: SubmissionRow,
): Promise<MoneyEffect> {
  const { id, paidCents, costCents } = after;
  const { tx } = caller;
  if (paidCents === 0 || costCents === before.costCents) return { refundCents: 0, sentences: [] };
  const paid = `You have paid ${formatMoney(paidCents)}.`;
  if (costCents === null) return { refundCents: 0, sentences: [paid, 'Staff set the new price.'] };
  const price = `The price is ${formatMoney(costCents)} now.`;
  const refundCents = await overpaidCents(tx, before, after);
  if (refundCents > 0) {
    const { sentences } = await refundEffect(
      caller,
      'request',
      limitThings(await requestRefunds(tx, [id]), refundCents),
    );
    return { refundCents, sentences: [paid, price, ...sentences] };
  }
  const laterCents = await refundForPrice(tx, id, costCents);
  const rest =
    costCents > paidCents
      ? `${formatMoney(costCents - paidCents)} of it is due.`
      : laterCents > 0
        ? `Staff check your changes first. Then ${formatMoney(laterCents)} is refunded.`
        : 'Nothing more is due.';
  return { refundCents: 0, sentences: [paid, price, rest] };
}

/** What becomes of what was paid, once a request has the price that staff enter. */
export async function newPriceNotes(call: CommandRows<'submissions'>): Promise<PlanNote[]> {
  const { tx, rows, inputs } = call;
  const [row] = rows;
  const cost = enteredPrice(inputs);
  const paidCents = row?.paidCents ?? 0;
  if (row === undefined || rows.length > 1 || paidCents === 0 || cost === null) return [];
  const paid = `${formatMoney(paidCents)} is already paid.`;
  if (cost > paidCents) return [`${paid} ${formatMoney(cost - paidCents)} of the new price is due.`];
  const refundCents = await refundForPrice(tx, row.id, cost);
  if (refundCents === 0) return [`${paid} Nothing more is due.`];
  const things = limitThings(await requestRefunds(tx, [row.id]), refundCents);
  const { sentences } = await refundEffect(call, 'request', things);
  return [paid, ...sentences];
}

function enteredPrice({ quoteLines, costCents }: CommandRows['inputs']): number | null {
  const lines = Array.isArray(quoteLines) ? (quoteLines as unknown as QuoteLine[]) : [];
  const isComplete = lines.length > 0 && lines.every(({ unitCents }) => typeof unitCents === 'number');
  if (isComplete) return quoteTotal(lines) ?? null;
  return typeof costCents === 'number' ? costCents : null;
}
