import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rolesWith } from '../../../domain/declarations/capabilities.ts';
import { NOW, transaction } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { ldapDirectories } from '../ldap/directory.ts';
import { endSessions } from './account-commands.ts';
import { clearSessionCookie, sessionOf } from './authentication.ts';
import { beginSession, callerData } from './begin-session.ts';
import { localIdentities } from './local-identities.ts';
import { authenticate, readCredentials } from './login.ts';
import { loginClient } from './own-password.ts';

/** The longest name and password, with every character escaped in JSON. */
const LOGIN_MAX_BYTES = 8 * 1024;
const CREDENTIALS = {
  type: 'object',
  nullable: true,
  additionalProperties: false,
  properties: { username: { type: 'string', maxLength: 254 }, password: { type: 'string', maxLength: 1024 } },
};
const ID = { type: 'object', properties: { id: { type: 'string', pattern: '^[1-9][0-9]{0,14}$' } } };

/** Login, logout, session data and the list of one's sessions. */
export async function registerAccounts(app: FastifyInstance, services: Services): Promise<void> {
  const { settings, model } = services;
  const providers = [
    localIdentities(services.db, settings.localLogin ? {} : { only: rolesWith(model.roles, 'everything') }),
    ...ldapDirectories(services),
  ];
  const login = { config: { public: true }, bodyLimit: LOGIN_MAX_BYTES, schema: { body: CREDENTIALS } };
  app.post('/api/Login', login, async (request, reply) => {
    const given = readCredentials(request);
    const client = await loginClient(services, request, given.username);
    const identity = await authenticate(services.db, providers, given, client);
    return beginSession(request, reply, services, identity);
  });

  app.post('/api/Logout', { config: { public: true } }, async (request, reply) => {
    const goOnAt = await endSession(request, reply, services);
    return goOnAt === null ? reply.code(204).send() : { goOnAt };
  });

  app.get('/api/UserCookieData', { config: { public: true } }, async (request, reply) => {
    return (await callerData(request, services)) ?? reply.code(204).send();
  });

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

/** Where the browser is to go on with the logout, at the identity provider; null: nowhere. */
async function endSession(request: FastifyRequest, reply: FastifyReply, services: Services): Promise<string | null> {
  if (request.sessionToken === null) return null;
  const { session, server } = request;
  let goOnAt: string | null = null;
  if (session) for (const whereTo of server.logoutElsewhere) goOnAt ??= await whereTo(session.id);
  await server.sessions.end(request.sessionToken);
  clearSessionCookie(request, reply, services.settings);
  return goOnAt;
}
