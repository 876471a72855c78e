import { sql } from 'kysely';
import { prepared, type Tx } from '../../platform/database.ts';
import type { RowOf } from '../../resources/typed-rows.ts';

/** What a charge was paid with, as its receipt shows it, and the accounts of the people who paid. */
export interface CapturedPayments {
  payments: RowOf<'receipts'>['payments'];
  payerIds: number[];
}

type Captured = Pick<RowOf<'payments'>, 'id' | 'method' | 'amountCents' | 'account' | 'payerId'> & { paidAt: string };

/** Of the charge "c", as JSON for `readCaptured`. */
export const CAPTURED = sql<Captured[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', p."id", 'method', p."method", 'amountCents', p."amountCents", 'account', p."account",
    'payerId', p."payerId", 'paidAt', to_char(p."capturedAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by p."id")
  from "payments" p where p."chargeId" = c."id" and p."state" = 'captured'), '[]')`;

export function readCaptured(captured: readonly Captured[]): CapturedPayments {
  const payments = captured.map(({ id, account, paidAt, payerId: _payer, ...payment }) => ({
    ...payment,
    paymentId: id,
    paidAt,
    ...(account == null ? {} : { account }),
  }));
  return { payments, payerIds: [...new Set(captured.flatMap(({ payerId }) => payerId ?? []))] };
}

export async function capturedPayments(tx: Tx, chargeId: number): Promise<CapturedPayments> {
  const query = tx.selectFrom('charges as c').select(CAPTURED.as('captured')).where('c.id', '=', chargeId);
  const [charge] = await prepared(tx, query);
  return readCaptured(charge?.captured ?? []);
}
