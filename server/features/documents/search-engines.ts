import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { HOME_PAGE, pageAddress } from '../../../domain/content/content.ts';
import type { RouteDeclaration } from '../../../domain/declarations/site.ts';
import { columnRefs, PREPARED, type Db } from '../../platform/database.ts';
import { siteOrigin } from '../../platform/http/site-origin.ts';
import type { Needs, ReadServices } from '../../services.ts';
import { visitor } from '../accounts/held-roles.ts';
import { isListed } from '../sessions/visibility.ts';

const PAGE = columnRefs('pages', 'p');
const CARD = columnRefs('cards', 'c');

/** The sitemap protocol's limit is 50,000 addresses. */
const MOST_PAGES = 39_000;

/** Leaves room for the pages. */
const MOST_SESSIONS = 10_000;

interface Place {
  path: string;
  changed: string | null;
}

export function addSearchEngineRoutes(
  app: FastifyInstance,
  services: Needs<'clock' | 'db' | 'model' | 'settings'>,
): void {
  const { model, settings } = services;
  const origin = (): string => siteOrigin(settings, app.server.address());

  app.get('/robots.txt', async (_request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache');
    return `User-agent: *\nAllow: /api/Content/\nDisallow: /api/\n\nSitemap: ${origin()}/sitemap.xml\n`;
  });

  app.get('/sitemap.xml', async (_request, reply) => {
    const places = [
      ...model.routes.filter(isOpenPlace).map(({ path }): Place => ({ path, changed: null })),
      ...(await publishedPages(services.db)),
      ...(await openSessions(services)),
    ];
    reply.type('application/xml; charset=utf-8').header('cache-control', 'no-cache');
    return sitemap(origin(), places);
  });
}

/** A public page with a fixed address; the home page is listed among the published pages. */
function isOpenPlace({ path, login, requiredRoles, category }: RouteDeclaration): boolean {
  return !login && requiredRoles.length === 0 && category !== 'NoCategory' && !path.includes(':') && path !== '/';
}

async function publishedPages(db: Db): Promise<Place[]> {
  const { rows } = await sql<{ name: string; changed: string }>`${PREPARED}
    select ${PAGE.name}, greatest(${PAGE.updatedAt}, max(${CARD.updatedAt})) as "changed" from "pages" p left join "cards" c on ${CARD.pageId} = ${PAGE.id}
    where ${PAGE.published} and ${PAGE.deletedAt} is null group by ${PAGE.id} order by ${PAGE.name} <> ${HOME_PAGE}, ${PAGE.name} limit ${MOST_PAGES}`.execute(
    db,
  );
  return rows.map(({ name, changed }) => ({
    path: pageAddress(name),
    changed,
  }));
}

async function openSessions({ db, clock, model }: ReadServices): Promise<Place[]> {
  const rows = await db
    .selectFrom('instances as i')
    .innerJoin('events as e', 'e.id', 'i.eventId')
    .select(['i.id', 'i.updatedAt'])
    .where(isListed(visitor(model.roles)))
    .where('i.status', '=', 'published')
    .where('i.endsAt', '>', clock.instant())
    .orderBy('i.startsAt')
    .orderBy('i.id')
    .limit(MOST_SESSIONS)
    .execute();
  return rows.map(({ id, updatedAt }) => ({ path: `/signup/details/${id}`, changed: updatedAt }));
}

function sitemap(origin: string, places: readonly Place[]): string {
  const entries = places.map(({ path, changed }) => {
    const address = `${origin}${path}`.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return `  <url><loc>${address}</loc>${changed === null ? '' : `<lastmod>${changed.slice(0, 10)}</lastmod>`}</url>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}
