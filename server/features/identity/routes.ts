import type { FastifyInstance } from 'fastify';
import { isUnlimited } from '../../declarations/permission.ts';
import { forbidden } from '../../resources/refusals.ts';
import type { Services } from '../../services.ts';
import { link, unlink } from './link.ts';

const OF_IDENTITY = { type: 'object', properties: { id: { type: 'string', pattern: '^[1-9][0-9]{0,14}$' } } };
const LINK = {
  type: 'object',
  additionalProperties: false,
  required: ['userId'],
  properties: { userId: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } },
};

/** Who may log in as whom is for administrators alone. */
export async function registerIdentity(app: FastifyInstance, services: Services): Promise<void> {
  app.addHook('onRequest', async ({ actor }) => {
    if (!isUnlimited(actor)) throw forbidden('Only an administrator may decide who logs in to which account.');
  });

  app.post<{ Params: { id: string }; Body: { userId: number } }>(
    '/api/identities/:id/link',
    { schema: { params: OF_IDENTITY, body: LINK, summary: 'Identities: links one that waits to an account' } },
    ({ actor, params, body }) => link(services, actor, Number(Number(params.id)), body.userId),
  );

  app.post<{ Params: { id: string } }>(
    '/api/identities/:id/unlink',
    { schema: { params: OF_IDENTITY, summary: 'Identities: takes one from its account' } },
    ({ actor, params }) => unlink(services, actor, Number(params.id)),
  );
}
