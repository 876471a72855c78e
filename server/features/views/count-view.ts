import { sql } from 'kysely';
import { DateTime } from 'luxon';
import { type RouteMatch, matchRoute } from '../../../domain/access/match-route.ts';
import type { PageView } from '../../../domain/calls/telemetry.ts';
import { OTHER_PAGES } from '../../../domain/content/page-view.ts';
import { columnRefs, NOW, prepared, PREPARED, transaction } from '../../platform/database.ts';
import { plainText } from '../../platform/plain-text.ts';
import type { Needs, ReadServices } from '../../services.ts';

/** A page of the site or a link of its menu, as it is counted: without record ids, so that no individual visit can be identified. */
interface KnownPage {
  path: string;
  name: string;
  category: string;
}

const CONTENT = '/content/static/:id';

/** The path without query, hash, duplicate slashes and trailing slash. */
export function normalPath(text: string): string {
  const path = text.replace(/[?#].*$/s, '').replace(/\/{2,}/g, '/');
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}

async function knownPage(services: Needs<'db' | 'model'>, given: string): Promise<KnownPage | null> {
  const path = normalPath(given);
  const matched = path.startsWith('/') ? matchRoute(path, services.model.routes) : null;
  if (matched && matched.route.requiredRoles.length === 0) return knownRoute(services, matched);
  return matched ? null : knownLink(services, given, path);
}

async function knownRoute(services: Needs<'db'>, { route, params }: RouteMatch): Promise<KnownPage | null> {
  const { id, formName } = params;
  if (route.path === CONTENT) return knownContent(services, id ?? '');
  const category = route.category ?? OTHER_PAGES;
  if (formName !== undefined && !(await isForm(services, formName))) return null;
  const path = formName === undefined ? route.path : `/requests/view/${encodeURIComponent(formName)}`;
  return { path, name: route.name, category };
}

async function knownContent({ db }: Needs<'db'>, name: string): Promise<KnownPage | null> {
  const [page] = await prepared(
    db,
    db
      .selectFrom('pages')
      .select(['name', 'title', 'category'])
      .where('name', '=', name.trim().toLowerCase())
      .where('published', '=', true)
      .where('deletedAt', 'is', null),
  );
  return page ? { path: `/content/static/${page.name}`, name: page.title, category: page.category ?? 'Content' } : null;
}

async function isForm({ db }: Needs<'db'>, name: string): Promise<boolean> {
  const forms = await prepared(
    db,
    db.selectFrom('forms').select('id').where('name', '=', name).where('deletedAt', 'is', null),
  );
  return forms.length > 0;
}

/** A menu link to another site, or to a page without a declared route. */
async function knownLink({ db }: Needs<'db'>, given: string, path: string): Promise<KnownPage | null> {
  const [link] = await prepared(
    db,
    db
      .selectFrom('links')
      .select(['url', 'title', 'category'])
      .where('url', 'in', [given, path])
      .where('active', '=', true)
      .orderBy('id')
      .limit(1),
  );
  return link ? { path: link.url, name: link.title, category: link.category } : null;
}

const NAMES_PER_PATH = 10;

const VIEWS = columnRefs('pageViews');

/** The path that a link within the site leads to, without query, fragment and trailing slash. */
const PAGE_OF_URL = sql`regexp_replace(regexp_replace(${columnRefs('links').url}, '[?#].*$', ''), '(.)/+$', '\\1')`;

/** Records one view of an existing page on the campus's current date. Views of other pages are discarded. */
export async function countView(services: ReadServices, { pageName, path, category }: PageView): Promise<void> {
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
