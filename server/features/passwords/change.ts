import type { Tx } from '../../platform/database.ts';
import type { Services } from '../../services.ts';
import { setPassword } from '../accounts/account-commands.ts';
import { notify } from '../messages/notify.ts';

/** Gives an account that is in use another password, and tells its person, who may not have done it. */
export async function changePassword(services: Services, tx: Tx, userId: number, passwordHash: string): Promise<void> {
  await setPassword(tx, userId, passwordHash);
  await notify(services, tx, {
    event: 'passwordChanged',
    audience: 'person',
    recipients: [userId],
    values: { changedAt: services.clock.instant() },
  });
}
