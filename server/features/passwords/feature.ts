import type { Feature } from '../../feature.ts';
import { deleteExpired } from '../../platform/expired-rows.ts';
import type { Needs } from '../../services.ts';
import { voidPasswordLink } from '../accounts/account-commands.ts';
import { addPasswordCommand } from './change.ts';
import { SEND_PASSWORD_LINKS, sendPasswordLinks } from './forgotten.ts';
import { addInviteCommand } from './invite.ts';
import { registerPasswords } from './routes.ts';

/** Days after its end in which an invited person can still request another link. */
const RETENTION_DAYS = 90;

export const passwords: Feature = {
  name: 'passwords',
  checks: addLinkRules,
  commands: (services) => {
    addPasswordCommand(services);
    addInviteCommand(services);
  },
  jobs: [{ name: SEND_PASSWORD_LINKS, run: (services, { account }) => sendPasswordLinks(services, String(account)) }],
  routes: registerPasswords,
  housekeeping: async (services) => {
    await deleteExpired(services, { table: 'passwordLinks', since: 'endsAt', days: RETENTION_DAYS });
  },
};

/** A link went to the address that the account had, and a closed account has none. */
function addLinkRules({ engine }: Needs<'engine'>): void {
  engine.rules.checkAll('users', async (writes) => {
    for (const { tx, before, after } of writes)
      if (before && after && (before.email !== after.email || (before.active && !after.active)))
        await voidPasswordLink(tx, before.id);
  });
}
