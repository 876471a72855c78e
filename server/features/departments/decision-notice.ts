import type { Tx } from '../../platform/database.ts';
import type { RowOf } from '../../resources/typed-rows.ts';
import type { CommandServices } from '../../services.ts';
import { notify } from '../messages/notify.ts';

type DecidedCharge = Pick<RowOf<'departmentCharges'>, 'id' | 'userId' | 'title' | 'path' | 'amountCents' | 'balanceId'>;

/** Notifies the person of what became of their request. */
export async function notifyOfDecision(
  services: CommandServices,
  tx: Tx,
  { id, userId, title, path = null, amountCents, balanceId }: DecidedCharge,
  { audience, reason }: { audience: 'approved' | 'declined' | 'expired'; reason: string | null },
): Promise<void> {
  const { name: department } = await tx
    .selectFrom('balances')
    .select('name')
    .where('id', '=', balanceId)
    .executeTakeFirstOrThrow();
  await notify(services, tx, {
    event: 'departmentDecision',
    audience,
    recipients: [userId],
    values: { charge: { text: title, path: path ?? '/payment/balances' }, department, amount: amountCents, reason },
    about: { resource: 'departmentCharges', id, title, path },
  });
}
