import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

const SessionLink = Type.Object({
  id: Type.Id,
  /** For whom it is. */
  label: Type.String(),
  /** A path with the signed link. */
  address: Type.String(),
  /** Instant; null: without end. */
  expiresAt: Type.Nullable(Type.Instant),
  /** Instant from which it does not work any more; null while it was not revoked. */
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
  label: Type.String({ minLength: 1, maxLength: 120, description: 'For whom it is' }),
  /** In the future; null: without end. */
  expiresAt: Type.Nullable(Type.Instant),
});
export type NewSessionLink = Static<typeof NewSessionLink>;

export const sessionLinkCalls = calls({
  'GET /api/events/instances/:instanceId/links': {
    summary: 'Sessions: the links that open a private one, newest first',
    response: SessionLinks,
  },
  'POST /api/events/instances/:instanceId/links': {
    summary: 'Sessions: makes a link that opens a private one',
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
  'GET /api/feeds': { summary: 'Feeds: the own ones', response: Type.Array(StaffFeed) },
  'POST /api/feeds': {
    summary: 'Feeds: makes one; its address is shown once',
    body: Type.Object({ locationId: Type.Optional(Type.Nullable(Type.Id)) }),
    status: 201,
    response: NewStaffFeed,
  },
  'DELETE /api/feeds/:id': { summary: 'Feeds: deletes one; its address leads nowhere from then on' },
});
