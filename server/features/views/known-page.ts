import { sql } from 'kysely';
import { matchRoute, type RouteMatch } from '../../../domain/match-route.ts';
import { OTHER_PAGES } from '../../../domain/page-view.ts';
import { PREPARED } from '../../platform/database.ts';
import type { Services } from '../../services.ts';

/** A page of this site, or a link of its menu, as it is counted: without the ids of records, so that no visit can be told from it. */
export interface KnownPage {
  path: string;
  name: string;
  category: string;
}

const CONTENT = '/content/static/:id';

/** A path without query, hash, double slashes and a slash at the end. */
export function normalPath(text: string): string {
  const path = text.replace(/[?#].*$/s, '').replace(/\/{2,}/g, '/');
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}

/** What `path` leads to; null for what nobody could have seen without a role, or at all. */
export async function knownPage(services: Services, given: string): Promise<KnownPage | null> {
  const path = normalPath(given);
  const matched = path.startsWith('/') ? matchRoute(path, services.model.routes) : null;
  if (matched && matched.route.requiredRoles.length === 0) return pageOf(services, matched);
  return matched ? null : linkOf(services, given, path);
}

async function pageOf(services: Services, { route, params }: RouteMatch): Promise<KnownPage | null> {
  const { id, formName } = params;
  if (route.path === CONTENT) return contentOf(services, id ?? '');
  const category = route.category ?? OTHER_PAGES;
  if (formName !== undefined && !(await isForm(services, formName))) return null;
  const path = formName === undefined ? route.path : `/requests/view/${encodeURIComponent(formName)}`;
  return { path, name: route.name, category };
}

async function contentOf({ db }: Services, name: string): Promise<KnownPage | null> {
  const { rows } = await sql<{ name: string; title: string; category: string | null }>`${PREPARED}
    select "name", "title", "category" from "pages" where "name" = ${name.trim().toLowerCase()} and "published" and "deletedAt" is null`.execute(
    db,
  );
  const [page] = rows;
  return page ? { path: `/content/static/${page.name}`, name: page.title, category: page.category ?? 'Content' } : null;
}

async function isForm({ db }: Services, name: string): Promise<boolean> {
  const { rows } = await sql`${PREPARED}select 1 from "forms" where "name" = ${name} and "deletedAt" is null`.execute(
    db,
  );
  return rows.length > 0;
}

/** A link of the menu to elsewhere, or to a page that has no declared route. */
async function linkOf({ db }: Services, given: string, path: string): Promise<KnownPage | null> {
  const { rows } = await sql<{ url: string; title: string; category: string }>`${PREPARED}
    select "url", "title", "category" from "links" where "url" in (${given}, ${path}) and "active" order by "id" limit 1`.execute(
    db,
  );
  const [link] = rows;
  return link ? { path: link.url, name: link.title, category: link.category } : null;
}
