import { priceOf } from '../../../domain/requests/price-rules.ts';
import { dueCents } from '../../../domain/requests/workflow.ts';
import { dueAmount } from '../payments/due-amount.ts';
import type { Tx } from '../../platform/database.ts';
import type { PayableLine, PayableState } from '../payments/payables.ts';
import type { RequestContext } from './context.ts';
import type { SubmissionRow } from './rows.ts';

/** It waits for its payment, or was put aside while it did. A payment reopens it, as a reply does. */
export function isPayable({ status, returnStack }: SubmissionRow): boolean {
  return status === 'PaymentPending' || (status === 'Stale' && returnStack.at(-1) === 'PaymentPending');
}

/** The lines of the price that the answers determine, while it is the price; else one line. */
export function dueLines(row: SubmissionRow, title: string): PayableLine[] {
  const category = { formId: row.formId };
  const price = row.paidCents === 0 ? priceOf(row, row.data) : null;
  const isPrice =
    price !== null &&
    price.lines.length > 0 &&
    price.cents === row.costCents &&
    price.lines.every(({ cents }) => cents >= 0);
  if (!isPrice)
    return [{ label: row.paidCents === 0 ? title : 'Rest of the price', amountCents: dueCents(row), category }];
  return price.lines.map(({ label, cents }) => ({ label: label === '' ? title : label, amountCents: cents, category }));
}

/** The discount with which a part of it was paid: the rest has the same percentage. An amount is deducted once. */
export async function paidDiscount(tx: Tx, row: SubmissionRow): Promise<Pick<PayableState, 'storedDiscount'>> {
  if (row.paidCents === 0) return {};
  const charge = await tx
    .selectFrom('charges')
    .select(['discountPercent', 'discountReason'])
    .where('endpoint', '=', 'request')
    .where('sourceId', '=', row.id)
    .where('state', '=', 'paid')
    .where('paidCents', '>', 0)
    .where('discountCents', '>', 0)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!charge) return {};
  const { discountPercent: percent, discountReason: reason } = charge;
  if (percent === null) return { storedDiscount: null };
  const name = reason ?? '';
  const unlimited = { scope: 'everything', formId: null, storeItemId: null, eventId: null, categoryId: null } as const;
  return { storedDiscount: { name, reason: name, percent, amountCents: null, ...unlimited } };
}

type DueContext = Pick<RequestContext, 'services' | 'tx'>;

/** What its customer pays for it now, with discount and tax, in cents; null when it waits for no payment. */
export async function requestDue(context: DueContext, row: SubmissionRow): Promise<number | null> {
  return isPayable(row) && row.costCents !== null && dueCents(row) > 0 ? unpaidAmount(context, row) : null;
}

/** The same in any status, of what is not paid of its price. */
export async function unpaidAmount(context: DueContext, row: SubmissionRow): Promise<number> {
  if (dueCents(row) === 0) return 0;
  const owed = { endpoint: 'request', sourceId: row.id, ownerId: row.submittedById } as const;
  return dueAmount(context, { ...owed, lines: dueLines(row, ''), ...(await paidDiscount(context.tx, row)) });
}
