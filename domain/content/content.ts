/** The wire format of content pages (the specification's sections 2.6, 3 and 7). */
import type { EffectiveDay } from '../hours/hours.ts';
import type { ZoneOffset } from '../values/zoned-time.ts';

export type PageType = 'Standard' | 'Raw Html' | 'About Me' | 'Card';
export type CardType =
  'StandardCard' | 'RawHtmlCard' | 'LocationCard' | 'ListCard' | 'ActionCard' | 'AboutMeCard' | 'Divider';
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

/** none: light, without a background picture. */
export type PageTheme = 'dark' | 'light' | 'none';

/** GET /api/content/page?title={name}: the published page, its HTML sanitised. */
export interface ContentPage {
  id: number;
  name: string;
  title: string;
  type: PageType;
  theme: PageTheme;
  summary: string | null;
  category: string;
  /** The background picture: the page's own, else the theme's; null for none. */
  backgroundUrl: string | null;
  /** HTML of a page without cards. */
  data: string;
  cards: ContentCard[];
  updatedAt: string;
}

export interface ContentCard {
  id: number;
  title: string;
  type: CardType;
  /** JSON of CardData. */ data: string;
}

/**
 * The data of a card; schemas/cards/{type}.json declares which properties a type has. `imageUrl` is a file of /api/Content. `headers`
 * and `items`, and `links` and `linkTexts`, are parallel lists; an about-me card's items are comma-separated. `places` are ids of
 * locations.
 */
export interface CardData {
  text?: string;
  link?: string;
  linkText?: string;
  /** Id of the location. */
  id?: number;
  mode?: 'hours' | 'day';
  imageUrl?: string;
  imageAlt?: string;
  name?: string;
  pronouns?: string;
  title?: string;
  headers?: string[];
  items?: string[];
  links?: string[];
  linkTexts?: string[];
  places?: number[];
}

export function themeOfPage(type: PageType, chosen: string | null | undefined): PageTheme {
  if (chosen === 'dark' || chosen === 'light' || chosen === 'none') return chosen;
  return type === 'Card' ? 'dark' : 'light';
}

/** GET /api/content/siteDisplaySettings. Images are files of /api/Content; null where none is set. */
export interface SiteDisplaySettings {
  bannerMessage: string | null;
  welcomeMessage: string | null;
  lockupURL: string | null;
  graphicURL: string | null;
  squareLogoURL: string | null;
  faviconURL: string | null;
  darkBackgroundURL: string | null;
  lightBackgroundURL: string | null;
  footer: string | null;
  showBookstackSearch: boolean;
  showLinksManager: boolean;
  inventoryURL: string | null;
  internalDocsURL: string | null;
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
  inventoryURL: null,
  internalDocsURL: null,
};

/** GET /api/content/navigation: the published pages that the navigation shows, in its order. */
export interface NavigationPage {
  label: string;
  icon: string;
  to: string;
}

export const NAVIGATION_MOST = 8;
export const NAVIGATION_LABEL_LONGEST = 24;
export const NAVIGATION_ICON = 'file-text';

/** GET /api/content/megamenu: the active links. */
export interface MegaMenuItem {
  title: string;
  url: string;
  category: string;
  views: number;
}

/** GET /api/{documentation-system}/search */
export interface SearchGroup {
  source: string;
  response: SearchResult[];
  /** The source has more than the requested results. */
  hasMore?: boolean;
  /** The text that was searched for instead, because nothing matches the query as written. */
  corrected?: string;
  /** Nothing has all of the words; these have some. */
  isPartial?: boolean;
  /** The source has not answered yet. */
  isLate?: boolean;
}
export interface SearchResult {
  name: string;
  id: number;
  url: string;
  /** The heading or card of the page that matches best. */
  section?: string;
  /** Text around the match, in parts: every second one matches. */
  excerpt?: string[];
}

/** Body of POST /api/content/TrackPageView. */
export interface PageView {
  pageName: string;
  path: string;
  category: string;
}

/** GET /api/locations/{id}/hours: seven days starting on a Sunday, in the location's time zone, with holidays applied. */
export interface WeekHours {
  locationId: number;
  displayName: string;
  buildingCode: string;
  room: string;
  timezone: string;
  clock: ZoneOffset[];
  /** The minute of the response, in epoch milliseconds. */
  asOf: number;
  /** The location's date at that time. */
  today: string;
  /** Address of its opening hours on a published page; null when no page lists them. */
  hoursAt: string | null;
  /** Whether the location lists Sundays even when closed (see listedDays in domain/hours/hours.ts). */
  weekends: boolean;
  /** Null when the location has no hours. */
  days: EffectiveDay[] | null;
  /** The next opening day after these; null when there is none soon. */
  next: EffectiveDay | null;
}
