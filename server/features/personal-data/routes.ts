import type { FastifyInstance } from 'fastify';
import { LONGEST_WORD, MOST_WORDS, SHORTEST_WORD, type Anonymise } from '../../../domain/anonymise-calls.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import { idsInPath } from '../../platform/http/request-schemas.ts';
import type { Services } from '../../services.ts';
import { accountOf } from '../accounts/authentication.ts';
import { anonymise, previewOf } from './anonymise.ts';
import { personalData } from './export.ts';

const DOWNLOADS: RateLimit = { name: 'personal-data', perClient: 10, shared: { total: 200, share: 2 }, seconds: 3600 };

const ofUser = idsInPath('id');
const typedName = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 200 },
    words: {
      type: 'array',
      maxItems: MOST_WORDS,
      items: { type: 'string', minLength: SHORTEST_WORD, maxLength: LONGEST_WORD, pattern: '\\S' },
    },
  },
};

export async function registerPersonalData(app: FastifyInstance, services: Services): Promise<void> {
  const refuseMore = services.limits.refusing(
    DOWNLOADS,
    'personal-data.too-many',
    'Too many downloads',
    'Your data was downloaded many times within the hour. Please try again later.',
  );
  app.get(
    '/api/myAccount/data',
    {
      schema: { summary: 'All that belongs to the person who asks, as a ZIP' },
    },
    async ({ actor }, reply) => {
      const id = accountOf(actor);
      // For each person: a campus shares few addresses.
      await refuseMore({ ip: `account ${id}` });
      const zip = await personalData(services, { ...actor, id });
      const day = services.clock.instant().slice(0, 10);
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="my-data-${day}.zip"`)
        .header('cache-control', 'private, no-store')
        .send(zip);
    },
  );

  app.get<{ Params: { id: string } }>(
    '/api/users/:id/anonymise',
    { schema: { params: ofUser, summary: 'Users: what anonymising the account would mean' } },
    ({ actor, params }) => previewOf(services, actor, Number(params.id)),
  );
  app.post<{ Params: { id: string }; Body: Anonymise }>(
    '/api/users/:id/anonymise',
    { schema: { params: ofUser, body: typedName, summary: 'Users: makes an account one of nobody, for good' } },
    async ({ actor, params, body }, reply) => {
      await anonymise(services, actor, Number(params.id), body);
      return reply.code(204).send();
    },
  );
}
