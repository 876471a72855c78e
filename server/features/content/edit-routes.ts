import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type DraftVersion, type PageListEntry, pageEditorCalls } from '../../../domain/calls/page-editor.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { canAccess } from '../../declarations/permission.ts';
import { columnRefs } from '../../platform/database.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { problem } from '../../platform/problem.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { cardTypes } from './card-types.ts';
import { pageEditor, pageVersion, restoreVersion, saveDraft } from './drafts.ts';
import { newPage } from './new-page.ts';
import { pageUses } from './page-uses.ts';
import { endPresence, reportPresence } from './presence.ts';
import { publishNow, schedule } from './publish.ts';
import { requireAnyPageEditing } from './rights.ts';

const PAGE = columnRefs('pages', 'p');
const VIEWS = columnRefs('pageViews');
const USER = columnRefs('users');
const DRAFT = columnRefs('pageDrafts', 'd');

const DAYS = 30;

async function listPages(services: Needs<'db' | 'engine'>, actor: Actor): Promise<PageListEntry[]> {
  requireAnyPageEditing(services, actor);
  const { resolver } = services.engine;
  const access = resolver.access(actor, resolver.resource('pages'), 'update');
  const { rows } = await sql<{ page: Row; entry: PageListEntry }>`
    select to_jsonb(p) - 'data' as "page", jsonb_build_object(
      'id', ${PAGE.id}, 'name', ${PAGE.name}, 'title', ${PAGE.title}, 'type', ${PAGE.type}, 'category', coalesce(${PAGE.category}, 'Content'), 'published', coalesce(${PAGE.published}, false),
      'hasDraft', ${DRAFT.id} is not null, 'publishAt', ${instant(sql`${DRAFT.publishAt}`)}, 'changedAt', ${instant(sql`greatest(${PAGE.updatedAt}, ${DRAFT.updatedAt})`)},
      'changedBy', (select ${USER.displayName} from "users" where ${USER.id} = case when ${DRAFT.updatedAt} > ${PAGE.updatedAt} then ${DRAFT.updatedById} else ${PAGE.updatedById} end),
      'deletedAt', ${instant(sql`${PAGE.deletedAt}`)}, 'views', coalesce(v."sum", 0)) as "entry"
    from "pages" p
      left join "pageDrafts" d on ${DRAFT.pageId} = ${PAGE.id}
      left join (select lower(${VIEWS.path}) as "lower", sum(${VIEWS.views})::bigint as "sum" from "pageViews" where ${VIEWS.day} > atrium_now()::date - ${DAYS}::int group by lower(${VIEWS.path})) v
        on v."lower" = case when ${PAGE.name} = 'home' then '/' else '/content/static/' || ${PAGE.name} end
    order by lower(${PAGE.title}), ${PAGE.id}`.execute(services.db);
  return rows.filter(({ page }) => canAccess(access, page)).map(({ entry }) => entry);
}

function instant(value: ReturnType<typeof sql>) {
  return sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

export function registerEditing(app: FastifyInstance, services: CommandServices): void {
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
