import type { FastifyInstance } from 'fastify';
import { siteCalls } from '../../../domain/calls/content.ts';
import { draftLinkCalls } from '../../../domain/calls/links.ts';
import { pageCalls } from '../../../domain/calls/pages.ts';
import type { Feature } from '../../feature.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import { sessionSecret } from '../../platform/settings.ts';
import type { CommandServices, Needs, RowServices } from '../../services.ts';
import { cardTypeSchemas } from './card-types.ts';
import { addContentChecks } from './checks.ts';
import { clearOldDrafts } from './draft-history.ts';
import { DraftLinkTokens } from './draft-link-token.ts';
import { clearDraftLinks, draftLinks, sharedDraft, shareDraft, withdrawDraftLink } from './draft-links.ts';
import { registerEditing } from './edit-routes.ts';
import { navigationPages } from './navigation.ts';
import { addPageCommands } from './page-commands.ts';
import { PUBLISH_JOB } from './publish.ts';
import { contentPage, deletedPageProblem, movedTo, noSuchPage } from './read-page.ts';
import { formerPage } from './redirects.ts';
import { enqueueOverdue, publishScheduled } from './scheduled.ts';
import { megaMenu, siteDisplaySettings } from './site-display.ts';

const READING: RateLimit = { name: 'shared-drafts', perClient: 120, shared: { total: 1200, share: 20 }, seconds: 60 };

/** Editors of the page make, list and revoke links to its draft; anyone with a link reads it. */
async function registerDraftLinks(
  app: FastifyInstance,
  services: RowServices & Needs<'limits' | 'settings'>,
): Promise<void> {
  const tokens = new DraftLinkTokens(await sessionSecret(services.settings));
  addCalls(app, draftLinkCalls, {
    'GET /api/content/pages/:id/draftLinks': ({ actor, params }) => draftLinks(services, tokens, actor, params.id),
    'POST /api/content/pages/:id/draftLinks': ({ actor, params, body: { days } }) =>
      shareDraft(services, tokens, actor, params.id, days),
    'DELETE /api/content/pages/:id/draftLinks/:link': ({ actor, params: { id, link } }) =>
      withdrawDraftLink(services, actor, id, link),
    'GET /api/content/draft': {
      onRequest: services.limits.refusing(
        READING,
        'content.too-many-drafts',
        'Too many requests',
        'Too many drafts were read in the last minute. Try again in a minute.',
      ),
      handle: ({ query: { link }, reply }) => {
        reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex');
        return sharedDraft(services, tokens, link);
      },
    },
  });
}

async function registerContent(app: FastifyInstance, services: CommandServices & Needs<'limits'>): Promise<void> {
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

export const content: Feature = {
  name: 'content',
  checks: addContentChecks,
  commands: addPageCommands,
  routes: registerContent,
  jobs: [
    {
      name: PUBLISH_JOB,
      every: 5,
      run: (services, { pageId, version }) => publishScheduled(services, Number(pageId), Number(version)),
    },
  ],
  housekeeping: async ({ db }) => {
    await clearDraftLinks(db);
    await clearOldDrafts(db);
  },
  catchUp: enqueueOverdue,
};
