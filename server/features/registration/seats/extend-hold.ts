import { SYSTEM } from '../../../../domain/declarations/actor.ts';
import { ticketCondition } from '../../admission/seat-conditions.ts';
import type { LockedSession, Ticket } from './locked-session.ts';
import { extendedDeadline } from './hold-deadline.ts';
import { ticketNotice } from './ticket-notice.ts';

/**
 * Extends a hold or an offer that would expire while the place is closed, as by special hours that were entered after it was made, and
 * notifies its holder. Returns whether it did.
 */
export async function extendHold(locked: LockedSession, ticket: Ticket): Promise<boolean> {
  const { services, tx, instance, now } = locked;
  if (ticket.holdExpiresAt === null || now >= instance.startsAt) return false;
  const until = await extendedDeadline(services, tx, instance, Date.parse(ticket.holdExpiresAt));
  const holdExpiresAt = new Date(Math.min(until, instance.holdsEndAt)).toISOString();
  if (Date.parse(holdExpiresAt) <= now) return false;
  const after = await services.engine.update(SYSTEM, 'tickets', ticket.id, { holdExpiresAt }, { tx, command: true });
  await locked.endAt(holdExpiresAt);
  const event = services.model.tickets.transitions.find(({ to, notice }) => to === after.status && notice)?.notice;
  if (event === undefined) return true;
  const { dates } = await locked.readEntry();
  const condition = await ticketCondition(locked, after);
  locked.notify(ticketNotice(instance, { ticket: after, event, actorId: null, condition }, dates, []));
  return true;
}
