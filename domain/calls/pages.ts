import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

export const PageType = Type.Enum(['Standard', 'Raw Html', 'About Me', 'Card']);
export type PageType = Static<typeof PageType>;
export const CardType = Type.Enum([
  'StandardCard',
  'RawHtmlCard',
  'LocationCard',
  'SessionsCard',
  'CenterCard',
  'ListCard',
  'ActionCard',
  'AboutMeCard',
  'Divider',
]);
export type CardType = Static<typeof CardType>;
/** What a center card shows. */
export type CenterPart = 'open' | 'onDuty' | 'machines' | 'crowd' | 'clock' | 'announcements';
const PageTheme = Type.Enum(['dark', 'light', 'none']);
/** none: light, without a background picture. */
export type PageTheme = Static<typeof PageTheme>;

const ContentCard = Type.Object({
  id: Type.Id,
  title: Type.String(),
  type: CardType,
  /** JSON of CardData. */
  data: Type.String(),
});
export type ContentCard = Static<typeof ContentCard>;

/** A published page, its HTML sanitized. */
export const ContentPage = Type.Object({
  id: Type.Id,
  name: Type.String(),
  title: Type.String(),
  type: PageType,
  theme: PageTheme,
  summary: Type.Nullable(Type.String()),
  category: Type.String(),
  /** The background picture: the page's own, else the theme's; null for none. */
  backgroundUrl: Type.Nullable(Type.String()),
  /** HTML of a page without cards. */
  data: Type.String(),
  cards: Type.Array(ContentCard),
  updatedAt: Type.Instant,
});
export type ContentPage = Static<typeof ContentPage>;

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
  /** Of the sessions that are shown; absent: of all events, categories or locations. */
  eventId?: number;
  categoryId?: number;
  locationId?: number;
  /** How many sessions. */
  limit?: number;
  centerId?: number;
  part?: CenterPart;
}

export const pageCalls = calls({
  'GET /api/content/page': {
    summary: 'Content: a published page by its name',
    public: true,
    cached: true,
    query: Type.Object({
      title: Type.String({ minLength: 1, description: 'The page’s name; home is the site’s first page' }),
    }),
    response: ContentPage,
  },
});
