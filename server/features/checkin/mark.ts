import type { Actor } from '../../../domain/declarations/actor.ts';
import type { MarkTicket } from '../../../domain/calls/door.ts';
import type { CommandServices } from '../../services.ts';
import type { LockedSession, Ticket } from '../registration/seats/locked-session.ts';
import { requireDoorStaff } from '../sessions/event-staff.ts';
import { requireTermsToCome } from './terms-at-door.ts';
import { lockBooking, otherTicketMessage } from '../registration/seats/other-tickets.ts';
import { afterOtherBooking } from '../registration/seats/booking-lock.ts';
import { requireDeliberate } from '../registration/seats/overbooking.ts';
import { instanceOfTicket } from '../registration/seats/session-of-ticket.ts';
import { personName } from '../registration/seats/person-name.ts';
import { notPossible } from '../sessions/refusals.ts';
import { expireHoldsAndOfferSeats } from '../registration/seats/expire-and-offer.ts';
import { propagateToSeries, inLockedSeries } from '../registration/booking/series-booking.ts';

export async function markTicket(
  services: CommandServices,
  actor: Actor,
  ticketId: number,
  { from, to, ...given }: MarkTicket,
): Promise<Ticket> {
  requireDoorStaff(actor);
  const instanceId = await instanceOfTicket(services, ticketId);
  const mark = async (locked: LockedSession, others: readonly LockedSession[]) => {
    await expireHoldsAndOfferSeats(locked);
    const ticket = await locked.ticket(ticketId);
    if (ticket.status === to) return ticket;
    if (ticket.status !== from) throw notPossible('Somebody has changed this ticket meanwhile. Nothing was changed.');
    const transition = locked.transition(ticket, 'staff', to);
    if (transition === null) throw notPossible('This is not possible now.');
    if (to === 'confirmed') await requireSeatDeliberately(locked, ticket, given.reason);
    await requireTermsToCome(locked, actor, ticket, to, given);
    const by = { as: 'staff', actor, reason: given.reason } as const;
    const after = await locked.move(ticket, transition, by);
    await expireHoldsAndOfferSeats(locked);
    if (from === 'held' || to === 'cancelled') await propagateToSeries(locked, others, after, to, by);
    return after;
  };
  return afterOtherBooking(services, () => inLockedSeries(services, instanceId, mark));
}

async function requireSeatDeliberately(
  locked: LockedSession,
  ticket: Ticket,
  reason: string | undefined,
): Promise<void> {
  const isOffered = ticket.status === 'offered';
  if (ticket.status !== 'waitlisted' && !isOffered) return;
  const name = await personName(locked.tx, ticket.userId);
  const { eventId, oneSeatPerPerson } = locked.instance;
  if (oneSeatPerPerson) await lockBooking(locked.tx, eventId, ticket.userId);
  const elsewhere = oneSeatPerPerson ? await otherTicketMessage(locked, ticket.userId, name) : null;
  await requireDeliberate(locked, name, { own: ticket, reason, hasSeat: isOffered, elsewhere });
}
