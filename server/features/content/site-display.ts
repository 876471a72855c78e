import { sql } from 'kysely';
import { DEFAULT_SITE_SETTINGS, type MegaMenuItem, type SiteDisplaySettings } from '../../../domain/content.ts';
import { htmlWords, parseHtml } from '../../../domain/html-tree.ts';
import { PREPARED } from '../../platform/database.ts';
import { cleanHtml } from '../../resources/html.ts';
import type { Services } from '../../services.ts';

/** The site settings as every visitor gets them; what they are without any where there are none yet. */
export async function siteDisplaySettings({ db }: Services): Promise<SiteDisplaySettings> {
  const names = Object.keys(DEFAULT_SITE_SETTINGS) as (keyof SiteDisplaySettings)[];
  const { rows } = await sql<SiteDisplaySettings>`${PREPARED}select ${sql.join(names.map((name) => sql.id(name)))}
    from "siteSettings" order by "id" limit 1`.execute(db);
  const { bannerMessage, welcomeMessage, footer, showBookstackSearch, showLinksManager, ...files } =
    rows[0] ?? DEFAULT_SITE_SETTINGS;
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
  const { rows } =
    await sql<MegaMenuItem>`${PREPARED}select "title", "url", coalesce("category", 'Uncategorized') as "category", coalesce("views", 0) as "views"
    from "links" where "active" order by lower("title"), "id"`.execute(db);
  return rows;
}

/** Null for what shows nothing: the empty paragraph, for instance, that an editor leaves of a text. */
function cleaned(html: string | null): string | null {
  const text = html === null ? '' : cleanHtml(html);
  return htmlWords(parseHtml(text)) === '' && !/<(?:img|hr)\b/.test(text) ? null : text;
}
