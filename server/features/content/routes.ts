import type { FastifyInstance } from 'fastify';
import { siteCalls } from '../../../domain/calls/content.ts';
import { pageCalls } from '../../../domain/calls/pages.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { Services } from '../../services.ts';
import { cardTypeSchemas } from './card-types.ts';
import { registerDraftLinks } from './draft-link-routes.ts';
import { registerEditing } from './edit-routes.ts';
import { navigationPages } from './navigation.ts';
import { contentPage, deletedPageProblem, movedTo, noSuchPage } from './read-page.ts';
import { formerPage } from './redirects.ts';
import { megaMenu, siteDisplaySettings } from './site-display.ts';

export async function registerContent(app: FastifyInstance, services: Services): Promise<void> {
  app.validatorSources.push(cardTypeSchemas(services.model));
  addCalls(app, pageCalls, {
    'GET /api/content/page': async ({ query: { title }, reply }) => {
      const page = await contentPage(services, title);
      if (page) return page;
      const former = await formerPage(services.db, title.trim().toLowerCase());
      if (former?.kind === 'gone') throw deletedPageProblem(title);
      if (former === null) throw noSuchPage(title);
      reply.header('location', `/api/content/page?title=${encodeURIComponent(former.name)}`);
      throw movedTo(former.name);
    },
  });
  addCalls(app, siteCalls, {
    'GET /api/content/siteDisplaySettings': () => siteDisplaySettings(services),
    'GET /api/content/navigation': () => navigationPages(services),
    'GET /api/content/megamenu': () => megaMenu(services),
  });
  registerEditing(app, services);
  await registerDraftLinks(app, services);
}
