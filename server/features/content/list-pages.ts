import { sql } from 'kysely';
import type { Actor } from '../../../domain/actor.ts';
import type { Row } from '../../../domain/model.ts';
import type { PageListEntry } from '../../../domain/page-content.ts';
import { canAccess } from '../../../domain/permission.ts';
import type { Services } from '../../services.ts';
import { mayEditPages } from './rights.ts';

const DAYS = 30;

/** The pages that this person may edit by the permission rules, by title. */
export async function listPages(services: Services, actor: Actor): Promise<PageListEntry[]> {
  mayEditPages(services, actor);
  const { gate } = services.engine;
  const access = gate.access(actor, gate.resource('pages'), 'update');
  const { rows } = await sql<{ page: Row; entry: PageListEntry }>`
    select to_jsonb(p) - 'data' as "page", jsonb_build_object(
      'id', p."id", 'name', p."name", 'title', p."title", 'type', p."type", 'category', coalesce(p."category", 'Content'), 'published', coalesce(p."published", false),
      'hasDraft', d."id" is not null, 'publishAt', ${instant(sql`d."publishAt"`)}, 'changedAt', ${instant(sql`greatest(p."updatedAt", d."updatedAt")`)},
      'changedBy', (select "displayName" from "users" where "id" = case when d."updatedAt" > p."updatedAt" then d."updatedById" else p."updatedById" end),
      'deletedAt', ${instant(sql`p."deletedAt"`)}, 'views', coalesce(v."views", 0)) as "entry"
    from "pages" p
      left join "pageDrafts" d on d."pageId" = p."id"
      left join (select lower("path") as "path", sum("views")::bigint as "views" from "pageViews" where "day" > atrium_now()::date - ${DAYS}::int group by lower("path")) v
        on v."path" = case when p."name" = 'home' then '/' else '/content/static/' || p."name" end
    order by lower(p."title"), p."id"`.execute(services.db);
  return rows.filter(({ page }) => canAccess(access, page)).map(({ entry }) => entry);
}

/** As the API writes instants. */
function instant(value: ReturnType<typeof sql>) {
  return sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
