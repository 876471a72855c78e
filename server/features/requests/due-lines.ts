import { priceOf } from '../../../domain/requests/price-rules.ts';
import { dueCents } from '../../../domain/requests/workflow.ts';
import { dueAmount } from '../payments/due-amount.ts';
import type { PayableLine } from '../payments/payables.ts';
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

/** What its customer pays for it now, with discount and tax, in cents; null when it waits for no payment. */
export async function requestDue(
  context: Pick<RequestContext, 'services' | 'tx'>,
  row: SubmissionRow,
): Promise<number | null> {
  if (!isPayable(row) || row.costCents === null || dueCents(row) === 0) return null;
  const owed = { endpoint: 'request', sourceId: row.id, ownerId: row.submittedById } as const;
  return dueAmount(context, { ...owed, lines: dueLines(row, '') });
}
