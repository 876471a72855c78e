import type { TicketStatus } from './tickets.ts';
import type { OtherSeat } from '../../../domain/calls/session-types.ts';

/** A seat, taken or offered, not a place on the waitlist. */
export function isSeat({ status }: { status: TicketStatus }): boolean {
  return status !== 'waitlisted';
}
