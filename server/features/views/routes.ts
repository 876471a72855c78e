import type { FastifyInstance } from 'fastify';
import type { PageView } from '../../../domain/content/content.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { Services } from '../../services.ts';
import { countView } from './count-view.ts';

/** A campus network shares few addresses, so the limit per address is generous. */
const VIEWS: RateLimit = { name: 'page-views', perClient: 300, shared: { total: 3000, share: 60 }, seconds: 60 };
const LARGEST = 2048;

const view = {
  type: 'object',
  additionalProperties: false,
  required: ['pageName', 'path', 'category'],
  properties: {
    pageName: { type: 'string', minLength: 1, maxLength: 120 },
    path: { type: 'string', minLength: 1, maxLength: 500 },
    category: { type: 'string', minLength: 1, maxLength: 60 },
  },
};
/** Counting of page views. No data about visitors is stored. */
export async function registerViews(app: FastifyInstance, services: Services): Promise<void> {
  app.post<{ Body: PageView }>(
    '/api/content/TrackPageView',
    {
      config: { public: true, sanitizesText: true },
      bodyLimit: LARGEST,
      schema: { body: view, summary: 'Counts a view of a page' },
      onRequest: services.limits.refusing(
        VIEWS,
        'views.too-many',
        'Too many views',
        'Too many page views were sent in the last minute. This one was not counted.',
      ),
    },
    async (request, reply) => {
      await countView(services, request.body);
      return reply.code(204).send();
    },
  );
}
