import type { SignupAnswers } from './question-calls.ts';
import type { RelatedSeat } from './sessions/related-seats.ts';
import type { TicketStatus } from './sessions/tickets.ts';

/** The API for staff who process an event at its door. For EventAdmin, EventScheduler and EventProcessor. */

/** Instants carry the UTC offset of the session's place, so their text is its local time. */
export interface DoorSession {
  id: number;
  eventId: number;
  title: string;
  start: string;
  end: string;
  timezone: string;
  place: string;
  /** cancelled, or where the present stands to its times. */
  phase: 'ahead' | 'running' | 'over' | 'cancelled';
  capacity: number;
  /** Seats that are held, offered, confirmed or used; with staff's additions it may be above the capacity. */
  taken: number;
  counts: DoorCounts;
}

export interface DoorCounts {
  /** Attended, late ones included. */
  came: number;
  /** With a seat, and neither there nor missing yet. */
  expected: number;
  noShow: number;
  waiting: number;
}

/** GET /api/events/door: the sessions of the site's present date, then the next ones. */
export interface DoorSessions {
  /** Those that run or come next first, those that are over or cancelled last. */
  today: DoorSession[];
  /** By start, at most DOOR_COMING. */
  coming: DoorSession[];
  /** The present date of the site's zone. */
  date: string;
}
export const DOOR_COMING = 50;

/** GET /api/events/door/events: events with sessions that are not long over or far ahead, by title. */
export interface DoorEvents {
  events: { id: number; title: string; today: number; next: string | null }[];
}

/** GET /api/events/door/events/:eventId: the sessions of DOOR_DAYS before and after the present, by start. 404 where there is no such event. */
export interface DoorEvent {
  id: number;
  title: string;
  sessions: DoorSession[];
  /** The present date of the site's zone. */
  date: string;
}
export const DOOR_DAYS = 60;

/** What staff may add somebody as. */
export const DOOR_ADDS = ['attended', 'confirmed', 'waitlisted'] as const satisfies TicketStatus[];
export type DoorAdd = (typeof DOOR_ADDS)[number];

export interface DoorTicket extends SignupAnswers {
  id: number;
  userId: number;
  name: string;
  /** Empty for who has no account of their own (isProvisional). */
  username: string;
  isProvisional: boolean;
  status: TicketStatus;
  /** Since when it has this status. With the offset of the session's place. */
  since: string;
  source: 'web' | 'staff' | 'walkIn' | 'roster' | 'kiosk';
  /** Place in the waiting list, from 1; null for who does not wait. */
  position: number | null;
  /** Cents; null for free. */
  priceCents: number | null;
  /** By when it has to be paid or accepted, like `since`; null where there is no such time. */
  until: string | null;
  reason: string | null;
  /** Bookings on which the seat depends: it is released if they are missed or canceled. */
  dependsOn: RelatedSeat[];
  /** They have a seat or wait, and have not agreed to the event's terms and minimum age as they are now. */
  termsMissing: boolean;
  /** What staff may set it to now. */
  may: TicketStatus[];
  /** SHA-256 of its codes, base64url: a device that has the list knows them without a connection. */
  codes: string[];
}

/** GET /api/events/door/:instanceId: by name. Of who has an active ticket no cancelled ones, of others the last one. */
export interface DoorList {
  session: DoorSession;
  /** Cents; 0 for free. */
  feeCents: number;
  tickets: DoorTicket[];
  /** What somebody can be added as now, the usual one first. */
  adds: DoorAdd[];
  /** Who is added has a seat in all sessions of its series that are still to come. */
  isSeries?: true;
  /** Why nobody can be added, in words; null where somebody can. */
  addRefusal: string | null;
}

/** GET /api/events/door/people?q=: active accounts by name, username or e-mail; at most DOOR_PEOPLE. */
export interface DoorPeople {
  people: { id: number; name: string; username: string; email: string | null }[];
  hasMore: boolean;
}
export const DOOR_PEOPLE = 8;

/**
 * POST /api/events/door/:instanceId/tickets. Who has an active ticket keeps it. 409 in words where it is not possible, 404 where there is
 * no such active account.
 */
export interface AddAtDoor extends Deliberately {
  userId: number;
  to: DoorAdd;
}

/** What staff do beyond the usual when they add somebody, or mark them as there. */
export interface Deliberately {
  /**
   * Why somebody gets a seat above the capacity, before others who wait, or beside one in another session of the event, or takes part
   * without having agreed to the event's terms.
   * Without it: 409 events.reason-needed.
   */
  reason?: string;
  /**
   * Of who comes, or is added once the doors are open, and has not agreed to the event's terms as they are now: the version that they agree
   * to in the presence of staff, which is recorded. Without it: 409 events.terms.
   */
  agreedTo?: string;
  /** Instead of that: they take part without. */
  withoutTerms?: true;
}
export interface AddedAtDoor {
  ticketId: number;
  status: TicketStatus;
  /** False: there was this ticket before. */
  isNew: boolean;
}

/** POST /api/events/door/:instanceId/walk-ins: somebody who may have no account. Answers AddedAtDoor. */
export interface AddWalkIn extends Deliberately {
  name: string;
  email: string;
  to: DoorAdd;
}

/** GET /api/events/door/:instanceId/terms answers EventTerms; 409 for an event without terms. */

/** POST /api/events/door/tickets/:id/agreement: the ticket's holder agrees to the event's terms. 409 where they are others by now. */
export interface AgreeAtDoor {
  version: string;
}
