import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LoginResponse, UserCookieData } from '../../../domain/calls/accounts.ts';
import { problem } from '../../platform/problem.ts';
import { sessionSecret } from '../../platform/settings.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { lacksGroups } from '../identity/admit.ts';
import type { Identity } from '../identity/provider.ts';
import { deviceCookie, lacksSecondFactor, setDeviceCookie, setSessionCookie } from './authentication.ts';
import { rememberedDevice } from './known-devices.ts';
import { accountName, openSession } from './login.ts';
import { hasPassword } from './own-password.ts';
import type { Session } from './session-store.ts';

/**
 * Logs the account in: a new session with a new token, the browser's session so far ended, the device remembered. A refused login leaves
 * the session so far intact.
 */
export async function beginSession(
  request: FastifyRequest,
  reply: FastifyReply,
  services: CommandServices,
  identity: Identity,
): Promise<LoginResponse> {
  const { sessions } = request.server;
  const { settings, clock } = services;
  const { token, expiresAt } = await openSession(services.db, sessions, identity, {
    ip: request.ip,
    userAgent: request.headers['user-agent'],
  });
  const { session } = await sessions.resolve(token, request.ip);
  if (!session)
    throw problem(401, 'account.login-needed', 'Not logged in', 'The session has already ended. Please log in again.');
  setSessionCookie(request, reply, services, token, expiresAt);
  const account = accountName(session.actor.username);
  const secret = await sessionSecret(settings);
  const device = rememberedDevice(deviceCookie(request, settings), account, secret, clock.now());
  setDeviceCookie(request, reply, settings, device);
  if (request.sessionToken !== null) await sessions.end(request.sessionToken);
  return loginResponse(request.server, services, session, await lacksSecondFactor(services, session));
}

export async function loginResponse(
  app: FastifyInstance,
  services: Needs<'db'>,
  session: Session,
  needsSecondFactor = false,
): Promise<LoginResponse> {
  return {
    ...(await userData(app, services, session, needsSecondFactor)),
    wasNotAbleToFullyLoad: session.incomplete || (await lacksGroups(services.db, session.actor.id)),
  };
}

async function userData(
  app: FastifyInstance,
  { db }: Needs<'db'>,
  session: Session,
  isEnrolling = false,
): Promise<UserCookieData> {
  const everyone = app.sessions.implicitRoles(false);
  const { id, roles, username, isKiosk } = session.actor;
  return {
    roles: isEnrolling ? [] : roles.filter((role) => !everyone.includes(role)),
    expirationTime: session.expiresAt,
    username,
    isKiosk,
    hasPassword: await hasPassword(db, id),
    ...(isEnrolling ? { needsSecondFactor: true } : {}),
  };
}

export async function callerData(request: FastifyRequest, services: Needs<'db'>): Promise<UserCookieData | null> {
  const { server, session, enrolling } = request;
  if (enrolling !== null) return userData(server, services, enrolling, true);
  return session && userData(server, services, session);
}
