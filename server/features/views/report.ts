import { sql } from 'kysely';
import { DateTime } from 'luxon';
import type { ViewsReport } from '../../../domain/content.ts';
import { columnRefs } from '../../platform/database.ts';
import type { Services } from '../../services.ts';

const MOST_PAGES = 1000;

/** The default range: from the Monday this many weeks ago to today on the campus. */
const WEEKS = 12;

export interface Days {
  from: string;
  to: string;
}

export function requestedDays(now: number, zone: string, { from, to }: Partial<Days>): Days {
  const last = to === undefined ? DateTime.fromMillis(now, { zone }) : DateTime.fromISO(to);
  return {
    from:
      from ??
      last
        .startOf('week')
        .minus({ weeks: WEEKS - 1 })
        .toFormat('yyyy-MM-dd'),
    to: last.toFormat('yyyy-MM-dd'),
  };
}

const VIEWS = columnRefs('pageViews');

/** Views by week, page and category. */
export async function viewsReport({ db }: Services, { from, to }: Days): Promise<ViewsReport> {
  const within = sql`${VIEWS.day} between ${from}::date and ${to}::date`;
  const weeks = await sql<ViewsReport['weeks'][number]>`
    select to_char("monday", 'YYYY-MM-DD') as "week", coalesce(sum(${VIEWS.views}), 0)::bigint as "views"
    from generate_series(date_trunc('week', ${from}::date::timestamp), ${to}::date::timestamp, '7 days') as "monday"
      left join "pageViews" on ${VIEWS.day} >= "monday" and ${VIEWS.day} < "monday" + interval '7 days' and ${within}
    group by "monday" order by "monday"`.execute(db);
  const pages = await sql<ViewsReport['pages'][number]>`
    select ${VIEWS.pageName}, ${VIEWS.path}, ${VIEWS.category}, sum(${VIEWS.views})::bigint as "views" from "pageViews" where ${within}
    group by ${VIEWS.pageName}, ${VIEWS.path}, ${VIEWS.category} order by sum(${VIEWS.views}) desc, ${VIEWS.pageName}, ${VIEWS.path}, ${VIEWS.category} limit ${MOST_PAGES}`.execute(
    db,
  );
  const categories = await sql<ViewsReport['categories'][number]>`
    select ${VIEWS.category}, sum(${VIEWS.views})::bigint as "views" from "pageViews" where ${within}
    group by ${VIEWS.category} order by sum(${VIEWS.views}) desc, ${VIEWS.category}`.execute(db);
  const total = categories.rows.reduce((sum, { views }) => sum + views, 0);
  return { from, to, total, weeks: weeks.rows, pages: pages.rows, categories: categories.rows };
}
