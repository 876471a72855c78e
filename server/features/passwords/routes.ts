import type { FastifyInstance } from 'fastify';
import { passwordCalls } from '../../../domain/calls/accounts.ts';
import { transaction } from '../../platform/database.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { MailServices, Needs } from '../../services.ts';
import { requireSession } from '../accounts/authentication.ts';
import { beginSession } from '../accounts/begin-session.ts';
import { proveOwnPassword, requirePasswordHere } from '../accounts/own-password.ts';
import { checkNewPassword, hashPassword } from '../accounts/passwords.ts';
import { changePassword, passwordOwner } from './change.ts';
import { REQUESTS, requestPasswordLink } from './forgotten.ts';
import { linkedAccount, setPasswordByLink } from './links.ts';

/** A campus network shares few addresses. Links cannot be guessed; hashing a password takes time. */
const LINKS: RateLimit = { name: 'password-links', perClient: 60, shared: { total: 600, share: 10 }, seconds: 60 };

export async function registerPasswords(
  app: FastifyInstance,
  services: MailServices & Needs<'jobs' | 'limits' | 'systemSettings'>,
): Promise<void> {
  const { limits } = services;
  const title = 'Too many requests';
  const limitLinks = limits.refusing(LINKS, 'password.too-many-links', title, 'Try again in a minute.');
  const limitRequests = limits.refusing(REQUESTS, 'password.too-many-requests', title, 'Try again in an hour.');
  addCalls(app, passwordCalls, {
    'POST /api/account/passwordRequest': {
      onRequest: limitRequests,
      handle: ({ body }) => requestPasswordLink(services, body.account),
    },
    'POST /api/account/passwordLink/account': {
      onRequest: limitLinks,
      handle: async ({ body, reply }) => {
        reply.header('cache-control', 'no-store');
        const { userId: _, ...shown } = await linkedAccount(services, services.db, body.link);
        return shown;
      },
    },
    'POST /api/account/passwordLink': {
      onRequest: limitLinks,
      handle: ({ body }) => setPasswordByLink(services, body.link, body.newPassword),
    },
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
