import type { Deliberately } from '../door-calls.ts';
import type { TicketStatus } from './tickets.ts';

/** What is marked at a door, and may be sent later: who came, who did not, and the same taken back. */
export const DOOR_MARKS = ['attended', 'late', 'noShow', 'confirmed'] as const satisfies TicketStatus[];
export type DoorMarkStatus = (typeof DOOR_MARKS)[number];
export const MOST_DOOR_MARKS = 500;

/** The ticket's holder was at the session. */
export function isAttended(status: TicketStatus | 'none'): boolean {
  return status === 'attended' || status === 'late';
}

export interface DoorMark extends Deliberately {
  /** Random, from 16 to 64 characters. A mark is carried out once, however often it is sent. */
  key: string;
  ticketId: number;
  from: TicketStatus;
  to: DoorMarkStatus;
  /** Instant at which it was made, by the clock of the device. */
  at: string;
  /** Of a ticket that was scanned: the hash of the code (DoorTicket.codes). The mark is refused if the code has been revoked since. */
  codeHash?: string;
}

/** POST /api/events/door/:instanceId/marks: of one session, carried out in this order. */
export interface SendDoorMarks {
  marks: DoorMark[];
}

export interface DoorMarkResult {
  key: string;
  /** Whether the ticket now has the status `to`, whoever has set it. */
  isDone: boolean;
  /** Why not, in words. */
  words: string | null;
}
export interface DoorMarksAnswer {
  results: DoorMarkResult[];
}

/** POST /api/events/door/tickets/:id/move: to another session of the same event, where the person then is expected. */
export interface MoveAtDoor {
  toInstanceId: number;
  /** Where others wait there: why they are passed. */
  reason?: string;
}
export interface MovedAtDoor {
  /** The ticket there. */
  ticketId: number;
}
