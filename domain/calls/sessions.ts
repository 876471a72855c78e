import { SIGNUP_STATES } from '../sessions/signup.ts';
import { Type, type Static } from './type.ts';

/** As SignupPolicy. */
const Policy = Type.Object({
  noShowLimit: Type.Nullable(Type.Count),
  lateCancelLimit: Type.Nullable(Type.Count),
  limitDays: Type.Count,
  blockDays: Type.Count,
});

/** One of several dates of a session, with its own place and its note, which may be empty. */
export const PublicDate = Type.Object({
  start: Type.String(),
  end: Type.String(),
  timezone: Type.String(),
  place: Type.String(),
  note: Type.String(),
});
export type PublicDate = Static<typeof PublicDate>;

/** What everyone may know of a session. Instants carry the UTC offset of its place, so their text is its local time. */
export const PublicSession = Type.Object({
  id: Type.Id,
  eventId: Type.Id,
  title: Type.String(),
  summary: Type.String(),
  category: Type.Nullable(
    Type.Object({
      id: Type.Id,
      name: Type.String(),
      color: Type.Nullable(Type.String()),
    }),
  ),
  start: Type.String(),
  end: Type.String(),
  timezone: Type.String(),
  /** Of a session that takes place on several dates, by time; otherwise empty. */
  dates: Type.Array(PublicDate),
  /** "Makeshop, ITLL 1B10", or where exactly in words; may be empty. At a place that visitors do not see, for who has a ticket. */
  place: Type.String(),
  /** There is a link to join, which attendees with a seat receive. */
  isOnline: Type.Boolean(),
  capacity: Type.Count,
  seatsLeft: Type.Integer(),
  waiting: Type.Count,
  /** Cents; 0 for free. */
  feeCents: Type.Count,
  state: Type.Enum(SIGNUP_STATES),
  opensAt: Type.Instant,
  closesAt: Type.Instant,
  /** Until when a cancellation is in time. */
  cancelUntil: Type.String(),
  /** The event asks for something beforehand. */
  hasPrerequisites: Type.Boolean(),
  /** Sign-up has questions. */
  hasQuestions: Type.Boolean(),
  /** Terms are accepted before signing up. */
  hasTerms: Type.Boolean(),
  /** In years; null for none. */
  minimumAge: Type.Nullable(Type.Count),
  /** By what the reader may come, where not everyone may: roles, groups and classes, by name. */
  audience: Type.Optional(Type.Array(Type.String())),
  /** The series that it is one of; booked as a whole, its sessions cannot be taken by themselves. */
  series: Type.Nullable(
    Type.Object({
      id: Type.Id,
      isBookedAsWhole: Type.Boolean(),
    }),
  ),
});
export type PublicSession = Static<typeof PublicSession>;

export const UpcomingSessions = Type.Object({
  sessions: Type.Array(PublicSession),
  /** Of all pages. */
  total: Type.Count,
  /** The present date of the site's zone. */
  today: Type.String(),
  /** The words that were searched for instead, because nothing has them as they were written. */
  corrected: Type.Optional(Type.String()),
});
export type UpcomingSessions = Static<typeof UpcomingSessions>;

/** A choice by its name. */
export const Named = Type.Object({ id: Type.Id, name: Type.String() });

export const SessionChoices = Type.Object({
  events: Type.Array(
    Type.Object({
      id: Type.Id,
      title: Type.String(),
      categoryId: Type.Nullable(Type.Id),
    }),
  ),
  categories: Type.Array(Named),
  places: Type.Array(Named),
});
export type SessionChoices = Static<typeof SessionChoices>;

export const EventTerms = Type.Object({
  minimumAge: Type.Nullable(Type.Count),
  /** Plain text; may be empty. */
  text: Type.String(),
  version: Type.String(),
});
export type EventTerms = Static<typeof EventTerms>;

export const SessionDetails = Type.Object({
  ...PublicSession.properties,
  /** HTML; may be empty. */
  description: Type.String(),
  /** Where exactly, beside the place; may be empty. */
  locationNote: Type.String(),
  locationId: Type.Nullable(Type.Id),
  /** As far as the caller may know them. */
  instructors: Type.Array(Type.String()),
  /** Hours in which an offered seat has to be taken, and one with a fee to be paid. */
  offerHours: Type.Count,
  waitlistOn: Type.Boolean(),
  /** What to bring, as HTML; may be empty. */
  bring: Type.String(),
  /** How to get to the place, in words; may be empty. */
  directions: Type.String(),
  /** A map of the building: a file of /api/Content, and what it shows. */
  plan: Type.Nullable(
    Type.Object({
      file: Type.String(),
      alt: Type.String(),
    }),
  ),
  /** What comes of not coming and of canceling late. */
  policy: Policy,
  /** What is confirmed before signing up, where there is something. */
  terms: Type.Optional(EventTerms),
  /** In words; of each group one is enough. */
  prerequisites: Type.Array(Type.Array(Type.String())),
  /** When it was to begin before it was moved, since it is published. An instant. */
  movedFrom: Type.Optional(Type.String()),
  /** For each of its dates; none once it is over or canceled. */
  calendarLinks: Type.Array(Type.Object({ google: Type.String(), outlook: Type.String() })),
  /** All published sessions of its series, itself included, by time; empty where it is none. */
  seriesSessions: Type.Array(
    Type.Object({
      id: Type.Id,
      start: Type.String(),
      end: Type.String(),
      state: Type.Enum(SIGNUP_STATES),
    }),
  ),
});
export type SessionDetails = Static<typeof SessionDetails>;
