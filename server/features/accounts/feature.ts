import type { Feature } from '../../feature.ts';
import { addAccountRules } from './account-rules.ts';
import { aboutAccounts } from './diagnostics.ts';
import { clearAttempts } from './login-limits.ts';
import { registerAccounts } from './routes.ts';
import { clearSessions } from './session-store.ts';
import { accountSettings } from './settings.ts';

export const accounts: Feature = {
  name: 'accounts',
  settings: accountSettings,
  checks: addAccountRules,
  diagnostics: [aboutAccounts],
  routes: registerAccounts,
  housekeeping: async ({ db }) => {
    await clearSessions(db);
    await clearAttempts(db);
  },
};
