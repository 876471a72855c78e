import type { CheckResult, Facts } from '../../../domain/calls/debug.ts';
import type { Diagnostics, Feature } from '../../feature.ts';
import { siteOrigin } from '../../platform/http/site-origin.ts';
import { Sealed } from '../../platform/sealed.ts';
import { sessionSecret } from '../../platform/settings.ts';
import { factColumns } from '../../platform/fact-columns.ts';
import type { Needs } from '../../services.ts';
import { callbackPath, providerClients } from './clients.ts';
import { askProviders } from './provider-sessions.ts';
import { registerOidc } from './routes.ts';
import { openidSettings } from './settings.ts';
import { summary, tryProvider } from './try-provider.ts';

const aboutProviders: Diagnostics = {
  key: 'openid',
  title: 'OpenID Connect',
  facts: readFacts,
  checks: [{ key: 'try', title: 'Test every identity provider', seconds: 60, run: tryAll }],
};

/** The address that is registered at the provider; without PUBLIC_URL that of this machine. */
function callbackAddress({ settings }: Needs<'settings'>, name: string): string {
  return `${siteOrigin(settings, null)}${callbackPath(name)}`;
}

async function readFacts(services: Needs<'settings'>): Promise<Facts> {
  const { openidProviders } = services.settings;
  return {
    facts: [{ label: 'Identity providers', value: openidProviders.length, kind: 'number' }],
    tables: [
      {
        title: 'Providers',
        columns: factColumns({ Name: 'text', Button: 'text', Issuer: 'code', Callback: 'code' }),
        rows: openidProviders.map(({ name, label, issuer }) => [name, label, issuer, callbackAddress(services, name)]),
        empty: 'People log in by OpenID Connect when OPENID_FILE names a provider.',
      },
    ],
    links: [{ label: 'Directories and providers', to: '/admin/identity' }],
  };
}

async function tryAll(services: Needs<'clock' | 'settings'>): Promise<CheckResult> {
  const { openidProviders } = services.settings;
  if (openidProviders.length === 0) return { outcome: 'skipped', says: 'No provider is configured.' };
  const tried = await Promise.all(
    openidProviders.map(async (provider) => ({
      label: provider.label,
      ...summary(await tryProvider(provider, callbackAddress(services, provider.name), services.clock)),
    })),
  );
  const worst = (['failed', 'attention'] as const).find((state) => tried.some(({ outcome }) => outcome === state));
  const reported = tried.filter(({ outcome }) => outcome === (worst ?? 'passed'));
  const todo = reported.flatMap((one) => one.todo ?? []).join(' ');
  return {
    outcome: worst ?? 'passed',
    says: reported.map(({ label, says }) => `${label}: ${says}`).join(' '),
    ...(todo === '' ? {} : { todo }),
  };
}

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
          clients: providerClients(services),
          sealed: new Sealed(await sessionSecret(services.settings), 'openid tokens'),
        }),
    },
  ],
};
