import type { FastifyInstance } from 'fastify';
import { identityCalls } from '../../../domain/calls/logins.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { isUnlimited } from '../../declarations/permission.ts';
import { forbidden } from '../../resources/refusals.ts';
import type { Services } from '../../services.ts';
import { link, unlink } from './link.ts';

export async function registerIdentity(app: FastifyInstance, services: Services): Promise<void> {
  app.addHook('onRequest', async ({ actor }) => {
    if (!isUnlimited(actor)) throw forbidden('Only an administrator may decide who logs in to which account.');
  });

  addCalls(app, identityCalls, {
    'POST /api/identities/:id/link': ({ actor, params, body }) => link(services, actor, params.id, body.userId),
    'POST /api/identities/:id/unlink': ({ actor, params }) => unlink(services, actor, params.id),
  });
}
