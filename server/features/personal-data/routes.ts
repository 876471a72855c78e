import type { FastifyInstance } from 'fastify';
import { isUnlimited } from '../../../domain/permission.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import { forbidden } from '../../resources/refusals.ts';
import type { Services } from '../../services.ts';
import { accountOf } from '../accounts/authentication.ts';
import { anonymise } from './anonymise.ts';
import { personalData } from './export.ts';

const DOWNLOADS: RateLimit = { name: 'personal-data', perAddress: 10, altogether: 200, seconds: 3600 };

const ofUser = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', pattern: '^[1-9][0-9]{0,14}$' } },
};
const typedName = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name: { type: 'string', maxLength: 200 } },
};

export async function registerPersonalData(app: FastifyInstance, services: Services): Promise<void> {
  app.get(
    '/api/myAccount/data',
    {
      schema: { summary: 'All that belongs to the person who asks, as a ZIP' },
      onRequest: services.limits.refusing(
        DOWNLOADS,
        'personal-data.too-many',
        'Too many downloads',
        'Your data was downloaded many times within the hour. Please try again later.',
      ),
    },
    async ({ actor }, reply) => {
      const zip = await personalData(services, { ...actor, id: accountOf(actor) });
      const day = services.clock.instant().slice(0, 10);
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="my-data-${day}.zip"`)
        .header('cache-control', 'private, no-store')
        .send(zip);
    },
  );

  app.post<{ Params: { id: string }; Body: { name: string } }>(
    '/api/users/:id/anonymise',
    { schema: { params: ofUser, body: typedName, summary: 'Users: makes an account one of nobody, for good' } },
    async ({ actor, params, body }, reply) => {
      if (!isUnlimited(actor)) throw forbidden('Only administrators anonymise accounts.');
      await anonymise(services, actor, Number(params.id), body.name);
      return reply.code(204).send();
    },
  );
}
