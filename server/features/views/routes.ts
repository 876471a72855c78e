import type { FastifyInstance } from 'fastify';
import { isDate } from '../../../domain/dates.ts';
import type { PageView } from '../../../domain/content.ts';
import { isUnlimited } from '../../../domain/permission.ts';
import { problem } from '../../platform/problem.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import { forbidden } from '../../resources/refusals.ts';
import type { Services } from '../../services.ts';
import { countView } from './count-view.ts';
import { requestedDays, viewsReport, type Days } from './report.ts';

/** A campus network shares few addresses, so the limit per address is generous. */
const VIEWS: RateLimit = { name: 'page-views', perClient: 300, shared: { total: 3000, share: 60 }, seconds: 60 };
const LARGEST = 2048;
const LONGEST_YEARS = 5;

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
const day = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
const days = {
  type: 'object',
  additionalProperties: false,
  properties: {
    from: { ...day, description: 'First day; without it twelve weeks' },
    to: { ...day, description: 'Last day; without it today' },
  },
};

/** Page views and their report. No data about visitors is stored. */
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

  app.get<{ Querystring: Partial<Days> }>(
    '/api/content/viewsReport',
    { schema: { querystring: days, summary: 'Views by week, page and category' } },
    async ({ actor, query }) => {
      if (!isUnlimited(actor)) throw forbidden('Only administrators see how often pages are seen.');
      for (const text of [query.from, query.to])
        if (text !== undefined && !isDate(text)) throw wrongDays(`There is no day ${text}.`);
      const asked = requestedDays(services.clock.now(), services.model.site.timezone, query);
      if (asked.from > asked.to) throw wrongDays('The first day is after the last one.');
      if (Number(asked.to.slice(0, 4)) - Number(asked.from.slice(0, 4)) > LONGEST_YEARS)
        throw wrongDays(`A report covers ${LONGEST_YEARS} years at most.`);
      return viewsReport(services, asked);
    },
  );
}

function wrongDays(detail: string) {
  return problem(400, 'views.bad-days', 'Bad request', detail);
}
