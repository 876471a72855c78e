import type { TicketStatus } from './tickets.ts';

/** Marks made at a door, possibly sent later: attended, late, missed, and each undone. */
export const DOOR_MARKS = ['attended', 'late', 'noShow', 'confirmed'] as const satisfies TicketStatus[];
export type DoorMarkStatus = (typeof DOOR_MARKS)[number];
export const MOST_DOOR_MARKS = 500;

/** The ticket's holder was at the session. */
export function isAttended(status: TicketStatus | 'none'): boolean {
  return status === 'attended' || status === 'late';
}

/** Characters that are read from a code, a card or an id. */
export const MOST_SCANNED = 300;

/** How long a checked-in person's name is shown at most. */
export const SELF_CHECK_IN_SECONDS = 3;

/** The most sessions that follow today's ones. */
export const DOOR_COMING = 50;
/** Days before and after the present whose sessions an event lists. */
export const DOOR_DAYS = 60;

/** The statuses in which staff can add a person. */
export const DOOR_ADDS = ['attended', 'confirmed', 'waitlisted'] as const satisfies TicketStatus[];
export type DoorAdd = (typeof DOOR_ADDS)[number];

export const DOOR_PEOPLE = 8;
