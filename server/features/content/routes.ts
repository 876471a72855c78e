import type { FastifyInstance } from 'fastify';
import { keyByQuery } from '../../platform/http/response-caching.ts';
import type { Services } from '../../services.ts';
import { cardTypeSchemas } from './card-types.ts';
import { registerDraftLinks } from './draft-link-routes.ts';
import { registerEditing } from './edit-routes.ts';
import { navigationPages } from './navigation.ts';
import { contentPage, deletedPageProblem, movedTo, noSuchPage } from './read-page.ts';
import { formerPage } from './redirects.ts';
import { megaMenu, siteDisplaySettings } from './site-display.ts';

const pageQuery = {
  type: 'object',
  additionalProperties: false,
  required: ['title'],
  properties: {
    title: { type: 'string', minLength: 1, description: 'The page’s name; home is the site’s first page' },
  },
};

export async function registerContent(app: FastifyInstance, services: Services): Promise<void> {
  app.validatorSources.push(cardTypeSchemas(services.model));
  registerReading(app, services);
  registerEditing(app, services);
  await registerDraftLinks(app, services);
}

function registerReading(app: FastifyInstance, services: Services): void {
  const byPage = { public: true, cacheKey: keyByQuery(Object.keys(pageQuery.properties), { closed: true }) };
  const config = { public: true, cacheKey: keyByQuery([], { closed: false }) };
  app.get<{ Querystring: { title: string } }>(
    '/api/content/page',
    { config: byPage, schema: { summary: 'Content: a published page by its name', querystring: pageQuery } },
    async ({ query: { title } }, reply) => {
      const page = await contentPage(services, title);
      if (page) return page;
      const former = await formerPage(services.db, title.trim().toLowerCase());
      if (former?.kind === 'gone') throw deletedPageProblem(title);
      if (former === null) throw noSuchPage(title);
      reply.header('location', `/api/content/page?title=${encodeURIComponent(former.name)}`);
      throw movedTo(former.name);
    },
  );
  app.get(
    '/api/content/siteDisplaySettings',
    { config, schema: { summary: 'Content: messages, pictures and switches of the site' } },
    () => siteDisplaySettings(services),
  );
  app.get('/api/content/navigation', { config, schema: { summary: 'Content: the pages in the navigation' } }, () =>
    navigationPages(services),
  );
  app.get('/api/content/megamenu', { config, schema: { summary: 'Content: the active links' } }, () =>
    megaMenu(services),
  );
}
