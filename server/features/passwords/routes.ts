import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasAnyRole } from '../accounts/held-roles.ts';
import { rolesWith } from '../../../domain/declarations/capabilities.ts';
import { isUnlimited } from '../../declarations/permission.ts';
import { transaction } from '../../platform/database.ts';
import { idsInPath } from '../../platform/http/request-schemas.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { sessionOf } from '../accounts/authentication.ts';
import { beginSession } from '../accounts/begin-session.ts';
import { proveLogin, proveOwnPassword, requirePasswordHere, wrongPassword } from '../accounts/own-password.ts';
import { checkNewPassword, hashPassword, type PasswordOwner } from '../accounts/passwords.ts';
import { changePassword } from './change.ts';

/** The longest one, with every character escaped in JSON. */
const PASSWORD = { type: 'string', minLength: 1, maxLength: 1024 };
const NEW_PASSWORD = {
  type: 'object',
  additionalProperties: false,
  required: ['password'],
  properties: { password: PASSWORD, currentPassword: { ...PASSWORD, description: 'Of the administrator who sets it' } },
};
const ID = idsInPath('id');
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
      await checkNewPassword(request.body.newPassword, await ownerOf(services, actor.id), 'newPassword');
      await proveOwnPassword(services, request, request.body.currentPassword);
      const passwordHash = await hashPassword(request.body.newPassword);
      await transaction(services.db, (tx) => changePassword(services, tx, actor.id, passwordHash));
      return beginSession(request, reply, services, { userId: actor.id, isStillValid: async () => true });
    },
  );

  app.post<{ Params: { id: string }; Body: { password: string; currentPassword?: string } }>(
    '/api/users/:id/password',
    { schema: { params: ID, body: NEW_PASSWORD } },
    async (request, reply) => {
      if (!isUnlimited(sessionOf(request).actor)) {
        throw problem(
          403,
          'account.administrator-only',
          'Forbidden',
          'Only an administrator may set the password of an account.',
        );
      }
      await setPasswordOf(services, request, Number(request.params.id), request.body);
      return reply.code(204).send();
    },
  );
}

async function setPasswordOf(
  services: Services,
  request: FastifyRequest,
  userId: number,
  { password, currentPassword }: { password: string; currentPassword?: string },
): Promise<void> {
  const owner = await ownerOf(services, userId);
  if (userId === sessionOf(request).actor.id)
    throw problem(
      409,
      'account.own-password',
      'Not set',
      'This is your own account. Change your password on the page of your account, which asks for the current one.',
    );
  await checkNewPassword(password, owner, 'password');
  if (owner.isUnlimited) await proveSetter(services, request, currentPassword);
  const passwordHash = await hashPassword(password);
  await transaction(services.db, (tx) => changePassword(services, tx, userId, passwordHash));
}

/** An unattended session of one administrator must not be enough to take over the others. */
async function proveSetter(services: Services, request: FastifyRequest, password: string | undefined): Promise<void> {
  if (password === undefined || password === '') {
    const text = 'Enter your own password, because this account is an administrator’s.';
    throw problem(400, 'account.proof-needed', 'Not set', text, { errors: { currentPassword: text } });
  }
  const { id, username } = sessionOf(request).actor;
  const identity = await proveLogin(services, request, username, password);
  if (identity.userId !== id) throw wrongPassword();
}

async function ownerOf({ db, model }: Services, userId: number): Promise<PasswordOwner & { isUnlimited: boolean }> {
  const user = await db
    .selectFrom('users as u')
    .select(['u.username', 'u.displayName', 'u.email'])
    .select(hasAnyRole(rolesWith(model.roles, 'everything')).as('isUnlimited'))
    .where('u.id', '=', userId)
    .executeTakeFirst();
  if (!user) throw problem(404, 'resource.not-found', 'Not found', 'There is no such user.');
  return { ...user, isUnlimited: user.isUnlimited === true };
}
