import { NotedPlace } from './action-parts.ts';
import type { CardSchema } from '../declarations/schemas.ts';
import type { Page } from '../generated/resources.ts';
import { DRAFT_LARGEST } from '../values/constants.ts';
import { calls } from './call.ts';
import { Type, type Static } from './type.ts';
import { CardType, PageType, type CardData } from './pages.ts';

const text = (maxLength: number) => Type.String({ maxLength });

const PageCard = Type.Object({
  /** Of the published card; absent for a new one. */
  id: Type.Optional(Type.Id),
  /** Identifies the card within the page from its creation on, in drafts and published. */
  key: Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$' }),
  type: CardType,
  title: text(500),
  data: Type.Unsafe<CardData>({ type: 'object' }),
});
export type PageCard = Static<typeof PageCard>;

/**
 * A page with its cards as one value: the content of a draft or a version. Drafts may be incomplete, so only types and sizes are
 * checked; the declarations apply on publication.
 */
const PageContent = Type.Object({
  title: text(500),
  /** The slug in the page's address: lower case, digits and single hyphens. */
  name: text(200),
  type: PageType,
  /** auto: by page type, dark for cards and light for text. */
  theme: Type.Enum(['auto', 'dark', 'light', 'none']),
  /** File of the background picture; null: the theme's. */
  backgroundUrl: Type.Nullable(text(300)),
  summary: Type.Nullable(text(2_000)),
  category: text(300),
  tags: Type.Array(text(200), { maxItems: 50 }),
  inNavigation: Type.Boolean(),
  /** Null: the title. */
  navigationLabel: Type.Nullable(text(300)),
  navigationIcon: Type.Unsafe<Page['navigationIcon']>({ type: ['string', 'null'], maxLength: 60 }),
  navigationOrder: Type.Nullable(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })),
  /** HTML of a page without cards. */
  data: text(200_000),
  /** In display order. */
  cards: Type.Array(PageCard, { maxItems: 200 }),
});
export type PageContent = Static<typeof PageContent>;

const PageInfo = Type.Object({
  id: Type.Id,
  name: Type.String(),
  title: Type.String(),
  published: Type.Boolean(),
  version: Type.Count,
});
export type PageInfo = Static<typeof PageInfo>;

/**
 * Opaque version of a draft, different after every saved change and every publication and never reused; "5.0.0" ends in zeros while
 * there is no draft. Clients send the version they have read in If-Match; a stale one is refused with 412, so nothing is overwritten
 * or published unseen.
 */
const DraftVersion = Type.String();
export type DraftVersion = Static<typeof DraftVersion>;

/**
 * What prevents publishing, and links to pages that do not exist. Messages by place: "title", "name" ... for the page, "{key}.title"
 * and "{key}.data.{field}" for its cards.
 */
const ContentFaults = Type.Dictionary(Type.String());
export type ContentFaults = Static<typeof ContentFaults>;

const PageDraft = Type.Object({
  content: PageContent,
  version: DraftVersion,
  /** Of the scheduled publication; null: not scheduled. */
  publishAt: Type.Nullable(Type.Instant),
  updatedAt: Type.Instant,
  updatedBy: Type.Nullable(Type.String()),
});
export type PageDraft = Static<typeof PageDraft>;

const PageVersionInfo = Type.Object({
  number: Type.Count,
  /** Visitors never saw a draft. setAside: one that was replaced by another editor's. */
  kind: Type.Enum(['published', 'setAside', 'draft']),
  /** When it was published or last saved. */
  publishedAt: Type.Instant,
  /** Null: the system. */
  publishedBy: Type.Nullable(Type.String()),
});
export type PageVersionInfo = Static<typeof PageVersionInfo>;

const PageVersion = Type.Object({ ...PageVersionInfo.properties, content: PageContent });
export type PageVersion = Static<typeof PageVersion>;

const PageEditor = Type.Object({
  page: PageInfo,
  /** Of draft and published page together. */
  version: DraftVersion,
  /** The last published content. The editor starts from it when there is no draft. */
  live: PageContent,
  draft: Type.Nullable(PageDraft),
  faults: ContentFaults,
  /** Newest first. */
  versions: Type.Array(PageVersionInfo),
});
export type PageEditor = Static<typeof PageEditor>;

/** Saving a change cancels the scheduled publication. */
const SavedDraft = Type.Object({
  version: DraftVersion,
  updatedAt: Type.Instant,
  publishAt: Type.Nullable(Type.Instant),
  faults: ContentFaults,
  /** The draft as stored, when cleaning changed it, and after a restore. */
  content: Type.Optional(PageContent),
  /** Whether the draft that this one replaces went into the history. */
  isStored: Type.Boolean(),
});
export type SavedDraft = Static<typeof SavedDraft>;

const DraftChange = Type.Object({
  content: PageContent,
  setAside: Type.Optional(Type.Boolean({ description: 'Whether the replaced draft is stored in the history' })),
});
export type DraftChange = Static<typeof DraftChange>;

const PublishState = Type.Object({ published: Type.Boolean(), publishAt: Type.Nullable(Type.Instant) });
export type PublishState = Static<typeof PublishState>;

const tab = Type.String({ pattern: '^[A-Za-z0-9-]{8,40}$', description: 'ID of the browser tab' });
const EditorPresence = Type.Object({
  tab,
  section: Type.Nullable(
    Type.String({ maxLength: 40, description: 'Key of the card being edited, "settings" or "text"' }),
  ),
});
export type EditorPresence = Static<typeof EditorPresence>;

const PagePresence = Type.Object({
  version: DraftVersion,
  /** `isSelf`: the same account in another tab. */
  others: Type.Array(
    Type.Object({ name: Type.String(), section: Type.Nullable(Type.String()), isSelf: Type.Boolean() }),
  ),
});
export type PagePresence = Static<typeof PagePresence>;

const NewPage = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' }),
  /** Default: derived from the title. */
  name: Type.Optional(text(80)),
  type: Type.Optional(PageType),
  /** A page whose current draft or published content becomes the draft. */
  copyOf: Type.Optional(Type.Id),
});
export type NewPage = Static<typeof NewPage>;

const PageListEntry = Type.Object({
  id: Type.Id,
  name: Type.String(),
  title: Type.String(),
  type: PageType,
  category: Type.String(),
  published: Type.Boolean(),
  /** There are unpublished changes. */
  hasDraft: Type.Boolean(),
  publishAt: Type.Nullable(Type.Instant),
  /** Of the page or its draft, whichever is newer. */
  changedAt: Type.Instant,
  changedBy: Type.Nullable(Type.String()),
  deletedAt: Type.Nullable(Type.Instant),
  /** In the last 30 days. */
  views: Type.Count,
});
export type PageListEntry = Static<typeof PageListEntry>;

const CardTypeInfo = Type.Object({
  type: CardType,
  label: Type.String(),
  description: Type.String(),
  icon: Type.String(),
  /** Of the card's data. */
  schema: Type.Unsafe<CardSchema>({ type: 'object' }),
  validatorUrl: Type.String(),
});
export type CardTypeInfo = Static<typeof CardTypeInfo>;

const versionParts = { number: Type.Integer({ minimum: 1, maximum: 999_999_999 }) };

/** If-Match is the version that the editor gave. */
export const pageEditorCalls = calls({
  'GET /api/content/cardTypes': {
    summary: 'Content: the types of cards and their fields',
    response: Type.Array(CardTypeInfo),
  },
  'GET /api/content/pages': {
    summary: 'Content: the pages that the caller can edit, including deleted ones',
    response: Type.Array(PageListEntry),
  },
  'POST /api/content/pages': {
    summary: 'Content: creates an unpublished page, empty or as a copy',
    body: NewPage,
    status: 201,
    response: PageInfo,
  },
  'GET /api/content/pages/:page/editor': {
    summary: 'Content: a page, by id, name or title, with its draft and its versions',
    params: Type.Object({ page: Type.String({ minLength: 1, maxLength: 200 }) }),
    response: PageEditor,
  },
  'PUT /api/content/pages/:id/draft': {
    summary: 'Content: saves the draft; If-Match is required',
    headers: ['If-Match'],
    body: DraftChange,
    bodyLimit: DRAFT_LARGEST + 1024,
    response: SavedDraft,
  },
  'GET /api/content/pages/:id/versions/:number': {
    summary: 'Content: a published version of a page',
    params: Type.Object(versionParts),
    response: PageVersion,
  },
  'POST /api/content/pages/:id/versions/:number/restore': {
    summary: 'Content: makes a version the draft',
    headers: ['If-Match'],
    params: Type.Object(versionParts),
    response: SavedDraft,
  },
  'GET /api/content/pages/:id/uses': {
    summary: 'Content: where the site links to the page',
    response: Type.Array(NotedPlace),
  },
  'POST /api/content/pages/:id/publish': {
    summary: 'Content: publishes the draft, now or at a time; 422 with its faults',
    headers: ['If-Match'],
    body: Type.Nullable(
      Type.Object({
        at: Type.Optional(
          Type.Nullable(
            Type.String({
              maxLength: 40,
              pattern: '^\\d{4}-\\d{2}-\\d{2}T[0-9:.]{5,16}(Z|[+-]\\d{2}:\\d{2})$',
              description: 'When to publish. Null cancels the schedule. Default: now',
            }),
          ),
        ),
      }),
    ),
    response: PublishState,
  },
  'PUT /api/content/pages/:id/presence': {
    summary: 'Content: reports that the page is open in a tab; returns who else has it open',
    body: EditorPresence,
    response: PagePresence,
  },
  'DELETE /api/content/pages/:id/presence': {
    summary: 'Content: reports that the page is no longer open in a tab',
    query: Type.Object({ tab }),
  },
});
