import type { FastifyInstance } from 'fastify';
import { personalDataCalls } from '../../../domain/calls/accounts.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { personalData } from './export.ts';

const DOWNLOADS: RateLimit = { name: 'personal-data', perClient: 10, shared: { total: 200, share: 2 }, seconds: 3600 };

export async function registerPersonalData(
  app: FastifyInstance,
  services: CommandServices & Needs<'limits'>,
): Promise<void> {
  const refuseMore = services.limits.refusing(
    DOWNLOADS,
    'personal-data.too-many',
    'Too many downloads',
    'Your data was downloaded too many times in the last hour. Please try again later.',
  );
  addCalls(app, personalDataCalls, {
    'GET /api/myAccount/data': async ({ actor, reply }) => {
      const id = requireAccountId(actor);
      await refuseMore({ ip: `account ${id}` });
      const zip = await personalData(services, { ...actor, id });
      const day = services.clock.instant().slice(0, 10);
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="my-data-${day}.zip"`)
        .header('cache-control', 'private, no-store')
        .send(zip);
    },
  });
}
