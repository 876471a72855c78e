import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ClientAuth,
  type Configuration,
} from 'openid-client';
import type { Clock } from '../../platform/clock.ts';
import type { OpenidProvider } from './settings.ts';

/** Of each request to the provider. */
const TIMEOUT_SECONDS = 5;
/** A provider changes its addresses rarely, its keys are read anew when an unknown one has signed. */
const KNOWN_FOR = 3_600_000;
/** One that does not answer is not asked by each login that waits. */
const FAILED_FOR = 10_000;

/**
 * The provider as it describes itself, asked for when it is first needed and again every hour: one that is down keeps neither the server
 * from starting nor a login from being tried later.
 */
export class ProviderClient {
  readonly provider: OpenidProvider;
  readonly #clock: Clock;
  #known: { found: Promise<Configuration>; until: number } | null = null;

  constructor(provider: OpenidProvider, clock: Clock) {
    this.provider = provider;
    this.#clock = clock;
  }

  /** Rejects with the error of the library when the provider cannot be reached, or is another than the issuer that is configured. */
  configuration(): Promise<Configuration> {
    const now = this.#clock.now();
    if (this.#known !== null && now < this.#known.until) return this.#known.found;
    const known = { found: discover(this.provider), until: now + KNOWN_FOR };
    known.found.catch(() => {
      known.until = this.#clock.now() + FAILED_FOR;
    });
    this.#known = known;
    return known.found;
  }
}

/** Asks the provider for its addresses. Signatures are verified even where the standard trusts the connection instead. */
export async function discover(provider: OpenidProvider): Promise<Configuration> {
  const isLocal = provider.issuer.startsWith('http:');
  return discovery(
    new URL(provider.issuer),
    provider.clientId,
    { [clockTolerance]: provider.clockTolerance },
    authenticationOf(provider),
    {
      timeout: TIMEOUT_SECONDS,
      execute: [enableNonRepudiationChecks, ...(isLocal ? [allowInsecureRequests] : [])],
    },
  );
}

function authenticationOf({ clientAuthentication, clientSecret }: OpenidProvider): ClientAuth {
  if (clientAuthentication === 'none' || clientSecret === null) return None();
  return clientAuthentication === 'post' ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret);
}
