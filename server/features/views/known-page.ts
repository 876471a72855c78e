import { matchRoute, type RouteMatch } from '../../../domain/access/match-route.ts';
import { OTHER_PAGES } from '../../../domain/content/page-view.ts';
import { prepared } from '../../platform/database.ts';
import type { Services } from '../../services.ts';

/** A page of the site or a link of its menu, as it is counted: without record ids, so that no individual visit can be identified. */
export interface KnownPage {
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

export async function knownPage(services: Services, given: string): Promise<KnownPage | null> {
  const path = normalPath(given);
  const matched = path.startsWith('/') ? matchRoute(path, services.model.routes) : null;
  if (matched && matched.route.requiredRoles.length === 0) return knownRoute(services, matched);
  return matched ? null : knownLink(services, given, path);
}

async function knownRoute(services: Services, { route, params }: RouteMatch): Promise<KnownPage | null> {
  const { id, formName } = params;
  if (route.path === CONTENT) return knownContent(services, id ?? '');
  const category = route.category ?? OTHER_PAGES;
  if (formName !== undefined && !(await isForm(services, formName))) return null;
  const path = formName === undefined ? route.path : `/requests/view/${encodeURIComponent(formName)}`;
  return { path, name: route.name, category };
}

async function knownContent({ db }: Services, name: string): Promise<KnownPage | null> {
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

async function isForm({ db }: Services, name: string): Promise<boolean> {
  const forms = await prepared(
    db,
    db.selectFrom('forms').select('id').where('name', '=', name).where('deletedAt', 'is', null),
  );
  return forms.length > 0;
}

/** A menu link to another site, or to a page without a declared route. */
async function knownLink({ db }: Services, given: string, path: string): Promise<KnownPage | null> {
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
