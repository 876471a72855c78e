import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accessCalls } from '../../../domain/calls/access.ts';
import { accountCalls } from '../../../domain/calls/accounts.ts';
import { rolesWith } from '../../../domain/declarations/capabilities.ts';
import { NOW, transaction, type Db } from '../../platform/database.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { problem } from '../../platform/problem.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { ldapDirectories } from '../ldap/directory.ts';
import { accountAccess } from './account-access.ts';
import { endSessions } from './account-commands.ts';
import { clearSessionCookie, requireSession } from './authentication.ts';
import { beginSession, callerData } from './begin-session.ts';
import { localIdentities } from './local-identities.ts';
import { authenticate, readCredentials } from './login.ts';
import { loginClient } from './own-password.ts';
import { askForCode, finishPendingLogin } from './pending-login.ts';
import type { Session } from './session-store.ts';

export async function registerAccounts(app: FastifyInstance, services: CommandServices): Promise<void> {
  const { settings, model, db } = services;
  const providers = [
    localIdentities(db, settings.localLogin ? {} : { only: rolesWith(model.roles, 'everything') }),
    ...ldapDirectories(services),
  ];
  addCalls(app, accessCalls, {
    'GET /api/users/:id/access': ({ actor, params }) => accountAccess(services, actor, params.id),
  });
  addCalls(app, accountCalls, {
    'POST /api/Login': async ({ request, reply }) => {
      const { isBasic, ...given } = readCredentials(request);
      const client = await loginClient(services, request, given.username);
      const identity = await authenticate(db, providers, given, client);
      const refusal = await askForCode(request, reply, services, identity, isBasic);
      if (refusal !== null) throw refusal;
      return beginSession(request, reply, services, identity);
    },
    'POST /api/Login/code': async ({ body, request, reply }) =>
      beginSession(request, reply, services, await finishPendingLogin(request, reply, services, body.code)),
    'POST /api/Logout': async ({ request, reply }) => {
      const goOnAt = await endSession(request, reply, services);
      return goOnAt === null ? undefined : { goOnAt };
    },
    'GET /api/UserCookieData': async ({ request }) => (await callerData(request, services)) ?? undefined,
    'GET /api/account/sessions': ({ request }) => listSessions(db, requireSession(request)),
    'DELETE /api/account/sessions': async ({ request, reply }) => {
      const { actor } = requireSession(request);
      await transaction(db, (tx) => endSessions(tx, actor.id));
      clearSessionCookie(request, reply, settings);
    },
    'DELETE /api/account/sessions/:id': async ({ request, params }) => {
      const { numDeletedRows } = await db
        .deleteFrom('sessions')
        .where('id', '=', params.id)
        .where('userId', '=', requireSession(request).actor.id)
        .executeTakeFirst();
      if (!numDeletedRows) throw problem(404, 'account.no-such-session', 'Not found', 'This session does not exist.');
    },
  });
}

function listSessions(db: Db, { id, actor }: Session) {
  return db
    .selectFrom('sessions')
    .select(['id', 'createdAt', 'expiresAt', 'isKiosk', 'ip', 'userAgent'])
    .select(({ eb }) => eb('id', '=', id).$castTo<boolean>().as('current'))
    .where('userId', '=', actor.id)
    .where('expiresAt', '>', NOW)
    .orderBy('id', 'desc')
    .execute();
}

async function endSession(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Needs<'settings'>,
): Promise<string | null> {
  if (request.sessionToken === null) return null;
  const { session, server } = request;
  let goOnAt: string | null = null;
  if (session) for (const whereTo of server.logoutElsewhere) goOnAt ??= await whereTo(session.id);
  await server.sessions.end(request.sessionToken);
  clearSessionCookie(request, reply, services.settings);
  return goOnAt;
}
