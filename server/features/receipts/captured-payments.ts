import { prepared, type Tx } from '../../platform/database.ts';
import type { RowOf } from '../../resources/typed-rows.ts';

/** What a charge was paid with, as its receipt shows it, and the accounts of the people who paid. */
export async function capturedPayments(
  tx: Tx,
  chargeId: number,
): Promise<{ payments: RowOf<'receipts'>['payments']; payerIds: number[] }> {
  const query = tx
    .selectFrom('payments')
    .select(['id', 'method', 'amountCents', 'capturedAt', 'account', 'payerId'])
    .where('chargeId', '=', chargeId)
    .where('state', '=', 'captured')
    .orderBy('id');
  const rows = await prepared(tx, query);
  const payments = rows.map(({ id, capturedAt, account, payerId: _payer, ...payment }) => ({
    ...payment,
    paymentId: id,
    paidAt: capturedAt ?? '',
    ...(account == null ? {} : { account }),
  }));
  return { payments, payerIds: [...new Set(rows.flatMap(({ payerId }) => payerId ?? []))] };
}
