/** Content pages as they travel between server and browser (the specification's sections 2.6, 3 and 7). */
import type { DayHours, UsualHours } from './hours.ts';

export type PageType = 'Standard' | 'Raw Html' | 'About Me' | 'Card';
export type CardType =
  'StandardCard' | 'RawHtmlCard' | 'LocationCard' | 'ListCard' | 'ActionCard' | 'AboutMeCard' | 'Divider';
/** The page that / shows. It cannot be deleted, hidden or renamed. */
export const HOME_PAGE = 'home';

/** Where visitors find the page of this name. */
export function pageAddress(name: string): string {
  return name === HOME_PAGE ? '/' : `/content/static/${name}`;
}

/** The name of the content page that an address of this site leads to, in small letters; null where it leads elsewhere. */
export function pageNameAt(address: string): string | null {
  const path = address.replace(/[?#].*$/s, '').replace(/(.)\/+$/, '$1');
  if (path === '/') return HOME_PAGE;
  return /^\/content\/static\/([a-z0-9-]{1,80})$/i.exec(path)?.[1]?.toLowerCase() ?? null;
}

/** Whether a page of this type shows its cards. Those of others are kept, in case it becomes one that does. */
export function hasCards(type: PageType): boolean {
  return type === 'Card' || type === 'About Me';
}

/** none: the light ground without a background picture. */
export type PageTheme = 'dark' | 'light' | 'none';

/** GET /api/content/page?title={name}: the published page. HTML in it has been sanitised. */
export interface ContentPage {
  id: number;
  name: string;
  title: string;
  type: PageType;
  theme: PageTheme;
  summary: string | null;
  category: string;
  /** File of the picture behind the page: its own, or the theme's; null for none. */
  backgroundUrl: string | null;
  /** HTML of a page that is not made of cards. */
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
 * What a card shows; which of it is schemas/cards/{type}.json's matter. `imageUrl` is a file of /api/Content. `headers` and
 * `items`, `links` and `linkTexts` go in pairs; an about-me card's items are comma-separated.
 */
export interface CardData {
  text?: string;
  link?: string;
  linkText?: string;
  /** The location. */
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
}

/** The theme that a page of this type has unless it names one. */
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
}

/** What the site shows while nothing is set, and in a browser that could not read its settings. */
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
};

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
}
export interface SearchResult {
  name: string;
  id: number;
  url: string;
}

/** Body of POST /api/content/TrackPageView. */
export interface PageView {
  pageName: string;
  path: string;
  category: string;
}

/**
 * GET /api/content/viewsReport: views from the day `from` to the day `to`. `weeks` begin on Mondays and have none missing; of a
 * week that begins before `from` or ends after `to` only the days between count. The others are the most seen first.
 */
export interface ViewsReport {
  from: string;
  to: string;
  total: number;
  weeks: { week: string; views: number }[];
  pages: { pageName: string; path: string; category: string; views: number }[];
  categories: { category: string; views: number }[];
}

/** GET /api/locations/{id}/hours: seven days from a Sunday on, in the location's own time, holidays applied. */
export interface WeekHours {
  locationId: number;
  displayName: string;
  buildingCode: string;
  room: string;
  timezone: string;
  clock: ClockOffset[];
  /** The location's date when this was answered. */
  today: string;
  /** Whether it keeps weekends: without, a list leaves Sunday out (listedDays of domain/hours.ts). */
  weekends: boolean;
  /** Null: the location has no hours. */
  days: DayHours[] | null;
  /** The first day after these on which it opens; null when there is none soon. */
  next: DayHours | null;
}

/** From an instant on (milliseconds) the clock of a place is `offset` minutes ahead of UTC, until the next of the list. So a browser needs no zones. */
export interface ClockOffset {
  from: number;
  offset: number;
}

/** GET /api/ViewScheduling/GetCalendarFor/{id}?today=true. Instants carry the location's offset: their text is its wall clock. */
export interface LocationCalendar {
  location: { id: number; displayName: string; buildingCode: string; room: string; timezone: string };
  clock: ClockOffset[];
  events: CalendarEvent[];
  /** The location's, and today's, as in WeekHours; null: the location has no hours. */
  hours: (UsualHours & DayHours) | null;
}
export interface CalendarEvent {
  id: number;
  title: string;
  start: string;
  end: string;
  description: string;
}
