import type { Feature } from '../../feature.ts';
import { addAccountRules } from './account-rules.ts';
import { clearAttempts } from './login-limits.ts';
import { registerAccounts } from './routes.ts';
import { clearSessions } from './session-store.ts';

export const accounts: Feature = {
  name: 'accounts',
  checks: addAccountRules,
  routes: registerAccounts,
  housekeeping: async ({ db }) => {
    await clearSessions(db);
    await clearAttempts(db);
  },
};
