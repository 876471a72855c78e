import { discountedBy } from '../../../domain/requests/form-actions.ts';
import { priceOf } from '../../../domain/requests/price-rules.ts';
import type { Answers } from '../../../domain/requests/request-form.ts';
import { dueCents } from '../../../domain/requests/workflow.ts';
import type { Db } from '../../platform/database.ts';
import { itemCents, readPaid } from '../payments/refund-parts.ts';
import type { SubmissionRow } from './rows.ts';

/**
 * What a request costs at this price, in cents as it is stored: what was paid, with its discount and tax, pays the price of what it was paid
 * for. A lower price returns the same proportion of it, a higher one adds the difference, before discount and tax.
 */
export async function costAt(db: Db, row: SubmissionRow, priceCents: number): Promise<number> {
  const { paidCents } = row;
  const covered = await coveredCents(db, row);
  if (covered === 0) return priceCents;
  if (priceCents >= covered) return paidCents + Math.round(priceCents - covered);
  return paidCents - Math.min(paidCents, Math.round(((covered - priceCents) * paidCents) / covered));
}

/**
 * What it costs with changed answers; null where staff set it. Answers that lead to the same price keep the agreed one, which staff may have
 * corrected. Another price is that of the form, less the discounts that its actions gave.
 */
export async function costOfAnswers(db: Db, row: SubmissionRow, data: Answers): Promise<number | null> {
  const price = priceOf(row, data)?.cents ?? null;
  if (price === null) return null;
  const isSame = price === priceOf(row, row.data)?.cents && row.costCents !== null;
  if (isSame) return row.paidCents === 0 ? row.costCents : row.paidCents + restCents(row);
  return costAt(db, row, discountedPrice(row, price));
}

/** Of a refund nothing is due again. */
function restCents(row: SubmissionRow): number {
  return row.returnStack.includes('PaymentPending') ? dueCents(row) : 0;
}

function discountedPrice({ actions, doneActions }: SubmissionRow, price: number): number {
  return doneActions.reduce((cents, name) => {
    const action = actions[name];
    return action?.type === 'DiscountApplied' ? discountedBy(action, cents) : cents;
  }, price);
}

/** The price, before discount and tax, of what was paid and not refunded. Can be a fraction. */
async function coveredCents(db: Db, { id, paidCents }: SubmissionRow): Promise<number> {
  if (paidCents === 0) return 0;
  const { charges } = await readPaid(db, 'request', [id]);
  return charges.reduce((sum, { state, lines, amountCents, paidCents: paid }) => {
    const isPaid = state === 'paid' && amountCents > 0;
    return isPaid ? sum + (itemCents(lines) * paid) / amountCents : sum;
  }, 0);
}
