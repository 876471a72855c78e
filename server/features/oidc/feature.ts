import type { Feature } from '../../feature.ts';
import { Sealed } from '../../platform/sealed.ts';
import { sessionSecret } from '../../platform/settings.ts';
import { clientsOf } from './clients.ts';
import { aboutProviders } from './diagnostics.ts';
import { askProviders } from './provider-sessions.ts';
import { registerOidc } from './routes.ts';
import { openidSettings } from './settings.ts';

export const oidc: Feature = {
  name: 'oidc',
  settings: openidSettings,
  diagnostics: [aboutProviders],
  routes: registerOidc,
  schedules: [
    {
      name: 'oidc.sessions',
      cron: '23,53 * * * *',
      run: async (services) =>
        askProviders({
          services,
          clients: clientsOf(services),
          sealed: new Sealed(await sessionSecret(services.settings), 'openid tokens'),
        }),
    },
  ],
};
