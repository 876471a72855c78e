import type { ClientAuth, Configuration } from 'openid-client';
import type { Clock } from '../../platform/clock.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { endpointFaults, hasEndpoints } from './endpoints.ts';
import { LoginRefused } from './login-fault.ts';
import type { OpenidProvider } from './settings.ts';
import { openidClient } from '../../platform/lazy-packages.ts';

const TIMEOUT_SECONDS = 5;
/** A provider changes its addresses rarely. */
const KNOWN_FOR = 3_600_000;
/** After a failure, waiting logins do not try again for so long. */
const FAILED_FOR = 10_000;

/**
 * The provider's own description, fetched on first use and hourly: a provider that is down neither blocks the start nor
 * later logins.
 */
export class ProviderClient {
  readonly provider: OpenidProvider;
  readonly #clock: Clock;
  #known: { found: Promise<Configuration>; until: number } | null = null;

  constructor(provider: OpenidProvider, clock: Clock) {
    this.provider = provider;
    this.#clock = clock;
  }

  /**
   * Rejects with the library's error when the provider cannot be reached, or is another than the configured issuer, and
   * with LoginRefused when it names no usable addresses.
   */
  configuration(): Promise<Configuration> {
    const now = this.#clock.now();
    if (this.#known !== null && now < this.#known.until) return this.#known.found;
    const known = { found: usable(this.provider), until: now + KNOWN_FOR };
    known.found.catch(() => {
      known.until = this.#clock.now() + FAILED_FOR;
    });
    this.#known = known;
    return known.found;
  }

  /** Refetches the keys, which the provider may have replaced, also under the same name. */
  async withCurrentKeys(): Promise<Configuration> {
    const { provider } = this;
    const known = (await this.configuration()).serverMetadata();
    const fresh = new (openidClient().Configuration)(
      known,
      provider.clientId,
      metadataOf(provider),
      authenticationOf(provider),
    );
    fresh.timeout = TIMEOUT_SECONDS;
    fresh[openidClient().customFetch] = boundedFetch;
    for (const set of clientRules(provider)) set(fresh);
    return fresh;
  }
}

async function usable(provider: OpenidProvider): Promise<Configuration> {
  const configuration = await discover(provider);
  const metadata = configuration.serverMetadata();
  if (!hasEndpoints(metadata)) throw new LoginRefused('refused', endpointFaults(metadata).join(' '));
  return configuration;
}

/** Asks the provider for its addresses. Signatures are verified even where the standard trusts the connection instead. */
export async function discover(provider: OpenidProvider): Promise<Configuration> {
  return openidClient().discovery(
    new URL(provider.issuer),
    provider.clientId,
    metadataOf(provider),
    authenticationOf(provider),
    {
      timeout: TIMEOUT_SECONDS,
      execute: clientRules(provider),
      [openidClient().customFetch]: boundedFetch,
    },
  );
}

function metadataOf(provider: OpenidProvider) {
  return { [openidClient().clockTolerance]: provider.clockTolerance };
}

function clientRules({ issuer }: OpenidProvider): ((configuration: Configuration) => void)[] {
  return [
    openidClient().enableNonRepudiationChecks,
    ...(issuer.startsWith('http:') ? [openidClient().allowInsecureRequests] : []),
  ];
}

function authenticationOf({ clientAuthentication, clientSecret }: OpenidProvider): ClientAuth {
  if (clientAuthentication === 'none' || clientSecret === null) return openidClient().None();
  return clientAuthentication === 'post'
    ? openidClient().ClientSecretPost(clientSecret)
    : openidClient().ClientSecretBasic(clientSecret);
}
