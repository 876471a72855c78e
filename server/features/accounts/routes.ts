import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ADMINISTRATOR } from '../../../domain/actor.ts';
import type { UserCookieData } from '../../../domain/session.ts';
import { NOW, transaction } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { sessionSecret } from '../../platform/settings.ts';
import type { Services } from '../../services.ts';
import { endSessions, setPassword } from './account-commands.ts';
import { deviceCookie, setSessionCookie, setDeviceCookie, sessionOf, clearSessionCookie } from './authentication.ts';
import { localIdentities, type Identity } from './identity.ts';
import { knownDevice, rememberedDevice } from './known-devices.ts';
import { accountName, readCredentials, openSession, authenticate } from './login.ts';
import type { LoginClient } from './login-limits.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import type { Session } from './session-store.ts';

/** The longest name and password, with every character escaped in JSON. */
const LOGIN_MAX_BYTES = 8 * 1024;
const CREDENTIALS = {
  type: 'object',
  nullable: true,
  additionalProperties: false,
  properties: { username: { type: 'string', maxLength: 254 }, password: { type: 'string', maxLength: 1024 } },
};
const PASSWORD = { type: 'string', minLength: 1, maxLength: 1024 };
const ID = { type: 'object', properties: { id: { type: 'string', pattern: '^[1-9][0-9]{0,15}$' } } };
const NEW_PASSWORD = {
  type: 'object',
  additionalProperties: false,
  required: ['password'],
  properties: { password: PASSWORD },
};
const OWN_PASSWORD = {
  type: 'object',
  additionalProperties: false,
  required: ['currentPassword', 'newPassword'],
  properties: { currentPassword: PASSWORD, newPassword: PASSWORD },
};

/** Login, logout, session data, passwords and the list of one's sessions. */
export async function registerAccounts(app: FastifyInstance, services: Services): Promise<void> {
  const providers = [localIdentities(services.db)];
  const secret = await sessionSecret(services.settings);
  const clientOf = (request: FastifyRequest, username: string): LoginClient => ({
    ip: request.ip,
    device: knownDevice(deviceCookie(request, services.settings), accountName(username), secret, services.clock.now()),
  });
  const logIn = async (request: FastifyRequest, reply: FastifyReply, identity: Identity) => {
    const user = await startSession(request, reply, services, identity);
    const device = rememberedDevice(
      deviceCookie(request, services.settings),
      accountName(user.username),
      secret,
      services.clock.now(),
    );
    setDeviceCookie(request, reply, services.settings, device);
    return user;
  };

  const login = { config: { public: true }, bodyLimit: LOGIN_MAX_BYTES, schema: { body: CREDENTIALS } };
  app.post('/api/Login', login, async (request, reply) => {
    const given = readCredentials(request);
    const identity = await authenticate(services.db, providers, given, clientOf(request, given.username));
    const user = await logIn(request, reply, identity);
    // A failed login leaves the existing session intact.
    if (request.sessionToken !== null) await app.sessions.end(request.sessionToken);
    return user;
  });

  app.post('/api/Logout', { config: { public: true } }, async (request, reply) => {
    await endSession(request, reply, services);
    return reply.code(204).send();
  });

  app.get('/api/UserCookieData', { config: { public: true } }, async (request, reply) => {
    if (!request.session) return reply.code(204).send();
    return userData(app, request.session);
  });

  app.post<{ Body: { currentPassword: string; newPassword: string } }>(
    '/api/account/password',
    { schema: { body: OWN_PASSWORD } },
    async (request, reply) => {
      const { actor } = sessionOf(request);
      checkNewPassword(request.body.newPassword, actor.username, 'newPassword');
      await authenticate(
        services.db,
        providers,
        { username: actor.username, password: request.body.currentPassword },
        clientOf(request, actor.username),
      ).catch(currentIsWrong);
      const passwordHash = await hashPassword(request.body.newPassword);
      await transaction(services.db, (tx) => setPassword(tx, actor.id, passwordHash));
      return logIn(request, reply, { userId: actor.id, isStillValid: async () => true });
    },
  );

  app.post<{ Params: { id: string }; Body: { password: string } }>(
    '/api/users/:id/password',
    { schema: { params: ID, body: NEW_PASSWORD } },
    async (request, reply) => {
      if (!sessionOf(request).actor.roles.includes(ADMINISTRATOR)) {
        throw problem(
          403,
          'account.administrator-only',
          'Forbidden',
          'Only an administrator may set the password of an account.',
        );
      }
      await setPasswordOf(services, Number(request.params.id), request.body.password);
      return reply.code(204).send();
    },
  );

  registerSessions(app, services);
}

function registerSessions(app: FastifyInstance, services: Services): void {
  app.get('/api/account/sessions', async (request) => {
    const { id, actor } = sessionOf(request);
    return services.db
      .selectFrom('sessions')
      .select(['id', 'createdAt', 'expiresAt', 'isKiosk', 'ip', 'userAgent'])
      .select(({ eb }) => eb('id', '=', id).as('current'))
      .where('userId', '=', actor.id)
      .where('expiresAt', '>', NOW)
      .orderBy('id', 'desc')
      .execute();
  });

  app.delete(
    '/api/account/sessions',
    { schema: { summary: 'Logs the account out everywhere: ends all of its sessions, this one too' } },
    async (request, reply) => {
      const { actor } = sessionOf(request);
      await transaction(services.db, (tx) => endSessions(tx, actor.id));
      clearSessionCookie(request, reply, services.settings);
      return reply.code(204).send();
    },
  );

  app.delete<{ Params: { id: string } }>(
    '/api/account/sessions/:id',
    { schema: { params: ID } },
    async (request, reply) => {
      const { actor } = sessionOf(request);
      const { numDeletedRows } = await services.db
        .deleteFrom('sessions')
        .where('id', '=', Number(request.params.id))
        .where('userId', '=', actor.id)
        .executeTakeFirst();
      if (!numDeletedRows) throw problem(404, 'account.no-such-session', 'Not found', 'There is no such session.');
      return reply.code(204).send();
    },
  );
}

async function endSession(request: FastifyRequest, reply: FastifyReply, services: Services): Promise<void> {
  if (request.sessionToken === null) return;
  await request.server.sessions.end(request.sessionToken);
  clearSessionCookie(request, reply, services.settings);
}

async function startSession(request: FastifyRequest, reply: FastifyReply, services: Services, identity: Identity) {
  const { sessions } = request.server;
  const { token, expiresAt } = await openSession(services.db, sessions, identity, {
    ip: request.ip,
    userAgent: request.headers['user-agent'],
  });
  const { session } = await sessions.resolve(token, request.ip);
  if (!session)
    throw problem(401, 'account.login-needed', 'Not logged in', 'The session has ended already. Please log in again.');
  setSessionCookie(request, reply, services, token, expiresAt);
  return { ...userData(request.server, session), wasNotAbleToFullyLoad: session.incomplete };
}

/** The specification's session data, without roles that visitors hold too. */
export function userData(app: FastifyInstance, session: Session): UserCookieData {
  const everybody = app.sessions.implicitRoles(false);
  const { roles, username, isKiosk } = session.actor;
  return {
    roles: roles.filter((role) => !everybody.includes(role)),
    expirationTime: session.expiresAt,
    username,
    isKiosk,
  };
}

async function setPasswordOf(services: Services, userId: number, password: string): Promise<void> {
  const user = await services.db.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst();
  if (!user) throw problem(404, 'resource.not-found', 'Not found', 'There is no such user.');
  checkNewPassword(password, user.username, 'password');
  const passwordHash = await hashPassword(password);
  await transaction(services.db, (tx) => setPassword(tx, userId, passwordHash));
}

function currentIsWrong(error: unknown): never {
  if (error instanceof Error && 'problem' in error && isLoginFailure(error.problem)) {
    const text = 'The current password is not right.';
    throw problem(400, 'account.wrong-password', 'Password refused', text, { errors: { currentPassword: text } });
  }
  throw error;
}

function isLoginFailure(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'code' in value && value.code === 'account.login-failed';
}
