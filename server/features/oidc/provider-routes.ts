import type { FastifyInstance } from 'fastify';
import type { OpenidProviderSummary, OpenidTrial } from '../../../domain/access/openid-trial.ts';
import { isUnlimited } from '../../declarations/permission.ts';
import { siteOrigin } from '../../platform/http/site-origin.ts';
import { forbidden } from '../../resources/refusals.ts';
import type { Services } from '../../services.ts';
import { knownIdentities } from '../identity/known-identities.ts';
import { callbackPath } from './clients.ts';
import type { ProviderClient } from './provider-client.ts';
import type { OpenidProvider } from './settings.ts';
import { tryProvider } from './try-provider.ts';

const NAMED = { type: 'object', properties: { name: { type: 'string', pattern: '^[a-z0-9-]{1,40}$' } } };

/** What is configured, and whether it works: for administrators alone. */
export async function registerProviders(
  app: FastifyInstance,
  services: Services,
  clientOf: (name: string) => ProviderClient,
): Promise<void> {
  app.addHook('onRequest', async ({ actor }) => {
    if (!isUnlimited(actor)) throw forbidden('Only administrators see and try the identity providers.');
  });
  const callbackOf = (name: string): string =>
    `${siteOrigin(services.settings, app.server.address())}${callbackPath(name)}`;
  const summaryOf = async (provider: OpenidProvider): Promise<OpenidProviderSummary> => {
    const { name, label, issuer, clientId, clientAuthentication, scopes, claims, allowedDomains, provisioning } =
      provider;
    const known = await knownIdentities(services, { provider: name, isDirectory: false });
    const given = { name, label, issuer, clientId, clientAuthentication, scopes, claims, allowedDomains, provisioning };
    return { ...given, callback: callbackOf(name), known };
  };

  app.get(
    '/api/openid/providers',
    { schema: { summary: 'Identity providers: as configured, without secrets' } },
    (): Promise<OpenidProviderSummary[]> => Promise.all(services.settings.openidProviders.map(summaryOf)),
  );

  app.post<{ Params: { name: string } }>(
    '/api/openid/providers/:name/try',
    { schema: { params: NAMED, summary: 'Identity providers: tries one, without logging anybody in' } },
    async ({ params }): Promise<OpenidTrial> => {
      const { provider } = clientOf(params.name);
      return { steps: await tryProvider(provider, callbackOf(provider.name), services.clock) };
    },
  );
}
