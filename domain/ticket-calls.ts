import type { CalendarLinks } from './sessions/calendar-links.ts';
import type { Deliberately } from './door-calls.ts';
import type { Asks, GivenAnswers } from './question-calls.ts';
import type { OtherSeat, RelatedSeat, SeatCondition } from './sessions/related-seats.ts';
import type { SignupPolicy } from './sessions/signup-policy.ts';
import type { TicketStatus } from './sessions/tickets.ts';

/** The API of sign-up. */

/** POST /api/events/instances/:id/tickets (sign up), /api/events/tickets/:id/cancel, /api/events/tickets/:id/accept */
export interface OwnTicket {
  id: number;
  instanceId: number;
  status: TicketStatus;
  /** Instant by which to pay or to accept; null where there is none. */
  until: string | null;
  /** Place in the waiting list, from 1; null for who does not wait. */
  position: number | null;
  /** Cents; null for free. */
  priceCents: number | null;
  /** Of a seat: until then no cancellation is late, whatever the deadline. An instant. */
  graceEndsAt?: string;
  /** When and where its session was to take place when its holder last saw that; absent where it has not been moved since. */
  movedFrom?: string;
}

/** POST /api/events/tickets/:id/status: by staff. 409 when its status is not `from` any more. */
export interface MarkTicket extends Deliberately {
  from: TicketStatus;
  to: TicketStatus;
}

/**
 * Whether a session takes sign-ups: with a seat (open), for its waiting list (waitlist), not any more (full, closed, begun, over,
 * cancelled), or not yet (early).
 */
export const SIGNUP_STATES = ['open', 'waitlist', 'full', 'early', 'closed', 'begun', 'over', 'cancelled'] as const;
export type SignupState = (typeof SIGNUP_STATES)[number];

/** One of several dates of a session, with its own place and its note, which may be empty. */
export interface PublicDate {
  start: string;
  end: string;
  timezone: string;
  place: string;
  note: string;
}

/** What everybody may know of a session. Instants carry the UTC offset of its place, so their text is its local time. */
export interface PublicSession {
  id: number;
  eventId: number;
  title: string;
  summary: string;
  category: { id: number; name: string; color: string | null } | null;
  start: string;
  end: string;
  timezone: string;
  /** Of a session that takes place on several dates, by time; otherwise empty. */
  dates: PublicDate[];
  /** "Makeshop, ITLL 1B10", or where exactly in words; may be empty. At a place that visitors do not see, for who has a ticket. */
  place: string;
  /** There is a link to join, which is told to who has a seat. */
  isOnline: boolean;
  capacity: number;
  seatsLeft: number;
  waiting: number;
  /** Cents; 0 for free. */
  feeCents: number;
  state: SignupState;
  opensAt: string;
  closesAt: string;
  /** Until when a cancellation is in time. */
  cancelUntil: string;
  /** The event asks for something beforehand. */
  hasPrerequisites: boolean;
  /** Something is asked of who signs up. */
  hasQuestions: boolean;
  /** Terms are accepted before signing up. */
  hasTerms: boolean;
  /** In years; null for none. */
  minimumAge: number | null;
  /** By what the reader may come, where not everybody may: roles, groups and classes, by name. */
  audience?: string[];
  /** The series that it is one of; booked as a whole, its sessions cannot be taken by themselves. */
  series: { id: number; isBookedAsWhole: boolean } | null;
}

/** The most sessions that one answer lists. */
export const SESSIONS_PER_PAGE = 50;
/** The most days of a calendar's answer, and the most sessions in it. */
export const SESSIONS_IN_CALENDAR = 1000;

/**
 * GET /api/events/sessions?page (from 1) and the names of a SessionFilter: published sessions that are not over yet, by start. Without a
 * page but with dates (at most MAX_CALENDAR_DAYS), all of these days, for a calendar.
 */
export interface UpcomingSessions {
  sessions: PublicSession[];
  /** Of all pages. */
  total: number;
  /** The present date of the site's zone. */
  today: string;
}

/** GET /api/events/sessions/choices: the events and visitors' categories and places of all upcoming sessions, by name. */
export interface SessionChoices {
  events: { id: number; title: string; categoryId: number | null }[];
  categories: { id: number; name: string }[];
  places: { id: number; name: string }[];
}

/** A minimum age and terms to accept. POST /api/events/instances/:id/agreement { version } confirms them. */
export interface EventTerms {
  minimumAge: number | null;
  /** Plain text; may be empty. */
  text: string;
  version: string;
}

/** GET /api/events/sessions/:id */
export interface SessionDetails extends PublicSession {
  /** HTML; may be empty. */
  description: string;
  /** Where exactly, beside the place; may be empty. */
  locationNote: string;
  locationId: number | null;
  /** As far as the caller may know them. */
  instructors: string[];
  /** Hours in which an offered seat has to be taken, and one with a fee to be paid. */
  offerHours: number;
  waitlistOn: boolean;
  /** What to bring, as HTML; may be empty. */
  bring: string;
  /** How to get to the place, in words; may be empty. */
  directions: string;
  /** A map of the building: a file of /api/Content, and what it shows. */
  plan: { file: string; alt: string } | null;
  /** What comes of not coming and of cancelling late. */
  policy: SignupPolicy;
  /** What is confirmed before signing up, where there is something. */
  terms?: EventTerms;
  /** In words; of each group one is enough. */
  prerequisites: string[][];
  /** When it was to begin before it was moved, since it is published. An instant. */
  movedFrom?: string;
  /** For each of its dates; none once it is over or cancelled. */
  calendarLinks: CalendarLinks[];
  /** All published sessions of its series, itself included, by time; empty where it is none. */
  seriesSessions: { id: number; start: string; end: string; state: SignupState }[];
}

/**
 * The body of POST /api/events/instances/:id/tickets, which is optional. With a ticket in another upcoming session of the event, a second one
 * has to be requested: 409 `events.other-seat` without `moveFrom` and `inAddition`. Of an event with one seat per person a second seat is
 * refused with 409 `events.one-seat`.
 */
export interface SignUpBody extends GivenAnswers {
  /** The ticket that is given up for this one. 409 `events.no-seat-to-move-to` if the session is full; the ticket is kept then. */
  moveFrom?: number;
  /** Beside the other tickets. */
  inAddition?: boolean;
}

/** What the caller would get by signing up now. */
export type SignupOutcome =
  | { kind: 'seat' }
  /** Until when it has to be paid. */
  | { kind: 'held'; until: string }
  /** The place on the waiting list. */
  | { kind: 'waitlisted'; position: number }
  /** Why not, in words. */
  | { kind: 'refused'; words: string };

/** GET /api/events/sessions/:id/own: how the caller stands to a session. */
export interface OwnSession {
  /** Instant at which the caller confirmed the terms as they are now; null while that is missing. */
  agreedAt?: string | null;
  /** Of who is younger than the event asks for: a guardian consents. */
  isAgeWaived?: boolean;
  /** The active ticket, or the last one that is cancelled; null without any. */
  ticket: OwnTicket | null;
  /** The ticket can be cancelled now. */
  canCancel: boolean;
  /** For who has a confirmed seat. */
  joinUrl: string | null;
  /** What is missing: each group with the next bookable sessions that would satisfy it. */
  missing: { anyOf: string[]; sessions: PublicSession[] }[];
  /** Own sessions at the same time. Instants with the offset of this session's place. */
  conflicts: { id: number; title: string; start: string; end: string }[];
  /** What the active ticket depends on, or a new one would. */
  dependsOn: SeatCondition[];
  /** Own seats that are released if the ticket is canceled. */
  dependents: RelatedSeat[];
  /** Own tickets in other upcoming sessions of the event. With an active ticket: the seats that accepting an offer gives up. */
  otherSeats: OtherSeat[];
  /** The event allows one seat per person. */
  isOneSeat?: true;
  asks: Asks;
  /** Null for who has an active ticket. */
  outcome: SignupOutcome | null;
}

export const OWN_TICKETS = ['upcoming', 'past'] as const;

/** GET /api/events/tickets?when=upcoming (still to come, by start) or past (over or cancelled, latest first; with page). */
export interface OwnTickets {
  tickets: {
    ticket: OwnTicket;
    session: PublicSession;
    canCancel: boolean;
    /** What the ticket depends on. */
    dependsOn: SeatCondition[];
    /** Own seats that are released if it is canceled. */
    dependents: RelatedSeat[];
    /** Of an offer: the seats that accepting it gives up. */
    otherSeats: OtherSeat[];
    asks: Asks;
    /** Why it was cancelled, as its holder was told; null of any other, and where nothing was said. */
    reason: string | null;
    /** Earned with it; absent without one. */
    credential?: TicketCredential;
  }[];
  total: number;
}

/** The most tickets for which codes are asked at once. */
export const MOST_ISSUED_CODES = 50;

/** POST /api/events/codes: tickets of which a device wants the code, each with the one that it has. */
export interface KnownCode {
  id: number;
  code?: string;
}

/** Its answer: the code of each ticket that has one (domain/sessions/ticket-code.ts). */
export interface IssuedCode {
  id: number;
  code: string;
}

/** GET /api/events/feed: the feed of one's own tickets, if there is one. DELETE revokes it. */
export interface OwnFeed {
  feed: { createdAt: string; lastReadAt: string | null } | null;
}
/** POST /api/events/feed: made, in the place of an earlier one. Its address is told once. */
export interface NewOwnFeed {
  /** "/api/events/feed/{token}.ics". */
  path: string;
}

/** What attending has given. */
export interface TicketCredential {
  name: string;
  /** Instant; null: for good. */
  expiresAt: string | null;
  isExpired: boolean;
}

/**
 * GET /api/events/certificates/:token: a certificate, as it says itself to whoever has its link. 404 where there is none, it was
 * withdrawn, or the attendance was taken back.
 */
export interface Certificate {
  name: string;
  title: string;
  /** Local times of the session's place, with their offset. */
  start: string;
  end: string;
  timezone: string;
  minutes: number;
  /** As far as the holder may know them. */
  instructors: string[];
  /** Who has held it. */
  programme: string;
  credential: TicketCredential | null;
}

/** GET /api/events/tickets/:id/certificate: of an own ticket. DELETE withdraws its link; the next call has another one. */
export interface OwnCertificate extends Certificate {
  /** In-app path of the link for others. */
  path: string;
}
