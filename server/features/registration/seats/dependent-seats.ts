import { EXPECTING, type TicketStatus } from '../../../../domain/sessions/tickets.ts';
import { isAttended } from '../../../../domain/sessions/door.ts';
import { BOOKED } from '../../admission/prerequisite-bookings.ts';
import type { Tx } from '../../../platform/database.ts';
import type { RowOf } from '../../../resources/typed-rows.ts';
import type { Needs } from '../../../services.ts';

/** Reviews the seats that depend on bookings, of a person, or of all ticket holders of a session. */
export const REVIEW_CONDITIONS = 'events.conditions';

export interface ReviewedSeats {
  userId?: number;
  instanceId?: number;
}

/**
 * Within which a cancellation or mark can be undone, or the person can sign up again, before dependent seats are
 * released.
 */
export const REVIEW_DELAY = 30_000;

interface LockedSession {
  services: Needs<'jobs'>;
  tx: Tx;
  instance: { id: number };
  now: number;
}

/** What a ticket means for its holder's prerequisites. */
function prerequisiteMeaning(status: TicketStatus | 'none'): 'booked' | 'attended' | null {
  if (status === 'none') return null;
  if (isAttended(status)) return 'attended';
  return BOOKED.some((booked) => booked === status) ? 'booked' : null;
}

/** After a change of a ticket, the holder's seats that depend on it are reviewed. */
export async function reviewAfterChange(
  { services, tx, instance, now }: LockedSession,
  from: TicketStatus | 'none',
  ticket: Pick<RowOf<'tickets'>, 'userId' | 'status'>,
): Promise<void> {
  const [before, after] = [prerequisiteMeaning(from), prerequisiteMeaning(ticket.status)];
  // A new booking releases nothing. That it meets a condition again is found when the seat is reviewed.
  if (before === after || (before === null && after === 'booked')) return;
  const dependent = await tx
    .selectFrom('tickets')
    .select('id')
    .where('userId', '=', ticket.userId)
    .where('bookedPrerequisiteIds', 'is not', null)
    .where('status', 'in', EXPECTING)
    .where('instanceId', '!=', instance.id)
    .executeTakeFirst();
  if (dependent === undefined) return;
  const data: ReviewedSeats = { userId: ticket.userId };
  await services.jobs.enqueue(tx, REVIEW_CONDITIONS, { ...data }, { at: new Date(now + REVIEW_DELAY) });
}

/** After a session is moved, the seats in it, and those that depend on it, are reviewed. */
export async function reviewAfterMove({ services, tx, instance, now }: LockedSession): Promise<void> {
  const dependent = await tx
    .selectFrom('tickets as d')
    .innerJoin('tickets as t', 't.userId', 'd.userId')
    .select('d.id')
    .where('t.instanceId', '=', instance.id)
    .where('t.status', 'in', EXPECTING)
    .where('d.bookedPrerequisiteIds', 'is not', null)
    .where('d.status', 'in', EXPECTING)
    .executeTakeFirst();
  if (dependent === undefined) return;
  const data: ReviewedSeats = { instanceId: instance.id };
  await services.jobs.enqueue(tx, REVIEW_CONDITIONS, { ...data }, { at: new Date(now + REVIEW_DELAY) });
}
