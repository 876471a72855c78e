import type { TicketStatus } from './tickets.ts';

/** A person's seat, named beside another session. `start` carries the UTC offset of its place. */
export interface RelatedSeat {
  sessionId: number;
  title: string;
  start: string;
}

/** A prerequisite that only a booking meets: a seat depends on it, and is released if it is missed or canceled. */
export interface SeatCondition extends RelatedSeat {
  /** What the event requires, in words, as in `SessionDetails.prerequisites`. */
  anyOf: string[];
}

/** A seat or a place on the waitlist in another upcoming session of the same event. */
export interface OtherSeat extends RelatedSeat {
  ticketId: number;
  status: TicketStatus;
  /** It can be given up for another session in one step. Series that are booked as a whole cannot. */
  canMove: boolean;
  /** Own seats that are released if it is moved: this session ends after they start. */
  releases: RelatedSeat[];
  /** Giving it up now counts as a late cancellation. */
  isLate: boolean;
}

/** A seat, taken or offered, not a place on the waitlist. */
export function isSeat({ status }: Pick<OtherSeat, 'status'>): boolean {
  return status !== 'waitlisted';
}
