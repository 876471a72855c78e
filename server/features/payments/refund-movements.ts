import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { balanceAccount, type AccountCode } from '../ledger/accounts.ts';
import { bookedMovements, type Movement } from '../ledger/post.ts';
import type { Payment } from './card-payments.ts';
import { entryOf, incomeOf } from './pay.ts';
import type { Charge } from './payables.ts';
import { subtractShare, type RefundShare } from './refund-share.ts';

/** To the accounts that the payment came from, and what is reversed of discount and tax. */
export async function refundMovements(
  tx: Tx,
  charge: Charge,
  { payment, amountCents }: { payment: Payment; amountCents: number },
  { taxCents, discountCents }: RefundShare,
): Promise<Movement[]> {
  const from = payment.isLate ? 'suspense' : incomeOf(charge);
  const targets = await refundTargets(tx, charge, payment, amountCents);
  const movements: Movement[] = targets.map(({ account, cents }) => ({
    debit: from,
    credit: account,
    amountCents: cents,
  }));
  movements.push({ debit: 'taxes', credit: 'sales', amountCents: taxCents });
  movements.push({ debit: 'sales', credit: 'discounts', amountCents: discountCents });
  return movements.filter(({ amountCents: cents }) => cents > 0);
}

/** What refunds of the charge have not reversed of its tax and discount. */
export async function unreversedShare(tx: Tx, { id, taxCents, discountCents }: Charge): Promise<RefundShare> {
  const { rows } = await sql<RefundShare>`
    select coalesce(sum(p."amountCents") filter (where d."code" = 'taxes'), 0)::float8 as "taxCents",
      coalesce(sum(p."amountCents") filter (where c."code" = 'discounts'), 0)::float8 as "discountCents"
    from "refunds" r join "ledgerPostings" p on p."journalId" = r."journalId"
    join "ledgerAccounts" d on d."id" = p."debitId" join "ledgerAccounts" c on c."id" = p."creditId"
    where r."chargeId" = ${id} and r."state" <> 'failed'`.execute(tx);
  return subtractShare({ taxCents, discountCents }, rows[0] ?? { taxCents: 0, discountCents: 0 });
}

/** Of a payment with several balances, the last one gets its amount back first: free quota is spent first and returned last. */
export async function refundTargets(
  tx: Tx,
  charge: Charge,
  payment: Payment,
  amountCents: number,
): Promise<{ account: AccountCode; cents: number }[]> {
  if (payment.method === 'cash') return [{ account: 'cash', cents: amountCents }];
  if (payment.method === 'deskCard') return [{ account: await bookedDebit(tx, charge, payment), cents: amountCents }];
  if (payment.method !== 'balance' && payment.balanceId == null) return [{ account: 'clearing', cents: amountCents }];
  if (payment.balanceId != null) return [{ account: balanceAccount(payment.balanceId), cents: amountCents }];
  const paid = await bookedMovements(tx, { source: 'payments', sourceId: String(payment.id), purpose: 'payment' });
  const returned = await returnedByAccount(tx, payment.id);
  const targets: { account: AccountCode; cents: number }[] = [];
  let left = amountCents;
  for (const { debit, amountCents: spent } of paid.toReversed()) {
    const cents = Math.min(left, spent - (returned.get(debit) ?? 0));
    if (cents > 0) targets.push({ account: debit as AccountCode, cents });
    left -= Math.max(cents, 0);
  }
  if (left > 0) throw new Error('More is refunded than was paid.');
  return targets;
}

/** The account of the terminal. Earlier versions booked its payments as those of the gateway. */
async function bookedDebit(tx: Tx, charge: Charge, payment: Payment): Promise<AccountCode> {
  const [first] = await bookedMovements(tx, entryOf(charge, payment.id, null));
  return (first?.debit ?? 'terminal') as AccountCode;
}

/** What earlier refunds of the payment have returned. */
async function returnedByAccount(tx: Tx, paymentId: number): Promise<Map<string, number>> {
  const refunds = await tx
    .selectFrom('refunds')
    .select('id')
    .where('paymentId', '=', paymentId)
    .where('state', '!=', 'failed')
    .execute();
  const returned = new Map<string, number>();
  for (const { id } of refunds)
    for (const { credit, amountCents } of await bookedMovements(tx, {
      ...{ source: 'refunds', sourceId: String(id), purpose: 'refund' },
    }))
      returned.set(credit, (returned.get(credit) ?? 0) + amountCents);
  return returned;
}
