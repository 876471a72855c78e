import type { FastifyInstance } from 'fastify';
import { openidCalls, type OpenidProviderSummary } from '../../../domain/calls/logins.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { isUnlimited } from '../../declarations/permission.ts';
import { siteOrigin } from '../../platform/http/site-origin.ts';
import { forbidden } from '../../resources/refusals.ts';
import type { Needs } from '../../services.ts';
import { knownIdentities } from '../identity/known-identities.ts';
import { callbackPath } from './clients.ts';
import type { ProviderClient } from './provider-client.ts';
import type { OpenidProvider } from './settings.ts';
import { tryProvider } from './try-provider.ts';

export async function registerProviders(
  app: FastifyInstance,
  services: Needs<'clock' | 'db' | 'settings'>,
  clientOf: (name: string) => ProviderClient,
): Promise<void> {
  app.addHook('onRequest', async ({ actor }) => {
    if (!isUnlimited(actor)) throw forbidden('Only administrators can see and test the identity providers.');
  });
  const callbackUrl = (name: string): string =>
    `${siteOrigin(services.settings, app.server.address())}${callbackPath(name)}`;
  const providerSummary = async (provider: OpenidProvider): Promise<OpenidProviderSummary> => {
    const { name, label, issuer, clientId, clientAuthentication, scopes, claims, allowedDomains, provisioning } =
      provider;
    const known = await knownIdentities(services, { provider: name, isDirectory: false });
    const given = { name, label, issuer, clientId, clientAuthentication, claims, provisioning };
    const lists = { scopes: [...scopes], allowedDomains: allowedDomains && [...allowedDomains] };
    return { ...given, ...lists, callback: callbackUrl(name), known };
  };

  addCalls(app, openidCalls, {
    'GET /api/openid/providers': () => Promise.all(services.settings.openidProviders.map(providerSummary)),
    'POST /api/openid/providers/:name/try': async ({ params }) => {
      const { provider } = clientOf(params.name);
      return { steps: await tryProvider(provider, callbackUrl(provider.name), services.clock) };
    },
  });
}
