import type { SystemSettings } from '../../resources/system-settings.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { isHttps } from '../../platform/http/security-headers.ts';
import { problem } from '../../platform/problem.ts';
import { sessionSecret, type Settings } from '../../platform/settings.ts';
import type { Needs } from '../../services.ts';
import { visitor } from './held-roles.ts';
import { KNOWN_DAYS } from './known-devices.ts';
import { SessionStore, type Session } from './session-store.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Open to accounts that have to set up their second factor first. */
    whileEnrolling?: boolean;
  }
  interface FastifyInstance {
    sessions: SessionStore;
    /**
     * Runs before a logout ends a session: the address at which the browser continues, to log out at its provider; null
     * for sessions of others. Must not throw.
     */
    logoutElsewhere: ((sessionId: number) => Promise<string | null>)[];
  }
  interface FastifyRequest {
    /** Parsed once, for authentication and the response cache. Null for a visitor. */
    sessionToken: string | null;
    actor: Actor;
    session: Session | null;
    /** A session that is switched to self check-in. Its rights are a visitor's: `session` is null. */
    selfCheckIn: SelfCheckInSession | null;
    /** A session whose role needs a second factor that the account lacks. It can only set one up: `session` is null. */
    enrolling: Session | null;
  }
}

export interface SelfCheckInSession extends Session {
  instanceId: number;
}

/** Register it directly after the cookie parser. */
export function readSessionToken(app: FastifyInstance, settings: Settings): void {
  app.decorateRequest('sessionToken', null);
  app.addHook('onRequest', (request, _reply, next) => {
    request.sessionToken = request.cookies[cookieName(request, settings)] || null;
    next();
  });
}

export async function addAuthentication(
  api: FastifyInstance,
  services: Needs<'db' | 'model' | 'permissions' | 'registeredSites' | 'settings' | 'systemSettings'>,
): Promise<void> {
  const { db, settings, model, systemSettings } = services;
  const longest = () => systemSettings.value('limits.sessionHours') * 60;
  const store = new SessionStore(db, await sessionSecret(settings), model.roles, longest);
  const emptyActor = visitor(model.roles);
  api.decorate('sessions', store);
  api.decorate('logoutElsewhere', []);
  api.decorateRequest('session', null);
  api.decorateRequest('selfCheckIn', null);
  api.decorateRequest('enrolling', null);
  api.decorateRequest('actor', {
    getter(this: FastifyRequest): Actor {
      // A self check-in browser is a kiosk without an account.
      return this.session?.actor ?? { ...emptyActor, isKiosk: this.selfCheckIn !== null, ip: this.ip };
    },
  });
  api.addHook('onRequest', async (request) => {
    const resolved = await store.resolve(request.sessionToken, request.ip);
    const { session, configurationRevision } = resolved;
    const instanceId = session?.selfCheckInId ?? null;
    await Promise.all([
      services.permissions.refresh(configurationRevision),
      services.systemSettings.refresh(configurationRevision),
      services.registeredSites.refresh(configurationRevision),
    ]);
    if (session !== null && instanceId !== null) request.selfCheckIn = { ...session, instanceId };
    else if (session !== null && (await lacksSecondFactor(services, session))) request.enrolling = session;
    else request.session = session;
  });
}

export function requireAccountId(actor: Actor): number {
  if (actor.id === null) throw problem(401, 'accounts.login-needed', 'Not logged in', 'Log in to continue.');
  return actor.id;
}

/** onRequest: refuses visitors, except on routes with `config: { public: true }`. */
export async function requireAccount(request: FastifyRequest): Promise<void> {
  const { config } = request.routeOptions;
  if (config.whileEnrolling) requireOwnSession(request);
  else if (!config.public) requireSession(request);
}

export function requireSession(request: FastifyRequest): Session {
  if (request.enrolling)
    throw problem(
      401,
      'account.second-factor-needed',
      'Second factor needed',
      'Your role needs a second factor. Set it up under Second factor in your account menu.',
    );
  if (!request.session)
    throw problem(401, 'account.login-needed', 'Not logged in', 'You need to be logged in to do this.');
  return request.session;
}

/** Also of an account that has to set up its second factor first. */
export function requireOwnSession(request: FastifyRequest): Session {
  return request.enrolling ?? requireSession(request);
}

/** Sessions that a provider has opened are exempt: it asks for its own second factor. */
export async function lacksSecondFactor(
  { db, systemSettings }: Needs<'db' | 'systemSettings'>,
  { id, hasSecondFactor, actor }: Session,
): Promise<boolean> {
  if (hasSecondFactor || !needsSecondFactor(systemSettings, actor.roles)) return false;
  const provided = await db.selectFrom('openidSessions').select('id').where('sessionId', '=', id).executeTakeFirst();
  return provided === undefined;
}

export function needsSecondFactor(systemSettings: SystemSettings, roles: readonly string[]): boolean {
  return systemSettings.value('logins.secondFactorRoles').some((role) => roles.includes(role));
}

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { settings, clock }: Needs<'clock' | 'settings'>,
  token: string,
  expiresAt: string,
): void {
  reply.setCookie(cookieName(request, settings), token, {
    ...cookieRules(request, settings),
    // Max-Age rather than Expires, because the client's clock may be wrong.
    maxAge: Math.ceil((Date.parse(expiresAt) - clock.now()) / 1000),
  });
}

/** The known-device cookie, which outlives its sessions. */
export function deviceCookie(request: FastifyRequest, settings: Settings): string | undefined {
  return request.cookies[`${cookieName(request, settings)}-device`];
}

export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, settings: Settings, value: string): void {
  reply.setCookie(`${cookieName(request, settings)}-device`, value, {
    ...cookieRules(request, settings),
    maxAge: KNOWN_DAYS * 86_400,
  });
}

export function pendingCookie(request: FastifyRequest, settings: Settings): string | undefined {
  return request.cookies[`${cookieName(request, settings)}-code`];
}

export function setPendingCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: Settings,
  { value, maxAge }: { value: string; maxAge: number },
): void {
  reply.setCookie(`${cookieName(request, settings)}-code`, value, { ...cookieRules(request, settings), maxAge });
}

export function clearPendingCookie(request: FastifyRequest, reply: FastifyReply, settings: Settings): void {
  reply.clearCookie(`${cookieName(request, settings)}-code`, cookieRules(request, settings));
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply, settings: Settings): void {
  reply.clearCookie(cookieName(request, settings), cookieRules(request, settings));
}

function cookieName(request: FastifyRequest, settings: Settings): string {
  return isHttps(request, settings) ? '__Host-atrium' : 'atrium';
}

function cookieRules(request: FastifyRequest, settings: Settings) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(request, settings) } as const;
}
