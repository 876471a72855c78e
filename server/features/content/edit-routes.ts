import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  DRAFT_LARGEST,
  type DraftChange,
  type DraftVersion,
  type EditorPresence,
  type NewPage,
} from '../../../domain/content/page-content.ts';
import { problem } from '../../platform/problem.ts';
import { ID_TEXT, idsInPath } from '../../platform/http/request-schemas.ts';
import type { Services } from '../../services.ts';
import { cardTypes } from './card-types.ts';
import { contentSchema } from './draft-content.ts';
import { discardDraft, pageEditor, pageVersion, restoreVersion, saveDraft } from './drafts.ts';
import { listPages } from './list-pages.ts';
import { newPage } from './new-page.ts';
import { pageUses } from './page-uses.ts';
import { endPresence, reportPresence } from './presence.ts';
import { publishNow, schedule } from './publish.ts';
import { requireAnyPageEditing } from './rights.ts';

interface ById {
  Params: { id: string };
}
interface OfVersion {
  Params: { id: string; number: string };
}

const byId = idsInPath('id');
const ofVersion = {
  type: 'object',
  required: ['id', 'number'],
  properties: { id: ID_TEXT, number: { type: 'string', pattern: '^[1-9][0-9]{0,8}$' } },
};
const publishBody = {
  type: ['object', 'null'],
  additionalProperties: false,
  properties: {
    at: {
      type: ['string', 'null'],
      maxLength: 40,
      pattern: '^\\d{4}-\\d{2}-\\d{2}T[0-9:.]{5,16}(Z|[+-]\\d{2}:\\d{2})$',
      description: 'When; null: not any more; without: now',
    },
  },
};

/** The page editor's API, for callers who may update pages. */
export function registerEditing(app: FastifyInstance, services: Services): void {
  registerDrafts(app, services);
  registerPublishing(app, services);
  registerPresence(app, services);
  app.get(
    '/api/content/cardTypes',
    { schema: { summary: 'Content: the types of cards and what they hold' } },
    async ({ actor }) => {
      requireAnyPageEditing(services, actor);
      return cardTypes(services.model);
    },
  );
  app.get('/api/content/pages', { schema: { summary: 'Content: the pages and how they stand' } }, ({ actor }) =>
    listPages(services, actor),
  );
  app.post<{ Body: NewPage }>(
    '/api/content/pages',
    { schema: { summary: 'Content: make a page that is not published, empty or a copy', body: newPageBody(services) } },
    async ({ actor, body }, reply) => reply.code(201).send(await newPage(services, actor, body)),
  );
}

function registerDrafts(app: FastifyInstance, services: Services): void {
  const page = {
    type: 'object',
    required: ['page'],
    properties: { page: { type: 'string', minLength: 1, maxLength: 200 } },
  };
  const draftBody = {
    type: 'object',
    additionalProperties: false,
    required: ['content'],
    properties: {
      content: contentSchema(services.model),
      setAside: { type: 'boolean', description: 'Whether the draft that this one replaces is kept in the history' },
    },
  };
  app.get<{ Params: { page: string } }>(
    '/api/content/pages/:page/editor',
    { schema: { summary: 'Content: a page, by id, name or title, with its draft and its versions', params: page } },
    ({ actor, params }) => pageEditor(services, actor, params.page),
  );
  app.put<ById & { Body: DraftChange }>(
    '/api/content/pages/:id/draft',
    {
      bodyLimit: DRAFT_LARGEST + 1024,
      schema: {
        summary: 'Content: keep the draft; If-Match names the version that the editor gave',
        params: byId,
        body: draftBody,
      },
    },
    async (request) => {
      requireAnyPageEditing(services, request.actor);
      return saveDraft(services, request.actor, Number(request.params.id), request.body, neededVersion(request));
    },
  );
  app.delete<ById>(
    '/api/content/pages/:id/draft',
    { schema: { summary: 'Content: throw the draft away', params: byId } },
    async (request, reply) => {
      await discardDraft(services, request.actor, Number(request.params.id), seenVersion(request));
      return reply.code(204).send();
    },
  );
  app.get<OfVersion>(
    '/api/content/pages/:id/versions/:number',
    { schema: { summary: 'Content: a page as it was published once', params: ofVersion } },
    ({ actor, params }) => pageVersion(services, actor, Number(params.id), Number(params.number)),
  );
  app.post<OfVersion>(
    '/api/content/pages/:id/versions/:number/restore',
    { schema: { summary: 'Content: make a version the draft', params: ofVersion } },
    (request) =>
      restoreVersion(
        services,
        request.actor,
        Number(request.params.id),
        Number(request.params.number),
        seenVersion(request),
      ),
  );
}

function registerPresence(app: FastifyInstance, services: Services): void {
  const tab = { type: 'string', pattern: '^[A-Za-z0-9-]{8,40}$', description: 'Id of the browser tab' };
  const body = {
    type: 'object',
    additionalProperties: false,
    required: ['tab', 'section'],
    properties: {
      tab,
      section: {
        type: ['string', 'null'],
        maxLength: 40,
        description: 'Key of the card being edited, "settings" or "text"',
      },
    },
  };
  app.put<ById & { Body: EditorPresence }>(
    '/api/content/pages/:id/presence',
    {
      schema: { summary: 'Content: say that the page is open here, and hear who else has it open', params: byId, body },
    },
    ({ actor, params, body: presence }) => reportPresence(services, actor, Number(params.id), presence),
  );
  app.delete<ById & { Querystring: { tab: string } }>(
    '/api/content/pages/:id/presence',
    {
      schema: {
        summary: 'Content: say that the page is not open here any more',
        params: byId,
        querystring: { type: 'object', additionalProperties: false, required: ['tab'], properties: { tab } },
      },
    },
    async ({ actor, params, query }, reply) => {
      await endPresence(services, actor, Number(params.id), query.tab);
      return reply.code(204).send();
    },
  );
}

function registerPublishing(app: FastifyInstance, services: Services): void {
  app.post<ById & { Body: { at?: string | null } | null | undefined }>(
    '/api/content/pages/:id/publish',
    {
      schema: {
        summary: 'Content: publish the draft now or at a time; If-Match names the version that was looked at',
        params: byId,
        body: publishBody,
      },
    },
    (request) => {
      const { actor, params, body } = request;
      const version = seenVersion(request);
      return body?.at === undefined
        ? publishNow(services, actor, Number(params.id), version)
        : schedule(services, actor, Number(params.id), body.at, version);
    },
  );
  app.get<ById>(
    '/api/content/pages/:id/uses',
    { schema: { summary: 'Content: where on the site a link to the page stands', params: byId } },
    ({ actor, params }) => pageUses(services, actor, Number(params.id)),
  );
}

function newPageBody({ model }: Services): object {
  const properties = model.resources.get('pages')?.schema.properties;
  return {
    type: 'object',
    additionalProperties: false,
    required: ['title'],
    properties: {
      title: { type: 'string', minLength: 1, maxLength: 120, pattern: '\\S' },
      name: { type: 'string', maxLength: 80 },
      type: { type: 'string', enum: properties?.['type']?.enum ?? [] },
      copyOf: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    },
  };
}

/** If-Match: "3.7.2". */
function seenVersion({ headers }: FastifyRequest): DraftVersion | undefined {
  const match = headers['if-match'];
  if (match === undefined || match === '*') return undefined;
  const [, version] = /^(?:W\/)?"?(\d{1,9}\.\d{1,15}\.\d{1,9})"?$/.exec(match) ?? [];
  if (version === undefined)
    throw problem(
      400,
      'content.bad-version',
      'Bad request',
      'If-Match is the version that the editor of the page gave, such as "3.7.2".',
    );
  return version;
}

/** Required, because every open editor autosaves and would otherwise overwrite the others. */
function neededVersion(request: FastifyRequest): DraftVersion {
  const version = seenVersion(request);
  if (version === undefined)
    throw problem(
      428,
      'content.version-needed',
      'Version needed',
      'Send the version that the editor of the page gave in If-Match.',
    );
  return version;
}
