import type { SystemSettings } from '../../resources/system-settings.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { KIOSK_IDENTITIES } from '../../../domain/values/kiosk-identity.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { isHttps } from '../../platform/http/security-headers.ts';
import { problem } from '../../platform/problem.ts';
import { sessionSecret, type Settings } from '../../platform/settings.ts';
import type { Needs } from '../../services.ts';
import { DeviceStore, type Device } from './device-store.ts';
import { visitor } from './held-roles.ts';
import { KNOWN_DAYS } from './known-devices.ts';
import { SessionStore, type Session } from './session-store.ts';

/** Browsers store cookies for 400 days at most. */
const PAIRED_DAYS = 400;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Open to accounts that have to set up their second factor first. */
    whileEnrolling?: boolean;
  }
  interface FastifyInstance {
    sessions: SessionStore;
    devices: DeviceStore;
    /**
     * Runs before a logout ends a session: the address at which the browser continues, to log out at its provider; null
     * for sessions of others. Must not throw.
     */
    logoutElsewhere: ((sessionId: number) => Promise<string | null>)[];
  }
  interface FastifyRequest {
    /** Parsed once, for authentication and the response cache. Null for a visitor. */
    sessionToken: string | null;
    /** Parsed once, likewise. Null where this browser is not paired. */
    deviceToken: string | null;
    /** The paired display or reader that sends the request. */
    device: Device | null;
    actor: Actor;
    session: Session | null;
    /** A session whose role needs a second factor that the account lacks. It can only set one up: `session` is null. */
    enrolling: Session | null;
  }
}

/** Register it directly after the cookie parser. */
export function readSessionToken(app: FastifyInstance, settings: Settings): void {
  app.decorateRequest('sessionToken', null);
  app.decorateRequest('deviceToken', null);
  app.addHook('onRequest', (request, _reply, next) => {
    request.sessionToken = request.cookies[cookieName(request, settings)] || null;
    request.deviceToken = request.cookies[kioskCookieName(request, settings)] || null;
    next();
  });
}

export async function addAuthentication(
  api: FastifyInstance,
  services: Needs<'db' | 'model' | 'permissions' | 'registeredSites' | 'settings' | 'systemSettings'>,
): Promise<void> {
  const { db, settings, model, systemSettings } = services;
  const longest = () => systemSettings.value('limits.sessionHours') * 60;
  const secret = await sessionSecret(settings);
  const store = new SessionStore(db, secret, model.roles, longest);
  const devices = new DeviceStore(db, secret);
  const emptyActor = visitor(model.roles);
  api.decorate('sessions', store);
  api.decorate('devices', devices);
  api.decorateRequest('device', null);
  api.decorate('logoutElsewhere', []);
  api.decorateRequest('session', null);
  api.decorateRequest('enrolling', null);
  api.decorateRequest('actor', {
    getter(this: FastifyRequest): Actor {
      // A paired display is a kiosk without an account.
      const isKiosk = this.device !== null;
      return this.session?.actor ?? { ...emptyActor, isKiosk, ip: this.ip };
    },
  });
  api.addHook('onRequest', async (request) => {
    if (request.deviceToken !== null) request.device = await devices.resolve(request.deviceToken);
    const { session: stored, configurationRevision } = await store.resolve(request.sessionToken, request.ip);
    const session = stored !== null && !stored.isParked && belongsHere(stored, request.device) ? stored : null;
    await Promise.all([
      services.permissions.refresh(configurationRevision),
      services.systemSettings.refresh(configurationRevision),
      services.registeredSites.refresh(configurationRevision),
    ]);
    if (session !== null && !session.actor.isKiosk && (await lacksSecondFactor(services, session)))
      request.enrolling = session;
    else request.session = session;
  });
}

export function requireAccountId(actor: Actor): number {
  if (actor.id === null) throw problem(401, 'accounts.login-needed', 'Not logged in', 'Log in to continue.');
  return actor.id;
}

/** A kiosk session ends with the pairing of its device, and is worthless without the device's token. */
function belongsHere({ deviceId }: Session, device: Device | null): boolean {
  return deviceId === null || deviceId === device?.id;
}

/** onRequest: a kiosk session can call only what kiosk pages need. */
export async function requireKioskCall(request: FastifyRequest): Promise<void> {
  const { session, method, routeOptions } = request;
  if (session?.actor.isKiosk !== true) return;
  const { call, public: isPublic } = routeOptions.config;
  const held = KIOSK_IDENTITIES.indexOf(session.actor.identifiedBy ?? 'id');
  if (call?.kiosk !== undefined && held >= KIOSK_IDENTITIES.indexOf(call.kiosk)) return;
  if (isPublic === true && (method === 'GET' || method === 'HEAD')) return;
  throw problem(403, 'kiosk.not-available', 'Not Allowed', 'This page is not available in kiosk mode');
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

/** Sent to our own pages only, for as long as browsers store a cookie. Each contact renews it. */
export function setKioskCookie(request: FastifyRequest, reply: FastifyReply, settings: Settings, token: string): void {
  reply.setCookie(kioskCookieName(request, settings), token, {
    ...cookieRules(request, settings),
    sameSite: 'strict',
    maxAge: PAIRED_DAYS * 86_400,
  });
}

export function clearKioskCookie(request: FastifyRequest, reply: FastifyReply, settings: Settings): void {
  reply.clearCookie(kioskCookieName(request, settings), { ...cookieRules(request, settings), sameSite: 'strict' });
}

function kioskCookieName(request: FastifyRequest, settings: Settings): string {
  return `${cookieName(request, settings)}-kiosk`;
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
