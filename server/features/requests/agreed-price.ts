import {
  add,
  compare,
  divide,
  fraction,
  multiply,
  negate,
  round,
  type Fraction,
} from '../../../domain/requests/fractions.ts';
import { discountedBy } from '../../../domain/requests/form-actions.ts';
import { priceOf } from '../../../domain/requests/price-rules.ts';
import type { Answers } from '../../../domain/requests/request-form.ts';
import { dueCents } from '../../../domain/requests/workflow.ts';
import type { Db } from '../../platform/database.ts';
import { itemCents, readPaid } from '../payments/refund-parts.ts';
import type { SubmissionRow } from './rows.ts';

const NOTHING = fraction(0);

/**
 * What a request costs at this price, in cents as it is stored: what was paid, with its discount and tax, pays the price of what it was paid
 * for. A lower price returns the same proportion of it, a higher one adds the difference, before discount and tax.
 */
export async function costAt(db: Db, row: SubmissionRow, priceCents: number): Promise<number> {
  const covered = await coveredPrice(db, row);
  if (covered.top === 0n) return priceCents;
  const paid = fraction(row.paidCents);
  const added = add(fraction(priceCents), negate(covered));
  if (compare(added, NOTHING) >= 0) return row.paidCents + Number(round(added));
  const refunded = Number(round(divide(multiply(negate(added), paid), covered)));
  return row.paidCents - Math.min(row.paidCents, refunded);
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

/** The price, before discount and tax, of what was paid and not refunded, in cents. */
async function coveredPrice(db: Db, { id, paidCents }: SubmissionRow): Promise<Fraction> {
  if (paidCents === 0) return NOTHING;
  const { charges } = await readPaid(db, 'request', [id]);
  return charges
    .filter(({ state, amountCents }) => state === 'paid' && amountCents > 0)
    .map(({ lines, amountCents, paidCents: paid }) =>
      divide(multiply(fraction(itemCents(lines)), fraction(paid)), fraction(amountCents)),
    )
    .reduce(add, NOTHING);
}
