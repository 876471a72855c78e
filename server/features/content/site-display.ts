import { DEFAULT_SITE_SETTINGS } from '../../../domain/content/content.ts';
import type { MegaMenuItem, SiteDisplaySettings } from '../../../domain/calls/content.ts';
import { treeText, parseHtml } from '../../../domain/html/html-tree.ts';
import { prepared } from '../../platform/database.ts';
import { cleanHtml } from '../../resources/html.ts';
import type { Needs } from '../../services.ts';

export async function siteDisplaySettings({ db }: Needs<'db'>): Promise<SiteDisplaySettings> {
  const names = Object.keys(DEFAULT_SITE_SETTINGS) as (keyof SiteDisplaySettings)[];
  const [settings] = await prepared(db, db.selectFrom('siteSettings').select(names).orderBy('id').limit(1));
  const { bannerMessage, welcomeMessage, footer, showBookstackSearch, showLinksManager, showAnyNav, ...files } =
    settings ?? DEFAULT_SITE_SETTINGS;
  return {
    ...files,
    bannerMessage: bannerMessage?.trim() === '' ? null : bannerMessage,
    welcomeMessage: cleaned(welcomeMessage),
    footer: cleaned(footer),
    showBookstackSearch: showBookstackSearch ?? DEFAULT_SITE_SETTINGS.showBookstackSearch,
    showLinksManager: showLinksManager ?? DEFAULT_SITE_SETTINGS.showLinksManager,
    showAnyNav: showAnyNav ?? DEFAULT_SITE_SETTINGS.showAnyNav,
  };
}

export async function megaMenu({ db }: Needs<'db'>): Promise<MegaMenuItem[]> {
  return prepared(
    db,
    db
      .selectFrom('links')
      .leftJoin('linkViews', 'linkViews.linkId', 'links.id')
      .select(({ fn, val }) => [
        'title',
        'url',
        fn.coalesce('category', val('Uncategorized')).as('category'),
        fn.coalesce('views', val(0)).as('views'),
      ])
      .where('active', 'is', true)
      .orderBy(({ fn }) => fn('lower', ['title']))
      .orderBy('links.id'),
  );
}

/** Null for HTML without visible content, such as the empty paragraph that an editor leaves behind. */
function cleaned(html: string | null): string | null {
  const text = html === null ? '' : cleanHtml(html);
  return treeText(parseHtml(text)) === '' && !/<(?:img|hr)\b/.test(text) ? null : text;
}
