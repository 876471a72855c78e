import type { Feature } from '../../feature.ts';
import { deleteExpired } from '../../platform/expired-rows.ts';
import { addAccountRules } from './account-rules.ts';
import { aboutAccounts } from './diagnostics.ts';
import { registerAccounts } from './routes.ts';
import { accountSettings } from './settings.ts';

export const accounts: Feature = {
  name: 'accounts',
  settings: accountSettings,
  checks: addAccountRules,
  diagnostics: [aboutAccounts],
  routes: registerAccounts,
  housekeeping: async (services) => {
    await deleteExpired(services, { table: 'sessions', since: 'expiresAt', days: 0 });
    // They count for minutes; a successful login deletes those before it.
    await deleteExpired(services, { table: 'loginAttempts', since: 'at', days: 1 });
  },
};
