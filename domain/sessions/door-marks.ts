import type { TicketStatus } from './tickets.ts';

/** Marks made at a door, possibly sent later: attended, late, missed, and each undone. */
export const DOOR_MARKS = ['attended', 'late', 'noShow', 'confirmed'] as const satisfies TicketStatus[];
export type DoorMarkStatus = (typeof DOOR_MARKS)[number];
export const MOST_DOOR_MARKS = 500;

/** The ticket's holder was at the session. */
export function isAttended(status: TicketStatus | 'none'): boolean {
  return status === 'attended' || status === 'late';
}
