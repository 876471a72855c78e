import type { Feature } from '../../feature.ts';
import { synchronise } from '../identity/synchronise.ts';
import { ldapDirectories } from './directory.ts';
import { aboutDirectories } from './diagnostics.ts';
import { registerLdap } from './routes.ts';
import { ldapSettings } from './settings.ts';

export const ldap: Feature = {
  name: 'ldap',
  settings: ldapSettings,
  diagnostics: [aboutDirectories],
  routes: registerLdap,
  schedules: [
    {
      name: 'ldap.synchronise',
      cron: '23 * * * *',
      run: async (services) => {
        await synchronise(services, ldapDirectories(services));
      },
    },
  ],
};
