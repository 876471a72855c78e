import { DOOR_ADDS, DOOR_MARKS, MOST_DOOR_MARKS, MOST_SCANNED } from '../sessions/door.ts';
import { TICKET_STATUSES } from '../sessions/tickets.ts';
import { calls } from './call.ts';
import { RelatedSeat, SignupAnswers } from './tickets.ts';
import { EventTerms } from './sessions.ts';
import { Type, type Static, type TObject } from './type.ts';

const Status = Type.Enum(TICKET_STATUSES);
const version = Type.String({ minLength: 1, maxLength: 16 });

/** What staff do beyond the usual when they add someone, or mark them as there. */
const deliberately = {
  /**
   * Why someone gets a seat above the capacity, before others who wait, or beside one in another session of the event, or takes part
   * without having agreed to the event's terms; why a ticket is canceled. Without it: 409 events.reason-needed.
   */
  reason: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  /**
   * Of a person who comes, or is added once the doors are open, and has not agreed to the current terms of the event: the version that they
   * agree to in the presence of staff, which is recorded. Without it: 409 events.terms.
   */
  agreedTo: Type.Optional(version),
  /** Instead of that: they take part without. */
  withoutTerms: Type.Optional(Type.Literal(true)),
};
export type Deliberately = Static<TObject<typeof deliberately>>;

const DoorCounts = Type.Object({
  /** Attended, late ones included. */
  attended: Type.Count,
  /** With a seat, and neither there nor missing yet. */
  expected: Type.Count,
  noShow: Type.Count,
  waiting: Type.Count,
});
export type DoorCounts = Static<typeof DoorCounts>;

/** Instants carry the UTC offset of the session's place, so their text is its local time. */
const DoorSession = Type.Object({
  id: Type.Id,
  eventId: Type.Id,
  title: Type.String(),
  start: Type.String(),
  end: Type.String(),
  timezone: Type.String(),
  place: Type.String(),
  /** cancelled, or where the present stands to its times. */
  phase: Type.Enum(['ahead', 'running', 'over', 'cancelled']),
  capacity: Type.Count,
  /** Seats that are held, offered, confirmed or used; with staff's additions it may be above the capacity. */
  taken: Type.Count,
  counts: DoorCounts,
});
export type DoorSession = Static<typeof DoorSession>;

const DoorSessions = Type.Object({
  /** Those that run or come next first, those that are over or canceled last. */
  today: Type.Array(DoorSession),
  /** By start, at most DOOR_COMING. */
  coming: Type.Array(DoorSession),
});
export type DoorSessions = Static<typeof DoorSessions>;

const DoorEvents = Type.Object({
  events: Type.Array(
    Type.Object({
      id: Type.Id,
      title: Type.String(),
      today: Type.Count,
      next: Type.Nullable(Type.String()),
    }),
  ),
});
export type DoorEvents = Static<typeof DoorEvents>;

const DoorEvent = Type.Object({
  id: Type.Id,
  title: Type.String(),
  sessions: Type.Array(
    Type.Object({
      ...DoorSession.properties,
      /** When it starts, by today's date at its place. */
      day: Type.Enum(['past', 'today', 'future']),
    }),
  ),
});
export type DoorEvent = Static<typeof DoorEvent>;

const DoorTicket = Type.Object({
  ...SignupAnswers.properties,
  id: Type.Id,
  userId: Type.Id,
  name: Type.String(),
  /** Empty for who has no account of their own (isProvisional). */
  username: Type.String(),
  isProvisional: Type.Boolean(),
  status: Status,
  /** Since when it has this status. With the offset of the session's place. */
  since: Type.String(),
  source: Type.Enum(['web', 'staff', 'walkIn', 'roster', 'kiosk']),
  /** Place in the waitlist, from 1; null for who does not wait. */
  position: Type.Nullable(Type.Count),
  /** Cents; null for free. */
  priceCents: Type.Nullable(Type.Count),
  /** By when it has to be paid or accepted, like `since`; null where there is no such time. */
  until: Type.Nullable(Type.String()),
  reason: Type.Nullable(Type.String()),
  /** Bookings on which the seat depends: it is released if they are missed or canceled. */
  dependsOn: Type.Array(RelatedSeat),
  /** They have a seat or wait, and have not agreed to the event's terms and minimum age as they are now. */
  termsMissing: Type.Boolean(),
  /** What staff can set it to now. */
  nextStatuses: Type.Array(Status),
  /** SHA-256 of its codes, base64url: a device that has the list knows them without a connection. */
  codes: Type.Array(Type.String()),
  /** Shortened keyed hashes of its holder's card and student ID (`DoorList.scanKey`, SCAN_TAG_LENGTH). */
  cards: Type.Array(Type.String()),
});
export type DoorTicket = Static<typeof DoorTicket>;

const DoorList = Type.Object({
  session: DoorSession,
  /** Cents; 0 for free. */
  feeCents: Type.Count,
  tickets: Type.Array(DoorTicket),
  /** The key of `DoorTicket.cards`, base64url. Null long before the session and once it is over. */
  scanKey: Type.Nullable(Type.String()),
  /** What someone can be added as now, the usual one first. */
  adds: Type.Array(Type.Enum(DOOR_ADDS)),
  /** Who is added has a seat in all sessions of its series that are still to come. */
  isSeries: Type.Optional(Type.Literal(true)),
  /** Why no one can be added, in words; null where someone can. */
  addRefusal: Type.Nullable(Type.String()),
});
export type DoorList = Static<typeof DoorList>;

const DoorPeople = Type.Object({
  people: Type.Array(
    Type.Object({
      id: Type.Id,
      name: Type.String(),
      username: Type.String(),
      email: Type.Nullable(Type.String()),
    }),
  ),
  hasMore: Type.Boolean(),
});
export type DoorPeople = Static<typeof DoorPeople>;

const AddedAtDoor = Type.Object({
  ticketId: Type.Id,
  status: Status,
  /** False: there was this ticket before. */
  isNew: Type.Boolean(),
});
export type AddedAtDoor = Static<typeof AddedAtDoor>;

const DoorMarkResult = Type.Object({
  key: Type.String(),
  /** Whether the ticket now has the status `to`, set by this mark or by another. */
  isDone: Type.Boolean(),
  /** Why not, in words. */
  words: Type.Nullable(Type.String()),
  /** Refused because paid seats that depend on the ticket would be refunded: the action `noShow` of tickets asks first. */
  needsQuestion: Type.Optional(Type.Literal(true)),
});
export type DoorMarkResult = Static<typeof DoorMarkResult>;

const DoorMarksAnswer = Type.Object({
  results: Type.Array(DoorMarkResult),
});
export type DoorMarksAnswer = Static<typeof DoorMarksAnswer>;

const DoorScan = Type.Union(
  Type.Object({
    kind: Type.Literal('here'),
    ticketId: Type.Id,
  }),
  Type.Object({
    kind: Type.Literal('elsewhere'),
    ticketId: Type.Id,
    status: Status,
    name: Type.String(),
    /** Instant with the offset of its place. */
    session: Type.Object({
      id: Type.Id,
      title: Type.String(),
      start: Type.String(),
    }),
    /** It can be moved here: the same event, and there is a seat. */
    canMove: Type.Boolean(),
  }),
  Type.Object({
    kind: Type.Literal('person'),
    userId: Type.Id,
    name: Type.String(),
  }),
  Type.Object({
    kind: Type.Literal('unknown'),
    words: Type.String(),
    canLink: Type.Boolean(),
  }),
);
export type DoorScan = Static<typeof DoorScan>;

const AddAtDoor = Type.Object({ userId: Type.Id, to: Type.Enum(DOOR_ADDS), ...deliberately });
export type AddAtDoor = Static<typeof AddAtDoor>;

const AddWalkIn = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' }),
  email: Type.String({ format: 'email', maxLength: 254 }),
  to: Type.Enum(DOOR_ADDS),
  ...deliberately,
});
export type AddWalkIn = Static<typeof AddWalkIn>;

const DoorMark = Type.Object({
  /** Random. A mark is carried out once, however often it is sent. */
  key: Type.String({ pattern: '^[A-Za-z0-9_-]{16,64}$' }),
  ticketId: Type.Id,
  from: Status,
  to: Type.Enum(DOOR_MARKS),
  /** When it was made, by the clock of the device. */
  at: Type.Instant,
  /** Of a ticket that was scanned: the hash of the code (DoorTicket.codes). The mark is refused if the code has been revoked since. */
  codeHash: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })),
  ...deliberately,
});
export type DoorMark = Static<typeof DoorMark>;

const SendDoorMarks = Type.Object({
  /** Of one session, carried out in this order. */
  marks: Type.Array(DoorMark, { minItems: 1, maxItems: MOST_DOOR_MARKS }),
});
export type SendDoorMarks = Static<typeof SendDoorMarks>;

/** As it was read or typed. It is stored nowhere. */
const scanned = Type.String({ minLength: 1, maxLength: MOST_SCANNED });
const LinkCard = Type.Object({ text: scanned, replaces: Type.Optional(Type.Boolean()) });
export type LinkCard = Static<typeof LinkCard>;

export const doorCalls = calls({
  'GET /api/events/door': { kiosk: 'pin', summary: 'Sessions to process, today’s first', response: DoorSessions },
  'GET /api/events/door/people': {
    kiosk: 'pin',
    summary: 'Accounts that staff can add to a session',
    query: Type.Object({ q: Type.String({ minLength: 2, maxLength: 100 }) }),
    response: DoorPeople,
  },
  'GET /api/events/door/:instanceId': {
    kiosk: 'pin',
    summary: 'A session with everyone who has a ticket',
    response: DoorList,
  },
  'POST /api/events/door/:instanceId/tickets': {
    kiosk: 'pin',
    summary: 'Tickets: staff add a person',
    body: AddAtDoor,
    response: AddedAtDoor,
  },
  'GET /api/events/door/events': { summary: 'Events with sessions to process', response: DoorEvents },
  'GET /api/events/door/events/:eventId': { summary: 'An event with its sessions to process', response: DoorEvent },
  'POST /api/events/door/:instanceId/marks': {
    kiosk: 'pin',
    summary: 'Tickets: applies the marks of a check-in, each mark once',
    body: SendDoorMarks,
    response: DoorMarksAnswer,
  },
  'POST /api/events/door/:instanceId/walk-ins': {
    kiosk: 'pin',
    summary: 'Tickets: staff add a person by name and address',
    body: AddWalkIn,
    response: AddedAtDoor,
  },
  'GET /api/events/door/:instanceId/terms': {
    kiosk: 'pin',
    summary: 'The terms of a session’s event',
    response: EventTerms,
  },
  'POST /api/events/door/tickets/:id/agreement': {
    kiosk: 'pin',
    summary: 'Tickets: staff record that a person agrees to the terms; 409 if the terms have changed',
    body: Type.Object({ version }),
  },
  'POST /api/events/door/:instanceId/scan': {
    kiosk: 'pin',
    summary: 'Identifies a person by a code, a card or an ID at check-in; changes nothing',
    body: Type.Object({ text: scanned }),
    response: DoorScan,
  },
  'PUT /api/events/door/people/:id/card': {
    summary: 'Accounts: assigns a card; 409 if the account has another one, unless `replaces`',
    body: LinkCard,
  },
});
