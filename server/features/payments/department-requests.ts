import type { PaymentView } from '../../../domain/calls/payments.ts';
import type { Tx } from '../../platform/database.ts';
import { withdrawRequests } from '../departments/charge.ts';
import type { PaymentContext } from './charges.ts';

/** Of a department's charge for a charge here. */
export const SOURCE = 'charges';

export function causeOf(open: { id: number } | null): { source: string; sourceId: string } | null {
  return open && { source: SOURCE, sourceId: String(open.id) };
}

/** Nothing of these charges is due any more. */
export async function withdrawDepartments(
  { services, tx, actor }: PaymentContext,
  chargeIds: readonly number[],
): Promise<void> {
  await withdrawRequests(services, tx, actor, { source: SOURCE, sourceIds: chargeIds.map(String) });
}

/** The request to charge a department for this charge. */
export async function approvalOf(tx: Tx, chargeId: number, dueCents: number): Promise<PaymentView['approval']> {
  const row = await tx
    .selectFrom('departmentCharges as d')
    .innerJoin('balances as b', 'b.id', 'd.balanceId')
    .select(['d.state', 'd.balanceId', 'b.name as department', 'd.amountCents', 'd.reason', 'd.expiresAt'])
    .where('d.source', '=', SOURCE)
    .where('d.sourceId', '=', String(chargeId))
    .executeTakeFirst();
  if (!row || row.state === 'charged' || row.state === 'withdrawn') return null;
  const { state, reason = null, expiresAt = null, ...rest } = row;
  return { ...rest, state, reason, expiresAt, isCurrent: row.amountCents === dueCents };
}
