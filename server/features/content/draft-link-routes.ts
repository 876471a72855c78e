import type { FastifyInstance } from 'fastify';
import { draftLinkCalls } from '../../../domain/calls/links.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import { sessionSecret } from '../../platform/settings.ts';
import type { Services } from '../../services.ts';
import { DraftLinkTokens } from './draft-link-token.ts';
import { draftLinks, sharedDraft, shareDraft, withdrawDraftLink } from './draft-links.ts';

const READING: RateLimit = { name: 'shared-drafts', perClient: 120, shared: { total: 1200, share: 20 }, seconds: 60 };

/** Editors of the page make, list and revoke links to its draft; anybody with a link reads it. */
export async function registerDraftLinks(app: FastifyInstance, services: Services): Promise<void> {
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
        'Too many drafts were read in the last minute.',
      ),
      handle: ({ query: { link }, reply }) => {
        reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex');
        return sharedDraft(services, tokens, link);
      },
    },
  });
}
