import type { Tx } from '../../platform/database.ts';
import type { NoticeServices } from '../../services.ts';
import { setPassword } from '../accounts/account-commands.ts';
import { notify } from '../messages/notify.ts';

export async function changePassword(
  services: NoticeServices,
  tx: Tx,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await setPassword(tx, userId, passwordHash);
  await notify(services, tx, {
    event: 'passwordChanged',
    audience: 'person',
    recipients: [userId],
    values: { changedAt: services.clock.instant() },
  });
}
