import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pageEditorCalls, type DraftVersion } from '../../../domain/calls/pages.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { cardTypes } from './card-types.ts';
import { discardDraft, pageEditor, pageVersion, restoreVersion, saveDraft } from './drafts.ts';
import { listPages } from './list-pages.ts';
import { newPage } from './new-page.ts';
import { pageUses } from './page-uses.ts';
import { endPresence, reportPresence } from './presence.ts';
import { publishNow, schedule } from './publish.ts';
import { requireAnyPageEditing } from './rights.ts';

export function registerEditing(app: FastifyInstance, services: Services): void {
  addCalls(app, pageEditorCalls, {
    'GET /api/content/cardTypes': ({ actor }) => {
      requireAnyPageEditing(services, actor);
      return cardTypes(services.model);
    },
    'GET /api/content/pages': ({ actor }) => listPages(services, actor),
    'POST /api/content/pages': ({ actor, body }) => newPage(services, actor, body),
    'GET /api/content/pages/:page/editor': ({ actor, params }) => pageEditor(services, actor, params.page),
    'PUT /api/content/pages/:id/draft': ({ actor, params, body, request }) => {
      requireAnyPageEditing(services, actor);
      return saveDraft(services, actor, params.id, body, neededVersion(request));
    },
    'DELETE /api/content/pages/:id/draft': ({ actor, params, request }) =>
      discardDraft(services, actor, params.id, seenVersion(request)),
    'GET /api/content/pages/:id/versions/:number': ({ actor, params: { id, number } }) =>
      pageVersion(services, actor, id, number),
    'POST /api/content/pages/:id/versions/:number/restore': ({ actor, params: { id, number }, request }) =>
      restoreVersion(services, actor, id, number, seenVersion(request)),
    'GET /api/content/pages/:id/uses': ({ actor, params }) => pageUses(services, actor, params.id),
    'POST /api/content/pages/:id/publish': ({ actor, params, body, request }) => {
      const version = seenVersion(request);
      return body?.at === undefined
        ? publishNow(services, actor, params.id, version)
        : schedule(services, actor, params.id, body.at, version);
    },
    'PUT /api/content/pages/:id/presence': ({ actor, params, body }) =>
      reportPresence(services, actor, params.id, body),
    'DELETE /api/content/pages/:id/presence': ({ actor, params, query }) =>
      endPresence(services, actor, params.id, query.tab),
  });
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
