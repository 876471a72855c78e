import type { Services } from '../../services.ts';
import { ProviderClient } from './provider-client.ts';

const known = new WeakMap<Services, ReadonlyMap<string, ProviderClient>>();

/** One client of each provider in this process, by its name: routes, jobs and checks share what it knows of the provider. */
export function clientsOf(services: Services): ReadonlyMap<string, ProviderClient> {
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

/** Where the provider sends its answers; registered there. */
export function callbackPath(name: string): string {
  return `/api/auth/oidc/${name}/callback`;
}
