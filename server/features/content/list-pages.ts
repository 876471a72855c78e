import { sql } from 'kysely';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import type { PageListEntry } from '../../../domain/calls/pages.ts';
import { canAccess } from '../../declarations/permission.ts';
import type { Services } from '../../services.ts';
import { columnRefs } from '../../platform/database.ts';
import { requireAnyPageEditing } from './rights.ts';

const PAGE = columnRefs('pages', 'p');
const VIEWS = columnRefs('pageViews');
const USER = columnRefs('users');
const DRAFT = columnRefs('pageDrafts', 'd');

const DAYS = 30;

export async function listPages(services: Services, actor: Actor): Promise<PageListEntry[]> {
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
