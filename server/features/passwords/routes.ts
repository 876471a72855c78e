import type { FastifyInstance } from 'fastify';
import { passwordCalls } from '../../../domain/calls/accounts.ts';
import { transaction } from '../../platform/database.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { Services } from '../../services.ts';
import { requireSession } from '../accounts/authentication.ts';
import { beginSession } from '../accounts/begin-session.ts';
import { proveOwnPassword, requirePasswordHere } from '../accounts/own-password.ts';
import { checkNewPassword, hashPassword } from '../accounts/passwords.ts';
import { changePassword, passwordOwner } from './change.ts';

export async function registerPasswords(app: FastifyInstance, services: Services): Promise<void> {
  addCalls(app, passwordCalls, {
    'POST /api/account/password': async ({ body: { currentPassword, newPassword }, request, reply }) => {
      const { actor } = requireSession(request);
      await requirePasswordHere(services, actor.id);
      await checkNewPassword(newPassword, await passwordOwner(services.db, actor.id), 'newPassword');
      await proveOwnPassword(services, request, currentPassword);
      const passwordHash = await hashPassword(newPassword);
      await transaction(services.db, (tx) => changePassword(services, tx, actor.id, passwordHash));
      return beginSession(request, reply, services, { userId: actor.id, isStillValid: async () => true });
    },
  });
}
