import type { FastifyInstance } from 'fastify';
import { ADMINISTRATOR } from '../../../domain/actor.ts';
import { transaction } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { sessionOf } from '../accounts/authentication.ts';
import { beginSession } from '../accounts/begin-session.ts';
import { proveOwnPassword, requirePasswordHere } from '../accounts/own-password.ts';
import { checkNewPassword, hashPassword } from '../accounts/passwords.ts';
import { changePassword } from './change.ts';

const ID = { type: 'object', properties: { id: { type: 'string', pattern: '^[1-9][0-9]{0,15}$' } } };
/** The longest one, with every character escaped in JSON. */
const PASSWORD = { type: 'string', minLength: 1, maxLength: 1024 };
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

/** One's own password, and that of any account by an administrator. */
export async function registerPasswords(app: FastifyInstance, services: Services): Promise<void> {
  app.post<{ Body: { currentPassword: string; newPassword: string } }>(
    '/api/account/password',
    { schema: { body: OWN_PASSWORD } },
    async (request, reply) => {
      const { actor } = sessionOf(request);
      await requirePasswordHere(services, actor.id);
      checkNewPassword(request.body.newPassword, actor.username, 'newPassword');
      await proveOwnPassword(services, request, request.body.currentPassword);
      const passwordHash = await hashPassword(request.body.newPassword);
      await transaction(services.db, (tx) => changePassword(services, tx, actor.id, passwordHash));
      return beginSession(request, reply, services, { userId: actor.id, isStillValid: async () => true });
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
}

async function setPasswordOf(services: Services, userId: number, password: string): Promise<void> {
  const user = await services.db.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst();
  if (!user) throw problem(404, 'resource.not-found', 'Not found', 'There is no such user.');
  checkNewPassword(password, user.username, 'password');
  const passwordHash = await hashPassword(password);
  await transaction(services.db, (tx) => changePassword(services, tx, userId, passwordHash));
}
