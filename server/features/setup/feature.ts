import type { FastifyInstance } from 'fastify';
import { setupCalls } from '../../../domain/calls/setup.ts';
import type { Feature } from '../../feature.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { MailServices, Needs } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { beginSession } from '../accounts/begin-session.ts';
import { createFirstAdministrator, requireSetupLink } from './first-administrator.ts';
import { finishSetup, sendSetupTest, setupState } from './guide.ts';

const LINKS: RateLimit = { name: 'setup-links', perClient: 30, seconds: 60 };

async function registerSetup(
  app: FastifyInstance,
  services: MailServices & Needs<'jobs' | 'limits' | 'systemSettings'>,
): Promise<void> {
  const { db, limits } = services;
  const onRequest = limits.refusing(LINKS, 'setup.too-many', 'Too many requests', 'Try again in a minute.');
  addCalls(app, setupCalls, {
    'POST /api/setup/link': { onRequest, handle: ({ body }) => requireSetupLink(services, db, body.link) },
    'POST /api/setup/administrator': {
      onRequest,
      handle: async ({ body: { link, ...given }, request, reply }) => {
        const userId = await createFirstAdministrator(services, link, given);
        return beginSession(request, reply, services, { userId, isStillValid: async () => true });
      },
    },
    'GET /api/setup': async ({ actor }) =>
      actor.id === null ? undefined : ((await setupState(services, actor.id)) ?? undefined),
    'POST /api/setup/testMail': ({ actor }) => sendSetupTest(services, requireAccountId(actor)),
    'POST /api/setup/finish': ({ actor }) => finishSetup(services, requireAccountId(actor)),
  });
}

export const setup: Feature = { name: 'setup', routes: registerSetup };
