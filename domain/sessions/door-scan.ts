import type { TicketStatus } from './tickets.ts';

export const MOST_SCANNED = 300;

/** POST /api/events/door/:instanceId/scan: who has shown a ticket's code, a card or an id. Changes nothing. */
export interface ScanAtDoor {
  /** As it was read or typed. It is kept nowhere. */
  text: string;
}

export type DoorScan =
  /** A ticket of this session, which is in its list. */
  | { kind: 'here'; ticketId: number }
  /** None of this session, but one of another. */
  | {
      kind: 'elsewhere';
      ticketId: number;
      status: TicketStatus;
      name: string;
      /** Instant with the offset of its place. */
      session: { id: number; title: string; start: string };
      /** It can be moved here: the same event, and there is a seat. */
      canMove: boolean;
    }
  /** Somebody without a ticket. */
  | { kind: 'person'; userId: number; name: string }
  /** In words. canLink: a card that nobody has yet. */
  | { kind: 'unknown'; words: string; canLink: boolean };

/** PUT /api/events/door/people/:id/card: from now on this card is the person's. 409 where they have another one, unless `replaces`. */
export interface LinkCard extends ScanAtDoor {
  replaces?: boolean;
}

/** POST /api/events/self-check-in: this browser's session does nothing but check people in to this session from now on. */
export interface StartSelfCheckIn {
  instanceId: number;
}

/** GET /api/events/self-check-in. 403 where the browser's session is not switched to it. */
export interface SelfCheckIn {
  instanceId: number;
  title: string;
  /** Instants with the offset of its place. */
  start: string;
  end: string;
  place: string;
  /** Whose password ends it. */
  username: string;
}

/** POST /api/events/self-check-in/scan, with ScanAtDoor. */
export interface SelfCheckedIn {
  outcome: 'welcome' | 'already' | 'refused' | 'unknown';
  /** For who is checked in, now or before: to be shown for SELF_CHECK_IN_SECONDS at most. */
  firstName: string | null;
  words: string;
}
export const SELF_CHECK_IN_SECONDS = 3;

/** POST /api/events/self-check-in/end. 400 for a wrong password. */
export interface EndSelfCheckIn {
  password: string;
}
