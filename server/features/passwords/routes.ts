import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasAnyRole } from '../accounts/held-roles.ts';
import { passwordCalls } from '../../../domain/calls/accounts.ts';
import { rolesWith } from '../../../domain/declarations/capabilities.ts';
import { isUnlimited } from '../../declarations/permission.ts';
import { transaction } from '../../platform/database.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { problem } from '../../platform/problem.ts';
import type { CommandServices, ReadServices, Services } from '../../services.ts';
import { requireSession } from '../accounts/authentication.ts';
import { beginSession } from '../accounts/begin-session.ts';
import { proveLogin, proveOwnPassword, requirePasswordHere, wrongPassword } from '../accounts/own-password.ts';
import { checkNewPassword, hashPassword, type PasswordOwner } from '../accounts/passwords.ts';
import { changePassword } from './change.ts';

export async function registerPasswords(app: FastifyInstance, services: Services): Promise<void> {
  addCalls(app, passwordCalls, {
    'POST /api/account/password': async ({ body: { currentPassword, newPassword }, request, reply }) => {
      const { actor } = requireSession(request);
      await requirePasswordHere(services, actor.id);
      await checkNewPassword(newPassword, await ownerOf(services, actor.id), 'newPassword');
      await proveOwnPassword(services, request, currentPassword);
      const passwordHash = await hashPassword(newPassword);
      await transaction(services.db, (tx) => changePassword(services, tx, actor.id, passwordHash));
      return beginSession(request, reply, services, { userId: actor.id, isStillValid: async () => true });
    },
    'POST /api/users/:id/password': async ({ params, body, request }) => {
      if (!isUnlimited(requireSession(request).actor)) {
        throw problem(
          403,
          'account.administrator-only',
          'Forbidden',
          'Only an administrator may set the password of an account.',
        );
      }
      await setPasswordOf(services, request, params.id, body);
    },
  });
}

async function setPasswordOf(
  services: CommandServices,
  request: FastifyRequest,
  userId: number,
  { password, currentPassword }: { password: string; currentPassword?: string },
): Promise<void> {
  const owner = await ownerOf(services, userId);
  if (userId === requireSession(request).actor.id)
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
async function proveSetter(
  services: CommandServices,
  request: FastifyRequest,
  password: string | undefined,
): Promise<void> {
  if (password === undefined || password === '') {
    const text = 'Enter your own password, because this account is an administrator’s.';
    throw problem(400, 'account.proof-needed', 'Not set', text, { errors: { currentPassword: text } });
  }
  const { id, username } = requireSession(request).actor;
  const identity = await proveLogin(services, request, username, password);
  if (identity.userId !== id) throw wrongPassword();
}

async function ownerOf({ db, model }: ReadServices, userId: number): Promise<PasswordOwner & { isUnlimited: boolean }> {
  const user = await db
    .selectFrom('users as u')
    .select(['u.username', 'u.displayName', 'u.email'])
    .select(hasAnyRole(rolesWith(model.roles, 'everything')).as('isUnlimited'))
    .where('u.id', '=', userId)
    .executeTakeFirst();
  if (!user) throw problem(404, 'resource.not-found', 'Not found', 'There is no such user.');
  return { ...user, isUnlimited: user.isUnlimited === true };
}
