import type { SiteDisplaySettings } from '../calls/content.ts';
import type { ContentCard, PageTheme, PageType } from '../calls/pages.ts';
import type { DraftVersion, PageContent } from '../calls/page-editor.ts';

/** The page served at /. It cannot be deleted, unpublished or renamed. */
export const HOME_PAGE = 'home';

export function pageAddress(name: string): string {
  return name === HOME_PAGE ? '/' : `/content/static/${name}`;
}

/** The name, in lower case, of the content page at an address of this site; null for any other address. */
export function pageNameAt(address: string): string | null {
  const path = address.replace(/[?#].*$/s, '').replace(/(.)\/+$/, '$1');
  if (path === '/') return HOME_PAGE;
  return /^\/content\/static\/([a-z0-9-]{1,80})$/i.exec(path)?.[1]?.toLowerCase() ?? null;
}

/** Letters that have no accent to take off, as they are commonly written without them. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  đ: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
};
const LONGEST_DERIVED_NAME = 74;

/**
 * The name of a page in its address, derived from its title: "Öffnungszeiten, Straße" becomes offnungszeiten-strasse. Empty when the
 * title has no Latin letter and no digit; short enough for a number at the end.
 */
export function pageNameFor(title: string): string {
  const words =
    title
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/\P{ASCII}/gu, (letter) => PLAIN[letter] ?? letter)
      .replace(/(?<=[a-z0-9])['’](?=[a-z0-9])/g, '')
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, LONGEST_DERIVED_NAME).replace(/-+$/, '');
}

/** Ids of the document that no card may have. */
const TAKEN_IDS = ['main', 'root', 'failure', 'document-state'];

/**
 * The fragments at which the cards of a page are found: their titles as in addresses ("Laser cutting" is #laser-cutting), a second one
 * of the same title with a number. A title without Latin letters and digits gives card-{id}.
 */
export function cardAnchors(cards: readonly Pick<ContentCard, 'id' | 'title'>[]): ReadonlyMap<number, string> {
  const taken = new Set([...TAKEN_IDS, ...cards.map(({ id }) => `card-${id}`)]);
  return new Map(
    cards.map(({ id, title }) => {
      const base = pageNameFor(title);
      return [id, base === '' ? `card-${id}` : anchorBeside(taken, base)];
    }),
  );
}

/** The fragments of a text page's headings, in their order; null for one without Latin letters and digits. */
export function headingAnchors(headings: readonly string[]): (string | null)[] {
  const taken = new Set(TAKEN_IDS);
  return headings.map((heading) => {
    const base = pageNameFor(heading);
    return base === '' ? null : anchorBeside(taken, base);
  });
}

/** The id, with a number if it is taken, which takes it. */
function anchorBeside(taken: Set<string>, base: string): string {
  let anchor = base;
  for (let count = 2; taken.has(anchor); count += 1) anchor = `${base}-${count}`;
  taken.add(anchor);
  return anchor;
}

/** Whether a page of this type shows its cards. Other types keep theirs in case the type changes. */
export function hasCards(type: PageType): boolean {
  return type === 'Card' || type === 'About Me';
}

export function themeOfPage(type: PageType, chosen: string | null | undefined): PageTheme {
  if (chosen === 'dark' || chosen === 'light' || chosen === 'none') return chosen;
  return type === 'Card' ? 'dark' : 'light';
}

/** Defaults while nothing is set, and the fallback when the settings cannot be loaded. */
export const DEFAULT_SITE_SETTINGS: SiteDisplaySettings = {
  bannerMessage: null,
  welcomeMessage: null,
  lockupURL: null,
  graphicURL: null,
  squareLogoURL: null,
  faviconURL: null,
  darkBackgroundURL: null,
  lightBackgroundURL: null,
  footer: null,
  showBookstackSearch: false,
  showLinksManager: true,
  showAnyNav: true,
  inventoryURL: null,
  internalDocsURL: null,
};

export const NAVIGATION_MOST = 8;
export const NAVIGATION_LABEL_LONGEST = 24;
export const NAVIGATION_ICON = 'file-text';

export function isWithoutDraft(version: DraftVersion): boolean {
  return version.endsWith('.0.0');
}

/** Contents stored before pages had these settings lack them. */
export const NAVIGATION_DEFAULTS = {
  inNavigation: false,
  navigationLabel: null,
  navigationIcon: null,
  navigationOrder: null,
} as const satisfies Partial<PageContent>;

/** The page at which a shared draft is read; its link is the query parameter `link`. */
export const DRAFT_LINK_PATH = '/content/draft';
