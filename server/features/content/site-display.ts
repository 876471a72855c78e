import { DEFAULT_SITE_SETTINGS, type MegaMenuItem, type SiteDisplaySettings } from '../../../domain/content.ts';
import { htmlWords, parseHtml } from '../../../domain/html-tree.ts';
import { prepared } from '../../platform/database.ts';
import { cleanHtml } from '../../resources/html.ts';
import type { Services } from '../../services.ts';

/** The site settings as every visitor gets them; what they are without any where there are none yet. */
export async function siteDisplaySettings({ db }: Services): Promise<SiteDisplaySettings> {
  const names = Object.keys(DEFAULT_SITE_SETTINGS) as (keyof SiteDisplaySettings)[];
  const [settings] = await prepared(db, db.selectFrom('siteSettings').select(names).orderBy('id').limit(1));
  const { bannerMessage, welcomeMessage, footer, showBookstackSearch, showLinksManager, ...files } =
    settings ?? DEFAULT_SITE_SETTINGS;
  return {
    ...files,
    bannerMessage: bannerMessage?.trim() === '' ? null : bannerMessage,
    welcomeMessage: cleaned(welcomeMessage),
    footer: cleaned(footer),
    showBookstackSearch: showBookstackSearch ?? DEFAULT_SITE_SETTINGS.showBookstackSearch,
    showLinksManager: showLinksManager ?? DEFAULT_SITE_SETTINGS.showLinksManager,
  };
}

/** The active links by title, whoever asks. */
export async function megaMenu({ db }: Services): Promise<MegaMenuItem[]> {
  return prepared(
    db,
    db
      .selectFrom('links')
      .select(({ fn, val }) => [
        'title',
        'url',
        fn.coalesce('category', val('Uncategorized')).as('category'),
        fn.coalesce('views', val(0)).as('views'),
      ])
      .where('active', 'is', true)
      .orderBy(({ fn }) => fn('lower', ['title']))
      .orderBy('id'),
  );
}

/** Null for what shows nothing: the empty paragraph, for instance, that an editor leaves of a text. */
function cleaned(html: string | null): string | null {
  const text = html === null ? '' : cleanHtml(html);
  return htmlWords(parseHtml(text)) === '' && !/<(?:img|hr)\b/.test(text) ? null : text;
}
