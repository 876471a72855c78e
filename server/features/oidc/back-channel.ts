import type { FastifyInstance } from 'fastify';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { problem } from '../../platform/problem.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { Needs } from '../../services.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { isUnreachable } from './login-fault.ts';
import type { ProviderClient } from './provider-client.ts';
import { endProviderSessions } from './provider-sessions.ts';
import { jose } from '../../platform/lazy-packages.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Providers report logouts immediately: an older token is a copy. */
const LONGEST_AGE = '10 minutes';
const MAX_BYTES = 16 * 1024;
/** A provider reports the logouts of everyone from few addresses. */
const LIMIT: RateLimit = {
  name: 'openid-logout',
  perClient: 6000,
  shared: { total: 12_000, share: 600 },
  seconds: 300,
};
/** None of them has a secret that others share. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/**
 * Back-channel logout (OpenID Connect): the provider reports that someone has logged out there, in a form without a
 * cookie and with a signed token. Sessions newer than the token are unaffected, so a copy ends nothing.
 */
export async function registerBackChannel(
  app: FastifyInstance,
  services: Needs<'clock' | 'db' | 'limits'>,
  clientOf: (name: string) => ProviderClient,
): Promise<void> {
  const keysOf = keyStore();
  const limited = services.limits.refusing(
    LIMIT,
    'openid.too-many',
    'Too many calls',
    'Too many logouts at the same time.',
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );

  app.post<{ Params: { provider: string }; Body: unknown }>(
    '/api/auth/oidc/:provider/backchannel-logout',
    {
      config: { public: true },
      onRequest: limited,
      bodyLimit: MAX_BYTES,
      schema: { summary: 'Back-channel logout of an identity provider; it sends a signed logout_token as a form' },
    },
    async ({ params, body }, reply) => {
      const client = clientOf(params.provider);
      const token = tokenOf(body);
      try {
        await endSessions(services, client, token, keysOf);
      } catch (error) {
        if (error instanceof jose().errors.JOSEError) throw refused('The logout token is not valid.');
        if (isUnreachable(error))
          throw problem(
            503,
            'openid.unreachable',
            'Unavailable',
            'The provider does not answer, so its keys are not known.',
          );
        throw error;
      }
      return reply.code(200).send();
    },
  );
}

async function endSessions(
  services: Needs<'clock' | 'db'>,
  client: ProviderClient,
  token: string,
  keysOf: ReturnType<typeof keyStore>,
): Promise<void> {
  const { issuer, jwks_uri: address } = (await client.configuration()).serverMetadata();
  const { clientId, clockTolerance } = client.provider;
  const { payload } = await jose().jwtVerify(token, keysOf(address ?? ''), {
    issuer,
    audience: clientId,
    clockTolerance,
    maxTokenAge: LONGEST_AGE,
    algorithms: ALGORITHMS,
  });
  const { subject, sid, at } = logoutNotice(payload);
  // The token has the machine's time, which is the clock's outside of tests.
  const before = new Date((at + clockTolerance) * 1000 + services.clock.offset);
  await endProviderSessions(services, issuer, { subject, sid }, before);
}

/** How often an unknown key refetches the keys at most, since anyone can send a token with one. Milliseconds. */
const COOLDOWN = 1000;

/** The keys of each provider, fetched when they are needed and when an unknown one has signed. */
function keyStore(): (address: string) => JWTVerifyGetKey {
  const known = new Map<string, JWTVerifyGetKey>();
  return (address) => {
    const keys =
      known.get(address) ??
      jose().createRemoteJWKSet(new URL(address), { cooldownDuration: COOLDOWN, [jose().customFetch]: boundedFetch });
    known.set(address, keys);
    return keys;
  };
}

function tokenOf(body: unknown): string {
  if (typeof body === 'object' && body !== null && 'logout_token' in body && typeof body.logout_token === 'string')
    return body.logout_token;
  throw refused('A logout_token is needed.');
}

/** An ID token, which has a nonce and no event, is no logout token. */
function logoutNotice({ sub, sid, iat, nonce, events }: JWTPayload) {
  const subject = typeof sub === 'string' ? sub : null;
  const session = typeof sid === 'string' ? sid : null;
  const isLogout = typeof events === 'object' && events !== null && EVENT in events;
  if (!isLogout || nonce !== undefined || iat === undefined || (subject === null && session === null))
    throw refused('The token is not a logout token.');
  return { subject, sid: session, at: iat };
}

function refused(detail: string) {
  return problem(400, 'openid.invalid-logout', 'Bad request', detail);
}
