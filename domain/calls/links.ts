import { DRAFT_LINK_DAYS } from '../values/constants.ts';
import { calls } from './call.ts';
import { ContentPage } from './pages.ts';
import { Type, type Static } from './type.ts';

const SessionLink = Type.Object({
  id: Type.Id,
  /** The recipient. */
  label: Type.String(),
  /** A path with the signed link. */
  address: Type.String(),
  /** Instant; null: without end. */
  expiresAt: Type.Nullable(Type.Instant),
  /** Instant from which it does not work anymore; null while it was not revoked. */
  revokedAt: Type.Nullable(Type.Instant),
  createdAt: Type.Instant,
  createdBy: Type.Nullable(Type.String()),
  /** It opens the session now. */
  works: Type.Boolean(),
});
export type SessionLink = Static<typeof SessionLink>;

const SessionLinks = Type.Object({
  isPrivate: Type.Boolean(),
  links: Type.Array(SessionLink),
});
export type SessionLinks = Static<typeof SessionLinks>;

const NewSessionLink = Type.Object({
  label: Type.String({ minLength: 1, maxLength: 120, description: 'Who gets the link' }),
  /** In the future; null: without end. */
  expiresAt: Type.Nullable(Type.Instant),
});
export type NewSessionLink = Static<typeof NewSessionLink>;

export const sessionLinkCalls = calls({
  'GET /api/events/instances/:instanceId/links': {
    summary: 'Sessions: the links of a private session, newest first',
    response: SessionLinks,
  },
  'POST /api/events/instances/:instanceId/links': {
    summary: 'Sessions: creates a link to a private session',
    body: NewSessionLink,
    status: 201,
    response: SessionLink,
  },
  'DELETE /api/events/instances/:instanceId/links/:link': { summary: 'Sessions: revokes a link' },
});

const StaffFeed = Type.Object({
  id: Type.Id,
  title: Type.String(),
  /** Null: all locations. */
  locationId: Type.Nullable(Type.Id),
  createdAt: Type.Instant,
  lastReadAt: Type.Nullable(Type.Instant),
});
export type StaffFeed = Static<typeof StaffFeed>;

const NewStaffFeed = Type.Object({
  ...StaffFeed.properties,
  /** "/api/feeds/{token}.ics". */
  path: Type.String(),
});
export type NewStaffFeed = Static<typeof NewStaffFeed>;

const file = Type.Object({ file: Type.String() });

export const feedCalls = calls({
  'GET /api/ViewScheduling/Feed/:file': {
    summary: 'Locations: what takes place there as an iCalendar feed, {id}.ics',
    public: true,
    params: file,
    content: 'text/calendar',
  },
  'GET /api/feeds/:file': {
    summary: "Feeds: a staff member's calendar as iCalendar, {token}.ics",
    public: true,
    params: file,
    content: 'text/calendar',
  },
  'GET /api/feeds': { summary: "Feeds: the caller's own", response: Type.Array(StaffFeed) },
  'POST /api/feeds': {
    summary: 'Feeds: creates one; its address is shown once',
    body: Type.Object({ locationId: Type.Optional(Type.Nullable(Type.Id)) }),
    status: 201,
    response: NewStaffFeed,
  },
  'DELETE /api/feeds/:id': { summary: 'Feeds: deletes one; its address stops working' },
});

/** By which anyone can read the page's draft until it expires. */
const DraftLink = Type.Object({
  id: Type.Id,
  /** Path and query on this site. */
  address: Type.String(),
  expiresAt: Type.Instant,
  createdAt: Type.Instant,
  /** Null: the account was deleted. */
  createdBy: Type.Nullable(Type.String()),
});
export type DraftLink = Static<typeof DraftLink>;

const SharedDraft = Type.Object({
  page: ContentPage,
  /** There are changes that visitors do not see. */
  isDraft: Type.Boolean(),
  expiresAt: Type.Instant,
});
export type SharedDraft = Static<typeof SharedDraft>;

export const draftLinkCalls = calls({
  'GET /api/content/pages/:id/draftLinks': {
    summary: 'Content: the links to the draft, newest first',
    response: Type.Array(DraftLink),
  },
  'POST /api/content/pages/:id/draftLinks': {
    summary: 'Content: creates a link that lets anyone read the draft',
    body: Type.Object({
      days: Type.Unsafe<(typeof DRAFT_LINK_DAYS)[number]>({
        type: 'integer',
        enum: [...DRAFT_LINK_DAYS],
        description: 'For how long the link works',
      }),
    }),
    status: 201,
    response: DraftLink,
  },
  'DELETE /api/content/pages/:id/draftLinks/:link': { summary: 'Content: revokes a link to the draft' },
  'GET /api/content/draft': {
    summary: 'Content: a draft, for holders of a link to it',
    public: true,
    query: Type.Object({
      link: Type.String({ maxLength: 200, description: 'The value of `link` in the address of the draft' }),
    }),
    response: SharedDraft,
  },
});
