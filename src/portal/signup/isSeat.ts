import type { OtherSeat } from '../../../domain/calls/tickets.ts';

/** A seat, taken or offered, not a place on the waitlist. */
export function isSeat({ status }: Pick<OtherSeat, 'status'>): boolean {
  return status !== 'waitlisted';
}
