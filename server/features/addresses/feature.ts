import { sql } from 'kysely';
import type { Feature } from '../../feature.ts';
import { deleteExpired } from '../../platform/expired-rows.ts';
import type { Services } from '../../services.ts';
import { dropAddressChange } from '../accounts/account-commands.ts';
import { registerAddresses } from './routes.ts';

/** Days after its end in which a change can still be mailed again. */
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

/** An address set by staff or a directory replaces the person's own request; a closed account has none. */
function addAddressRules({ engine }: Services): void {
  engine.checkAll('users', async (writes) => {
    for (const { tx, before, after } of writes)
      if (before && after && (before.email !== after.email || (before.active && !after.active)))
        await dropAddressChange(tx, before.id);
  });
}
