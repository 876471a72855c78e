import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

const text = Type.Nullable(Type.String());

/** Pictures are files of /api/Content; null where none is set. */
const SiteDisplaySettings = Type.Object({
  bannerMessage: text,
  welcomeMessage: text,
  lockupURL: text,
  graphicURL: text,
  squareLogoURL: text,
  faviconURL: text,
  darkBackgroundURL: text,
  lightBackgroundURL: text,
  footer: text,
  showBookstackSearch: Type.Boolean(),
  showLinksManager: Type.Boolean(),
  /** Of paired kiosks: whether they have menus. */
  showAnyNav: Type.Boolean(),
  inventoryURL: text,
  internalDocsURL: text,
});
export type SiteDisplaySettings = Static<typeof SiteDisplaySettings>;

const NavigationPage = Type.Object({
  label: Type.String(),
  icon: Type.String(),
  /** Its path. */
  to: Type.String(),
});
export type NavigationPage = Static<typeof NavigationPage>;

const MegaMenuItem = Type.Object({
  title: Type.String(),
  url: Type.String(),
  category: Type.String(),
  views: Type.Count,
});
export type MegaMenuItem = Static<typeof MegaMenuItem>;

export const siteCalls = calls({
  'GET /api/content/siteDisplaySettings': {
    summary: 'Content: messages, images and visible features of the site',
    public: true,
    cached: true,
    response: SiteDisplaySettings,
  },
  'GET /api/content/navigation': {
    summary: 'Content: the published pages in the navigation, in its order',
    public: true,
    cached: true,
    response: Type.Array(NavigationPage),
  },
  'GET /api/content/megamenu': {
    summary: 'Content: the active links',
    public: true,
    cached: true,
    response: Type.Array(MegaMenuItem),
  },
});

const SearchResult = Type.Object({
  /** The page's title. */
  name: Type.String(),
  id: Type.Integer(),
  url: Type.String(),
  /** The heading or card of the page that matches best. */
  section: Type.Optional(Type.String()),
  /** Text around the match, in parts: every second one matches. */
  excerpt: Type.Optional(Type.Array(Type.String())),
});
export type SearchResult = Static<typeof SearchResult>;

const SearchGroup = Type.Object({
  source: Type.String(),
  response: Type.Array(SearchResult),
  /** The source has more than were requested. */
  hasMore: Type.Optional(Type.Boolean()),
  /** The text that was searched for instead, because nothing has the words as they were written. */
  corrected: Type.Optional(Type.String()),
  /** Nothing has all of the words; these have some. */
  isPartial: Type.Optional(Type.Boolean()),
  /** The source has not answered yet. */
  isLate: Type.Optional(Type.Boolean()),
});
export type SearchGroup = Static<typeof SearchGroup>;

/** In the address, `documentation` is site.documentation.system. */
export const searchCalls = calls({
  'GET /api/documentation/search': {
    summary: 'Search: pages of this site and of the configured documentation',
    public: true,
    query: Type.Object({
      query: Type.String({
        maxLength: 500,
        description: 'Words, "exact words", [tag], [tag=value], {type:page|card}; of 3 characters or more',
      }),
      count: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 9999, description: 'Results of each source, at most 50. Default: 20' }),
      ),
    }),
    response: Type.Array(SearchGroup),
  },
});
