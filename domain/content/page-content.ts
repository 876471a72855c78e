/** The wire format of the page editor: drafts, versions and card types (server/features/content). */

import type { CardData, CardType, ContentPage, PageTheme, PageType } from './content.ts';
import type { Page } from '../generated/resources.ts';
import type { CardSchema } from '../declarations/schemas.ts';

/** A page with its cards as one value: the content of a draft or a version. */
export interface PageContent {
  title: string;
  /** The slug in the page's address: lower case, digits and single hyphens. */
  name: string;
  type: PageType;
  /** auto: by page type, dark for cards and light for text. */
  theme: 'auto' | PageTheme;
  /** File of the background picture; null: the theme's. */
  backgroundUrl: string | null;
  summary: string | null;
  category: string;
  tags: string[];
  inNavigation: boolean;
  /** Null: the title. */
  navigationLabel: string | null;
  navigationIcon: Page['navigationIcon'];
  navigationOrder: number | null;
  /** HTML of a page without cards. */
  data: string;
  /** In display order. */
  cards: PageCard[];
}

/**
 * `id` is that of the published card, absent for a new one. `key` identifies the card within the page from its creation on, in drafts
 * and published: 1 to 40 of A-Z, a-z, 0-9, _ and -.
 */
export interface PageCard {
  id?: number;
  key: string;
  type: CardType;
  title: string;
  data: CardData;
}

export interface PageInfo {
  id: number;
  name: string;
  title: string;
  published: boolean;
  version: number;
}

/**
 * Opaque version of a draft, different after every saved change and every publication and never reused; "5.0.0" ends in zeros while
 * there is no draft. Clients send the version they have read in If-Match; a stale one is refused with 412, so nothing is overwritten
 * or published unseen.
 */
export type DraftVersion = string;

export function isWithoutDraft(version: DraftVersion): boolean {
  return version.endsWith('.0.0');
}

/** GET /api/content/pages/{page}/editor, the page by its id, name or title. */
export interface PageEditor {
  page: PageInfo;
  /** Version of draft and published page together; see DraftVersion. */
  version: DraftVersion;
  /** The last published content. The editor starts from it when there is no draft. */
  live: PageContent;
  draft: PageDraft | null;
  faults: ContentFaults;
  /** Newest first. */
  versions: PageVersionInfo[];
}

/**
 * What is wrong with a content as it stands: what prevents publishing, and links to pages that do not exist. Messages by place: "title",
 * "name" ... for the page, "{key}.title" and "{key}.data.{field}" for its cards.
 */
export type ContentFaults = Record<string, string>;

export interface PageDraft {
  content: PageContent;
  version: DraftVersion;
  /** Instant of the scheduled publication; null: not scheduled. */
  publishAt: string | null;
  updatedAt: string;
  updatedBy: string | null;
}

export interface PageVersionInfo {
  number: number;
  /** Visitors never saw a draft. setAside: one that was replaced by another editor's. */
  kind: 'published' | 'setAside' | 'draft';
  /** When it was published or last saved. */
  publishedAt: string;
  /** Null: the system. */ publishedBy: string | null;
}

/** GET /api/content/pages/{id}/versions/{number} */
export interface PageVersion extends PageVersionInfo {
  content: PageContent;
}

/** Response to PUT /api/content/pages/{id}/draft and to a restore. Saving a change cancels the scheduled publication. */
export interface SavedDraft {
  version: DraftVersion;
  updatedAt: string;
  publishAt: string | null;
  faults: ContentFaults;
  /** The draft as stored, when cleaning changed it, and after a restore. */
  content?: PageContent;
  /** Whether the draft that this one replaces went into the history. */
  isStored: boolean;
}

/** Body of PUT /api/content/pages/{id}/draft. `setAside`: keep the replaced draft in the history. */
export interface DraftChange {
  content: PageContent;
  setAside?: boolean;
}

/** Body of PUT /api/content/pages/{id}/presence. `tab`: id of the browser tab; `section`: what is being edited, a card's key, "settings" or "text". */
export interface EditorPresence {
  tab: string;
  section: string | null;
}

/** Response: the version of page and draft, and who else has the page open. `isSelf`: the same account in another tab. */
export interface PagePresence {
  version: DraftVersion;
  others: { name: string; section: string | null; isSelf: boolean }[];
}

/**
 * Response to POST /api/content/pages/{id}/publish and /unpublish. An invalid draft is refused with 422; `errors` are ContentFaults.
 */
export interface PublishState {
  published: boolean;
  publishAt: string | null;
}

/**
 * Body of POST /api/content/pages, answered with PageInfo of the new, unpublished page. The default `name` derives from the title.
 * `copyOf`: id of a page whose current draft or published content becomes the draft.
 */
export interface NewPage {
  title: string;
  name?: string;
  type?: PageType;
  copyOf?: number;
}

/** An entry of GET /api/content/pages: every page that the caller may edit, including deleted ones. */
export interface PageListEntry {
  id: number;
  name: string;
  title: string;
  type: PageType;
  category: string;
  published: boolean;
  /** There are unpublished changes. */
  hasDraft: boolean;
  publishAt: string | null;
  /** Of the page or its draft, whichever is newer. */
  changedAt: string;
  changedBy: string | null;
  deletedAt: string | null;
  /** Views in the last 30 days. */
  views: number;
}

/**
 * An entry of GET /api/content/pages/{id}/uses: a place on the site that links to the page. `to` is where it can be edited, null where
 * the caller may not edit it or it is declared in config/.
 */
export interface PageUse {
  label: string;
  /** What it is. */
  detail: string;
  to: string | null;
}

/** GET /api/content/cardTypes */
export interface CardTypeInfo {
  type: CardType;
  label: string;
  description: string;
  icon: string;
  /** Schema of the card's data. */
  schema: CardSchema;
  /** Address of its precompiled validator. */
  validatorUrl: string;
}

/** Contents stored before pages had these settings lack them. */
export const NAVIGATION_DEFAULTS = {
  inNavigation: false,
  navigationLabel: null,
  navigationIcon: null,
  navigationOrder: null,
} as const satisfies Partial<PageContent>;

/** Limits of a draft: bytes as JSON, and number of cards. */
export const DRAFT_LARGEST = 1_048_576;
export const DRAFT_MOST_CARDS = 200;

/** The page at which a shared draft is read; its link is the query parameter `link`. */
export const DRAFT_LINK_PATH = '/content/draft';
/** For how many days a link to a draft can be made to work. */
export const DRAFT_LINK_DAYS = [1, 7, 30] as const;
export type DraftLinkDays = (typeof DRAFT_LINK_DAYS)[number];

/** GET and POST /api/content/pages/{id}/draftLinks: a link by which anybody can read the page's draft until it expires. */
export interface DraftLink {
  id: number;
  /** Path and query on this site. */
  address: string;
  expiresAt: string;
  createdAt: string;
  /** Null: the account is gone. */ createdBy: string | null;
}

/** GET /api/content/draft?link={link}. `isDraft`: there are changes that visitors do not see. */
export interface SharedDraft {
  page: ContentPage;
  isDraft: boolean;
  expiresAt: string;
}
