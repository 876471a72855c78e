import type { Needs } from '../../services.ts';
import { ProviderClient } from './provider-client.ts';

const known = new WeakMap<object, ReadonlyMap<string, ProviderClient>>();

/** One client per provider and process: routes, jobs and checks share its state. */
export function providerClients(services: Needs<'clock' | 'settings'>): ReadonlyMap<string, ProviderClient> {
  const made =
    known.get(services) ??
    new Map(
      services.settings.openidProviders.map((provider) => [
        provider.name,
        new ProviderClient(provider, services.clock),
      ]),
    );
  known.set(services, made);
  return made;
}

/** Registered at the provider. */
export function callbackPath(name: string): string {
  return `/api/auth/oidc/${name}/callback`;
}
