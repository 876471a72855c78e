import type { FastifyInstance } from 'fastify';
import { searchCalls } from '../../../domain/calls/content.ts';
import { isSearchable } from '../../../domain/content/documentation-search.ts';
import { SEARCH_MOST } from '../../../domain/values/constants.ts';
import type { Feature } from '../../feature.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { siteOrigin } from '../../platform/http/site-origin.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { Needs, RowServices } from '../../services.ts';
import { addMissingSearchTexts, maintainSearchTexts } from './search-texts.ts';
import { SearchSources } from './sources.ts';

/** The client searches while the user types, and a campus network shares few addresses. */
const SEARCHES: Omit<RateLimit, 'perClient'> = { name: 'search', shared: { total: 6_000, share: 60 }, seconds: 60 };
const USUAL_COUNT = 20;

/** GET /api/{documentation-system}/search, public. */
async function registerSearch(
  app: FastifyInstance,
  services: RowServices & Needs<'limits' | 'settings' | 'systemSettings' | 'watch'>,
): Promise<void> {
  const sources = new SearchSources(services);
  const refuseFlood = services.limits.refusing(
    () => ({ ...SEARCHES, perClient: services.systemSettings.value('limits.searchesPerMinute') }),
    'search.too-many',
    'Too many searches',
    'Too many searches in the last minute. Try again in a moment.',
  );
  addCalls(app, searchCalls, {
    'GET /api/documentation/search': {
      url: `/api/${services.model.site.documentation.system}/search`,
      onRequest: refuseFlood,
      handle: ({ actor, query: { query, count = USUAL_COUNT } }) => {
        const text = query
          .replace(/[“”„‟«»＂]/g, '"')
          .replace(/\s+/g, ' ')
          .trim();
        const wanted = Math.min(SEARCH_MOST, Math.max(1, count));
        return isSearchable(text)
          ? sources.search(actor, text, wanted, siteOrigin(services.settings, app.server.address()))
          : [];
      },
    },
  });
}

export const search: Feature = {
  name: 'search',
  checks: maintainSearchTexts,
  routes: registerSearch,
  catchUp: addMissingSearchTexts,
};
