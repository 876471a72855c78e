import type { FastifyInstance } from 'fastify';
import { DRAFT_LINK_DAYS, type DraftLinkDays } from '../../../domain/content/page-content.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import { sessionSecret } from '../../platform/settings.ts';
import { idsInPath } from '../../platform/http/request-schemas.ts';
import type { Services } from '../../services.ts';
import { DraftLinkTokens } from './draft-link-token.ts';
import { draftLinks, sharedDraft, shareDraft, withdrawDraftLink } from './draft-links.ts';

const READING: RateLimit = { name: 'shared-drafts', perClient: 120, shared: { total: 1200, share: 20 }, seconds: 60 };

const byId = idsInPath('id');
const ofLink = idsInPath('id', 'link');
const body = {
  type: 'object',
  additionalProperties: false,
  required: ['days'],
  properties: { days: { type: 'integer', enum: DRAFT_LINK_DAYS, description: 'For how long the link works' } },
};
const query = {
  type: 'object',
  additionalProperties: false,
  required: ['link'],
  properties: { link: { type: 'string', maxLength: 200, description: 'What follows link= in its address' } },
};

/** Editors of the page make, list and revoke links to its draft; anybody with a link reads it. */
export async function registerDraftLinks(app: FastifyInstance, services: Services): Promise<void> {
  const tokens = new DraftLinkTokens(await sessionSecret(services.settings));
  app.get<{ Params: { id: string } }>(
    '/api/content/pages/:id/draftLinks',
    { schema: { summary: 'Content: the links by which the draft can be read', params: byId } },
    ({ actor, params }) => draftLinks(services, tokens, actor, Number(params.id)),
  );
  app.post<{ Params: { id: string }; Body: { days: DraftLinkDays } }>(
    '/api/content/pages/:id/draftLinks',
    { schema: { summary: 'Content: make a link by which anybody can read the draft', params: byId, body } },
    async ({ actor, params, body: { days } }, reply) =>
      reply.code(201).send(await shareDraft(services, tokens, actor, Number(params.id), days)),
  );
  app.delete<{ Params: { id: string; link: string } }>(
    '/api/content/pages/:id/draftLinks/:link',
    { schema: { summary: 'Content: withdraw a link to the draft', params: ofLink } },
    async ({ actor, params }, reply) => {
      await withdrawDraftLink(services, actor, Number(params.id), Number(params.link));
      return reply.code(204).send();
    },
  );
  app.get<{ Querystring: { link: string } }>(
    '/api/content/draft',
    {
      config: { public: true },
      schema: { summary: 'Content: a draft, for those who have a link to it', querystring: query },
      onRequest: services.limits.refusing(
        READING,
        'content.too-many-drafts',
        'Too many requests',
        'Too many drafts were read in the last minute.',
      ),
    },
    async ({ query: { link } }, reply) => {
      reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex');
      return sharedDraft(services, tokens, link);
    },
  );
}
