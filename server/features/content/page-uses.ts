import { sql } from 'kysely';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { pageAddress, pageNameAt } from '../../../domain/content/content.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import type { MenuEntry } from '../../../domain/declarations/site.ts';
import type { NotedPlace } from '../../../domain/calls/action-parts.ts';
import { canAccess, type Action } from '../../declarations/permission.ts';
import { columnRefs, type Tx } from '../../platform/database.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { onPage } from './drafts.ts';

const PAGE = columnRefs('pages', 'p');
const DRAFT = columnRefs('pageDrafts', 'd');
const CARD = columnRefs('cards', 'c');

export function pageUses(services: CommandServices, actor: Actor, pageId: number, given?: Tx): Promise<NotedPlace[]> {
  return onPage(
    services,
    actor,
    pageId,
    async (tx, { name }) => {
      const leadsHere = leadsTo(name, services.settings.publicUrl);
      const uses = await Promise.all([
        inPages(services, tx, actor, { pageId, name }, leadsHere),
        inLinks(services, tx, actor, leadsHere),
        inSiteSettings(services, tx, actor, leadsHere),
      ]);
      return [...uses.flat(), ...inMenu(services.model.menu, leadsHere)];
    },
    given,
  );
}

/** Whether a value, including HTML and lists, contains a link to the page of this name. */
function leadsTo(name: string, siteUrl: string | null): (value: Json | undefined) => boolean {
  const isIt = (link: string): boolean => {
    const path =
      siteUrl !== null && link.toLowerCase().startsWith(siteUrl.toLowerCase()) ? link.slice(siteUrl.length) : link;
    return pageNameAt(path === '' ? '/' : path) === name;
  };
  const within = (value: Json | undefined): boolean => {
    if (typeof value === 'string')
      return isIt(value.trim()) || [...value.matchAll(/\bhref="([^"]*)"/gi)].some(([, link = '']) => isIt(link));
    if (typeof value !== 'object' || value === null) return false;
    return Object.values(value).some(within);
  };
  return within;
}

async function inPages(
  services: Needs<'engine'>,
  tx: Tx,
  actor: Actor,
  { pageId, name }: { pageId: number; name: string },
  leadsHere: (value: Json | undefined) => boolean,
): Promise<NotedPlace[]> {
  const mentioned = `%${name === 'home' ? '/' : pageAddress(name)}%`;
  const { rows } = await sql<{ page: Row; cards: { id: number; title: string; data: Json }[]; draft: Row | null }>`
    select to_jsonb(p) as "page", ${DRAFT.content} as "draft",
      coalesce((select jsonb_agg(jsonb_build_object('id', ${CARD.id}, 'title', ${CARD.title}, 'data', ${CARD.data}) order by ${CARD.order}, ${CARD.id})
        from "cards" c where ${CARD.pageId} = ${PAGE.id} and ${CARD.data}::text ilike ${mentioned}), '[]'::jsonb) as "cards"
    from "pages" p left join "pageDrafts" d on ${DRAFT.pageId} = ${PAGE.id}
    where ${PAGE.deletedAt} is null and ${PAGE.id} <> ${pageId} and (${PAGE.data} ilike ${mentioned} or ${DRAFT.content}::text ilike ${mentioned}
      or exists (select 1 from "cards" c where ${CARD.pageId} = ${PAGE.id} and ${CARD.data}::text ilike ${mentioned}))
    order by lower(${PAGE.title}), ${PAGE.id}`.execute(tx);
  const can = resourceAccess(services, actor, 'pages');
  return rows
    .filter(({ page }) => can('read', page))
    .flatMap(({ page, cards, draft }) => {
      const title = String(page['title']);
      const editor = (section: string) =>
        can('update', page)
          ? `/content/managecards/${encodeURIComponent(String(page['name']))}?section=${section}`
          : null;
      const found: NotedPlace[] = [
        ...(leadsHere(page['data']) ? [{ label: title, detail: 'Text of the page', to: editor('text') }] : []),
        ...cards
          .filter(({ data }) => leadsHere(data))
          .map((card) => ({
            label: card.title.trim() === '' ? title : `${card.title} (${title})`,
            detail: 'Card',
            to: editor(`card-${card.id}`),
          })),
      ];
      return found.length === 0 && leadsHere(draft)
        ? [{ label: title, detail: 'Draft of the page', to: editor('settings') }]
        : found;
    });
}

async function inLinks(
  services: Needs<'engine' | 'model'>,
  tx: Tx,
  actor: Actor,
  leadsHere: (value: Json | undefined) => boolean,
): Promise<NotedPlace[]> {
  const rows = await tx
    .selectFrom('links')
    .selectAll()
    .orderBy(({ fn }) => fn('lower', ['title']))
    .orderBy('id')
    .execute();
  const can = resourceAccess(services, actor, 'links');
  const path = services.model.resources.get('links')?.config.path ?? '';
  return rows
    .filter((link) => leadsHere(link.url) && can('read', link))
    .map((link) => ({
      label: link.title,
      detail: 'Link of the menu',
      to: can('update', link) ? `${path}/${link.id}` : null,
    }));
}

async function inSiteSettings(
  services: Needs<'engine' | 'model'>,
  tx: Tx,
  actor: Actor,
  leadsHere: (value: Json | undefined) => boolean,
): Promise<NotedPlace[]> {
  const row: Row | undefined = await tx
    .selectFrom('siteSettings')
    .selectAll()
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const settings = services.model.resources.get('siteSettings');
  const can = resourceAccess(services, actor, 'siteSettings');
  if (!settings || !row) return [];
  return settings.fields
    .filter(({ name }) => leadsHere(row[name]))
    .map(({ title }) => ({
      label: title,
      detail: 'Site settings',
      to: can('update', row) ? settings.config.path : null,
    }));
}

function inMenu(entries: readonly MenuEntry[], leadsHere: (value: Json | undefined) => boolean): NotedPlace[] {
  return entries.flatMap((entry) => [
    ...(leadsHere(entry.to)
      ? [{ label: entry.label, detail: 'Entry of the menu, declared in config/menu.json', to: null }]
      : []),
    ...inMenu(entry.entries ?? [], leadsHere),
  ]);
}

function resourceAccess({ engine: { resolver } }: Needs<'engine'>, actor: Actor, resource: string) {
  return (action: Action, row: Row): boolean =>
    canAccess(resolver.access(actor, resolver.resource(resource), action), row);
}
