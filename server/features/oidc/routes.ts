import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LoginProblem } from '../../../domain/values/login-problems.ts';
import { landingPath, wantedPath } from '../../../domain/access/route-guard.ts';
import type { LoginResponse } from '../../../domain/calls/accounts.ts';
import { siteOrigin } from '../../platform/http/site-origin.ts';
import { problem } from '../../platform/problem.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import { Sealed } from '../../platform/sealed.ts';
import { sessionSecret } from '../../platform/settings.ts';
import { boardsOf } from '../../resources/client-model.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { beginSession } from '../accounts/begin-session.ts';
import { logEvent } from '../event-log/event-log.ts';
import { admit } from '../identity/admit.ts';
import { registerBackChannel } from './back-channel.ts';
import { isInDomain } from './claims.ts';
import { exchange } from './exchange.ts';
import { keepLogin, takeLogin, type PendingLogin } from './login-cookies.ts';
import { loginFaultOf, LoginRefused } from './login-fault.ts';
import { callbackPath, providerClients } from './clients.ts';
import type { ProviderClient } from './provider-client.ts';
import { registerProviders } from './provider-routes.ts';
import { keepProviderSession, logoutAddress } from './provider-sessions.ts';
import { openidClient } from '../../platform/lazy-packages.ts';

/** Many people of a campus share an address, and log in at the same time when a class begins. */
const LIMIT: RateLimit = { name: 'openid-login', perClient: 600, shared: { total: 6000, share: 300 }, seconds: 300 };
const NAMED = { type: 'object', properties: { provider: { type: 'string', maxLength: 40 } } };
const AT_PROVIDER = { config: { public: true }, exposeHeadRoute: false } as const;

interface Call {
  Params: { provider: string };
  Querystring: Record<string, unknown>;
}

/** Login with an identity provider: the way there, and back with its answer. Both are addresses that browsers open, not calls. */
export async function registerOidc(app: FastifyInstance, services: CommandServices & Needs<'limits'>): Promise<void> {
  const { settings, clock } = services;
  const clients = providerClients(services);
  const secret = await sessionSecret(settings);
  const logins = { settings, clock, sealed: new Sealed(secret, 'openid logins') };
  const sealed = new Sealed(secret, 'openid tokens');
  const origin = (): string => siteOrigin(settings, app.server.address());
  const callbackOf = (name: string): string => `${origin()}${callbackPath(name)}`;

  app.logoutElsewhere.push((sessionId) => logoutAddress({ services, clients, sealed }, sessionId, `${origin()}/`));
  app.addHook('onRequest', async (_request, reply) => {
    // The address of the callback holds a code, that of the start what someone wanted to see.
    reply.header('referrer-policy', 'no-referrer');
  });

  const requireClient = (name: string): ProviderClient => {
    const client = clients.get(name);
    if (client === undefined)
      throw problem(404, 'openid.unknown-provider', 'Not found', 'This identity provider does not exist.');
    return client;
  };

  await app.register((scope) => registerBackChannel(scope, services, requireClient));
  await app.register((scope) => registerProviders(scope, services, requireClient));

  const oidc: Oidc = { services, logins, sealed, origin, callbackUrl: callbackOf };
  app.get<Call>('/api/auth/oidc/:provider/start', { ...AT_PROVIDER, schema: { params: NAMED } }, (request, reply) => {
    const client = requireClient(request.params.provider);
    const { redirectFrom: wanted } = request.query;
    const redirectFrom = wantedPath(typeof wanted === 'string' ? wanted : null);
    const attempt = { request, reply, client, redirectFrom };
    return redirectOnFailure(services, attempt, () => goToProvider(oidc, attempt));
  });
  app.get<Call>(
    '/api/auth/oidc/:provider/callback',
    { ...AT_PROVIDER, schema: { params: NAMED } },
    (request, reply) => {
      const client = requireClient(request.params.provider);
      const login = takeLogin(request, reply, logins, client.provider.name, request.query.state);
      const attempt = { request, reply, client, redirectFrom: login?.redirectFrom ?? null };
      return redirectOnFailure(services, attempt, () => returnFromProvider(oidc, attempt, login));
    },
  );
}

interface Oidc {
  services: CommandServices & Needs<'limits'>;
  logins: Parameters<typeof keepLogin>[2];
  /** For the tokens of providers. */
  sealed: Sealed;
  origin: () => string;
  callbackUrl: (name: string) => string;
}

interface Attempt {
  request: FastifyRequest;
  reply: FastifyReply;
  client: ProviderClient;
  redirectFrom: string | null;
}

async function goToProvider(
  { services, logins, callbackUrl: callbackOf }: Oidc,
  attempt: Attempt,
): Promise<FastifyReply> {
  const { request, reply, client, redirectFrom } = attempt;
  await enforceRateLimit(services, request);
  const configuration = await client.configuration();
  const { provider } = client;
  const login = {
    state: openidClient().randomState(),
    nonce: openidClient().randomNonce(),
    verifier: openidClient().randomPKCECodeVerifier(),
  };
  keepLogin(request, reply, logins, { ...login, provider: provider.name, redirectFrom });
  const address = openidClient().buildAuthorizationUrl(configuration, {
    ...provider.parameters,
    redirect_uri: callbackOf(provider.name),
    scope: provider.scopes.join(' '),
    code_challenge: await openidClient().calculatePKCECodeChallenge(login.verifier),
    code_challenge_method: 'S256',
    state: login.state,
    nonce: login.nonce,
  });
  return reply.redirect(address.href, 303);
}

async function returnFromProvider(oidc: Oidc, attempt: Attempt, login: PendingLogin | null): Promise<FastifyReply> {
  const { services } = oidc;
  const { request, reply, redirectFrom } = attempt;
  await enforceRateLimit(services, request);
  if (login === null)
    throw new LoginRefused('ended', 'The answer does not belong to a login that this browser started.');
  const user = await logIn(oidc, attempt, login);
  const shell = { routes: services.model.routes, boards: boardsOf(services.model, user) };
  const target = user.wasNotAbleToFullyLoad
    ? loginPage({ accountIssue: '1' }, redirectFrom)
    : landingPath(redirectFrom, shell, { ...user, isLoggedIn: true });
  return reply.redirect(target, 303);
}

async function logIn(
  { services, sealed, origin, callbackUrl: callbackOf }: Oidc,
  { request, reply, client }: Attempt,
  login: PendingLogin,
): Promise<LoginResponse> {
  const { provider } = client;
  const callback = new URL(callbackOf(provider.name));
  callback.search = URL.parse(request.url, origin())?.search ?? '';
  const answer = await exchange(await client.withCurrentKeys(), provider, callback, login);
  if (!isInDomain(provider, answer.claims))
    throw new LoginRefused('domain', 'The address of the person is in none of the allowed domains.');
  const identity = await admit(services, answer.person, {
    provider: provider.name,
    makesAccounts: provider.provisioning,
  });
  return beginSession(request, reply, services, {
    ...identity,
    ...(answer.refreshToken === null ? { sessionMinutes: provider.sessionMinutes } : {}),
    opened: (tx, sessionId) => keepProviderSession(tx, sealed, provider.name, sessionId, answer),
  });
}

async function enforceRateLimit({ limits }: Needs<'limits'>, { ip }: FastifyRequest): Promise<void> {
  if ((await limits.use(LIMIT, ip)) !== null) throw new LoginRefused('busy', 'Too many logins from one address.');
}

/** A failed login leads back to the login page with a sentence of ours; the cause is in the event log. */
async function redirectOnFailure(
  { db }: Needs<'db'>,
  { request, reply, client: { provider }, redirectFrom }: Attempt,
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work();
  } catch (error) {
    const fault = loginFaultOf(error);
    if (fault === null) throw error;
    if (fault.problem !== 'busy' && fault.problem !== 'cancelled')
      await logEvent(
        db,
        'warning',
        {
          message: `A login with ${provider.label} failed: ${fault.cause}`,
          exception: 'No exception',
          location: request.routeOptions.url ?? '',
        },
        { userId: null, ip: request.ip, userAgent: request.headers['user-agent'] ?? '' },
      );
    return reply.redirect(loginPage({ problem: fault.problem }, redirectFrom), 303);
  }
}

function loginPage(said: { problem: LoginProblem } | { accountIssue: '1' }, redirectFrom: string | null): string {
  const query = new URLSearchParams(said);
  if (redirectFrom !== null) query.set('redirectFrom', redirectFrom);
  return `/login?${query.toString()}`;
}
