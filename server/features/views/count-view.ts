import { sql } from 'kysely';
import { DateTime } from 'luxon';
import type { PageView } from '../../../domain/calls/telemetry.ts';
import { columnRefs, NOW, PREPARED, prepared, transaction } from '../../platform/database.ts';
import { plainText } from '../../platform/plain-text.ts';
import type { Services } from '../../services.ts';
import { knownPage, normalPath } from './known-page.ts';

const NAMES_PER_PATH = 10;

const VIEWS = columnRefs('pageViews');

/** The path that a link within the site leads to, without query, fragment and trailing slash. */
const PAGE_OF_URL = sql`regexp_replace(regexp_replace(${columnRefs('links').url}, '[?#].*$', ''), '(.)/+$', '\\1')`;

/** Records one view of an existing page on the campus's current date. Views of other pages are discarded. */
export async function countView(services: Services, { pageName, path, category }: PageView): Promise<void> {
  const page = await knownPage(services, path);
  if (!page) return;
  const day = DateTime.fromMillis(services.clock.now(), { zone: services.model.site.timezone }).toISODate();
  const said = {
    name: plainText(pageName, 120).trim() || page.name,
    category: plainText(category, 60).trim() || page.category,
  };
  await transaction(services.db, async (tx) => {
    await sql`${PREPARED}
      with "today" as (
        select count(*) as "names", count(*) filter (where ${VIEWS.pageName} = ${said.name} and ${VIEWS.category} = ${said.category}) as "same"
        from "pageViews" where ${VIEWS.day} = ${day} and ${VIEWS.path} = ${page.path}),
      "as" as (select "same" > 0 or "names" < ${NAMES_PER_PATH} as "said" from "today")
      insert into "pageViews" as v ("day", "path", "pageName", "category", "views")
        select ${day}::date, ${page.path}::text, case when "said" then ${said.name}::text else ${page.name}::text end,
          case when "said" then ${said.category}::text else ${page.category}::text end, 1 from "as"
      on conflict ("day", "path", "pageName", "category") do update set "views" = v."views" + 1, "updatedAt" = atrium_now()`.execute(
      tx,
    );
    await prepared(
      tx,
      tx
        .insertInto('linkViews')
        .columns(['linkId', 'views'])
        .expression(({ selectFrom, val }) =>
          selectFrom('links')
            .select(['id', val(1).as('views')])
            .where('active', '=', true)
            .where(({ eb, or, and }) =>
              or([
                eb('url', '=', path),
                and([eb('url', 'like', '/%'), sql<boolean>`lower(${PAGE_OF_URL}) = lower(${normalPath(path)})`]),
              ]),
            )
            // Locked in one order: views at the same time do not deadlock, and a link that is being deleted is left out.
            .orderBy('id')
            .forKeyShare(),
        )
        .onConflict((conflict) =>
          conflict.column('linkId').doUpdateSet(({ eb }) => ({ views: eb('linkViews.views', '+', 1), updatedAt: NOW })),
        ),
    );
  });
}
