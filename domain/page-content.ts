/** The editing of pages: drafts, versions and card types, as they travel (server/features/content). */

import type { CardData, CardType, PageTheme, PageType } from './content.ts';
import type { CardSchema } from './model.ts';

/** A page with its cards as one value: what a draft holds, what a version keeps. */
export interface PageContent {
  title: string;
  /** In the page's address: small letters, digits and single hyphens. */
  name: string;
  type: PageType;
  /** auto: by type, dark for cards, light for text. */
  theme: 'auto' | PageTheme;
  /** File of the background picture; null: the theme's. */
  backgroundUrl: string | null;
  summary: string | null;
  category: string;
  tags: string[];
  /** HTML of a page that is not made of cards. */
  data: string;
  /** In the order they are shown. */
  cards: PageCard[];
}

/** `id` is that of the published card, absent for a new one. `key` tells cards of a draft apart: unique in it, 1 to 40 of A-Z, a-z, 0-9, _ and -. */
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
 * Another one with every saved change of the draft and with every publishing, and never the same again; "5.0.0" ends in zeros while
 * there is no draft. Whoever saves or publishes sends the one that they have seen in If-Match, and is refused with 412 where it is
 * not the present one: nothing of others is overwritten or published unseen.
 */
export type DraftVersion = string;

export function isWithoutDraft(version: DraftVersion): boolean {
  return version.endsWith('.0.0');
}

/** GET /api/content/pages/{page}/editor, the page by its id, name or title. */
export interface PageEditor {
  page: PageInfo;
  /** How draft and published page stand: see DraftVersion. */
  version: DraftVersion;
  /** What was published last: what visitors see, as long as the page is published. The editor starts from it where there is no draft. */
  live: PageContent;
  draft: PageDraft | null;
  /** Newest first. */
  versions: PageVersionInfo[];
}

export interface PageDraft {
  content: PageContent;
  version: DraftVersion;
  /** Instant at which it is published by itself; null: not scheduled. */
  publishAt: string | null;
  updatedAt: string;
  updatedBy: string | null;
}

export interface PageVersionInfo {
  number: number;
  /** setAside: a draft over which somebody has saved another one; it never was what visitors saw. */
  kind: 'published' | 'setAside';
  /** When it was published, or saved last. */
  publishedAt: string;
  /** Null: by the system. */ publishedBy: string | null;
}

/** GET /api/content/pages/{id}/versions/{number} */
export interface PageVersion extends PageVersionInfo {
  content: PageContent;
}

/** Answer of PUT /api/content/pages/{id}/draft and of a restore. A saved change takes the draft off its schedule. */
export interface SavedDraft {
  version: DraftVersion;
  updatedAt: string;
  publishAt: string | null;
  /** The draft as it is kept, where cleaning has changed it. */
  content?: PageContent;
}

/** Body of PUT /api/content/pages/{id}/draft. `setAside`: the draft that it replaces is kept in the history. */
export interface DraftChange {
  content: PageContent;
  setAside?: boolean;
}

/** Body of PUT /api/content/pages/{id}/presence. `tab`: an id of the browser tab; `part`: the section being edited there. */
export interface EditorPresence {
  tab: string;
  part: string | null;
}

/** Its answer: how page and draft stand, and who else has the page open. `isSelf`: the same account in another tab. */
export interface PagePresence {
  version: DraftVersion;
  others: { name: string; part: string | null; isSelf: boolean }[];
}

/**
 * Answer of POST /api/content/pages/{id}/publish and /unpublish. A draft with faults is refused with 422; `errors` has a message
 * for each: "title", "name" ... for the page, "{key}.title" and "{key}.data.{field}" for its cards.
 */
export interface PublishState {
  published: boolean;
  publishAt: string | null;
}

/**
 * Body of POST /api/content/pages, answered with PageInfo: a page that is not published. Without `name` it is made from the
 * title; `copyOf`: id of a page whose content, as its editor shows it, becomes the draft.
 */
export interface NewPage {
  title: string;
  name?: string;
  type?: PageType;
  copyOf?: number;
}

/** One of GET /api/content/pages: every page that the caller may edit, deleted ones too, and how it stands. */
export interface PageListEntry {
  id: number;
  name: string;
  title: string;
  type: PageType;
  category: string;
  published: boolean;
  /** There are changes that visitors do not see yet. */
  hasDraft: boolean;
  publishAt: string | null;
  /** Of the page or its draft, whichever is newer. */
  changedAt: string;
  changedBy: string | null;
  deletedAt: string | null;
  /** How often it was seen in the last 30 days. */
  views: number;
}

/**
 * One of GET /api/content/pages/{id}/uses: a place on the site that leads to the page. `label` names it; `to` is where it is changed,
 * null where the caller may not or where it is declared in config/.
 */
export interface PageUse {
  /** page: its text; draft: one that is not published yet; site: the site settings; menu: the declared menu. */
  kind: 'card' | 'page' | 'draft' | 'link' | 'site' | 'menu';
  label: string;
  to: string | null;
}

/** GET /api/content/cardTypes */
export interface CardTypeInfo {
  type: CardType;
  label: string;
  description: string;
  icon: string;
  /** Of the card's data. */
  schema: CardSchema;
  /** Address of its precompiled validator. */
  validatorUrl: string;
}

/** A draft is at most so large, as JSON in bytes, and has at most so many cards. */
export const DRAFT_LARGEST = 1_048_576;
export const DRAFT_MOST_CARDS = 200;
