import { SYSTEM } from '../../../domain/declarations/actor.ts';
import { paymentPath } from '../../../domain/payments/paths.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { CommandServices } from '../../services.ts';
import { chargeDepartment } from '../departments/charge.ts';
import { dueOf } from './capture.ts';
import { notDue, openCharge, type OpenedCharge, type PaymentContext } from './charges.ts';
import { SOURCE } from './department-requests.ts';
import { amountChanged, payWithDepartment, refuseTopUp, requireDue } from './pay.ts';
import type { Charge } from './payables.ts';

interface DepartmentPayer {
  payerId: number;
  balanceId: number;
  amountCents: number;
  account: string | null;
}

/**
 * Pays all that is due with a department, by the rules for the payer: 409 `department.not-possible`, 400 for the account string. Above an
 * amount, its contact must approve first: nothing is booked, what is paid for waits by its own rules, and the answer is null.
 */
export async function payByDepartment(
  context: PaymentContext,
  opened: OpenedCharge,
  { payerId, balanceId, amountCents, account }: DepartmentPayer,
): Promise<Charge | null> {
  const { services, tx, actor } = context;
  const { charge } = opened;
  refuseTopUp(charge);
  await requireDue(context, opened, amountCents);
  // A charge is paid by one department at most: an approval is for the whole of it.
  if (amountCents !== dueOf(charge)) throw amountChanged();
  const payment = { balanceId, userId: payerId, amountCents, account };
  const cause = {
    source: SOURCE,
    sourceId: String(charge.id),
    title: charge.title,
    path: paymentPath(charge.endpoint, charge.sourceId, charge.userId === payerId ? {} : { key: charge.deskCode }),
  };
  const result = await chargeDepartment(services, tx, actor, { payment, cause });
  if (result !== 'charged') return null;
  return payWithDepartment(context, opened, { payerId, balanceId, amountCents, account });
}

/** The contact has approved it. Where it is no longer due, or the rules have changed, the payer sees why on the pay page. */
export async function payApproved(services: CommandServices, departmentChargeId: number): Promise<void> {
  const approved = await services.db
    .selectFrom('departmentCharges')
    .select(['source', 'sourceId', 'userId as payerId', 'balanceId', 'amountCents', 'account', 'state'])
    .where('id', '=', departmentChargeId)
    .executeTakeFirst();
  if (approved?.source !== SOURCE || approved.state !== 'approved') return;
  const { sourceId, payerId, balanceId, amountCents, account = null } = approved;
  const charge = await services.db
    .selectFrom('charges')
    .select(['id', 'endpoint', 'sourceId'])
    .where('id', '=', Number(sourceId))
    .executeTakeFirstOrThrow();
  try {
    await services.engine.transaction(async (tx) => {
      const context = { services, tx, actor: SYSTEM };
      // Its price is computed again: the last use of its discount can be taken.
      const opened = await openCharge(context, charge.endpoint, charge.sourceId);
      if (opened.charge.id !== charge.id) throw notDue();
      if (dueOf(opened.charge) !== amountCents) return;
      await payByDepartment(context, opened, { payerId, balanceId, amountCents, account });
    });
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.status >= 500) throw error;
  }
}
