import type { FastifyInstance } from 'fastify';
import { SEARCH_MOST } from '../../../domain/values/constants.ts';
import { isSearchable } from '../../../domain/content/documentation-search.ts';
import { siteOrigin } from '../../platform/http/site-origin.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { Services } from '../../services.ts';
import { SearchSources } from './sources.ts';

/** The client searches while the user types, and a campus network shares few addresses. */
const SEARCHES: Omit<RateLimit, 'perClient'> = { name: 'search', shared: { total: 6_000, share: 60 }, seconds: 60 };
const USUAL_COUNT = 20;

const querystring = {
  type: 'object',
  additionalProperties: false,
  required: ['query'],
  properties: {
    query: {
      type: 'string',
      maxLength: 500,
      description: 'Words, "exact words", [tag], [tag=value], {type:page|card}; of 3 characters or more',
    },
    count: {
      type: 'string',
      pattern: '^[0-9]{1,4}$',
      description: `Results of each source, at most ${SEARCH_MOST}; ${USUAL_COUNT} without`,
    },
  },
};

/** GET /api/{documentation-system}/search, public. */
export async function registerSearch(app: FastifyInstance, services: Services): Promise<void> {
  const sources = new SearchSources(services);
  const refuseFlood = services.limits.refusing(
    () => ({ ...SEARCHES, perClient: services.systemSettings.value('limits.searchesPerMinute') }),
    'search.too-many',
    'Too many searches',
    'There were too many searches in the last minute. Try again in a moment.',
  );
  app.get<{ Querystring: { query: string; count?: string } }>(
    `/api/${services.model.site.documentation.system}/search`,
    {
      config: { public: true },
      onRequest: refuseFlood,
      schema: { summary: 'Search: pages of this site and of the configured documentation', querystring },
    },
    async ({ query: { query, count } }) => {
      const text = query
        .replace(/[“”„‟«»＂]/g, '"')
        .replace(/\s+/g, ' ')
        .trim();
      const wanted = count === undefined ? USUAL_COUNT : Math.min(SEARCH_MOST, Math.max(1, Number(count)));
      return isSearchable(text)
        ? sources.search(text, wanted, siteOrigin(services.settings, app.server.address()))
        : [];
    },
  );
}
