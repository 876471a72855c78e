import type { Tx } from '../../platform/database.ts';
import { balanceAccount, type AccountCode } from '../ledger/accounts.ts';
import { bookedMovements, type Movement } from '../ledger/post.ts';
import type { Payment } from './card-payments.ts';
import { entryOf, incomeOf } from './pay.ts';
import type { Charge } from './payables.ts';

/** To the accounts that the payment came from, and what was booked for discount and tax in proportion. */
export async function refundMovements(
  tx: Tx,
  before: Charge,
  after: Charge,
  { payment, amountCents }: { payment: Payment; amountCents: number },
): Promise<Movement[]> {
  const from = payment.isLate ? 'suspense' : incomeOf(before);
  const targets = await refundTargets(tx, before, payment, amountCents);
  const movements: Movement[] = targets.map(({ account, cents }) => ({
    debit: from,
    credit: account,
    amountCents: cents,
  }));
  if (payment.isLate || before.paidAt == null) return movements;
  const share = (total: number): number => shareOf(before, total, before) - shareOf(before, total, after);
  const [tax, discount] = [share(before.taxCents), share(before.discountCents)].map(Math.abs) as [number, number];
  movements.push({ debit: 'taxes', credit: 'sales', amountCents: tax });
  movements.push({ debit: 'sales', credit: 'discounts', amountCents: discount });
  return movements.filter(({ amountCents: cents }) => cents > 0);
}

/** The part of a total that belongs to what is paid, rounded half up. Products of two amounts exceed exact numbers. */
function shareOf({ amountCents }: Charge, total: number, { paidCents }: Charge): number {
  if (amountCents === 0) return 0;
  const [all, paid] = [BigInt(amountCents), BigInt(paidCents)];
  return Number((2n * BigInt(total) * paid + all) / (2n * all));
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
