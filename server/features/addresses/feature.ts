import { sql } from 'kysely';
import type { Feature } from '../../feature.ts';
import { deleteExpired } from '../../platform/expired-rows.ts';
import type { Services } from '../../services.ts';
import { dropAddressChange } from '../accounts/account-commands.ts';
import { registerAddresses } from './routes.ts';

/** After its end so long a change can be mailed again. */
const RETENTION_DAYS = 7;

export const addresses: Feature = {
  name: 'addresses',
  checks: addAddressRules,
  routes: registerAddresses,
  housekeeping: async (services) => {
    const only = sql<boolean>`"row"."confirmedAt" is null`;
    await deleteExpired(services, { table: 'addressChanges', since: 'endsAt', days: RETENTION_DAYS, only });
  },
};

/** What staff or a directory say of an address is newer than what the person has asked for; and a closed account asks for nothing. */
function addAddressRules({ engine }: Services): void {
  engine.checkAll('users', async (writes) => {
    for (const { tx, before, after } of writes)
      if (before && after && (before.email !== after.email || (before.active && !after.active)))
        await dropAddressChange(tx, before.id);
  });
}
