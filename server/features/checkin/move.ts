import type { Actor } from '../../../domain/declarations/actor.ts';
import type { MoveAtDoor, MovedAtDoor } from '../../../domain/calls/door.ts';
import type { TicketStatus } from '../../../domain/sessions/tickets.ts';
import { localText } from '../../platform/zone-years.ts';
import type { CommandServices } from '../../services.ts';
import { addRefusal } from './add-at-door.ts';
import { withLockedSession, type By, type LockedSession, type Ticket } from '../registration/seats/locked-session.ts';
import { requireDoorStaff } from '../sessions/event-staff.ts';
import { prerequisiteStates } from '../admission/prerequisites.ts';
import { answersOfTicket } from '../registration/seats/answer-values.ts';
import { instanceOfTicket } from '../registration/seats/session-of-ticket.ts';
import { requireDeliberate } from '../registration/seats/overbooking.ts';
import { personName } from '../registration/seats/person-name.ts';
import { notPossible } from '../sessions/refusals.ts';
import { expireHoldsAndOfferSeats } from '../registration/seats/expire-and-offer.ts';
import { propagateToSeries, inLockedSeries } from '../registration/booking/series-booking.ts';
import { activeTicket } from '../registration/seats/active-ticket.ts';

const MINUTE = 60_000;
/** Within which somebody who was added by mistake can be removed again. */
const TAKE_BACK = 15 * MINUTE;

const WHY_NOT: Readonly<Partial<Record<TicketStatus, string>>> = {
  held: 'It is not paid yet. Mark it as paid first, then move it.',
  cancelled: 'This ticket is canceled.',
};

/**
 * Gives the person a seat in another session of the event and cancels their present one, in one transaction. Refused
 * when there is no seat, and with 409 events.reason-needed when others wait for it and no reason is given.
 */
export async function moveAtDoor(
  services: CommandServices,
  actor: Actor,
  ticketId: number,
  { toInstanceId, reason }: MoveAtDoor,
): Promise<MovedAtDoor> {
  requireDoorStaff(actor);
  const fromId = await instanceOfTicket(services, ticketId);
  if (fromId === toInstanceId) throw notPossible('The person has a ticket for this session already.');
  // Always in this order: two moves in opposite directions never wait for each other.
  const [first, second] = fromId < toInstanceId ? [fromId, toInstanceId] : [toInstanceId, fromId];
  const by: By = { as: 'correction', actor };
  return services.engine.transaction((tx) =>
    withLockedSession(services, tx, first, (one) =>
      withLockedSession(services, tx, second, (other) =>
        first === fromId ? move(one, other, ticketId, by, reason) : move(other, one, ticketId, by, reason),
      ),
    ),
  );
}

async function move(
  source: LockedSession,
  target: LockedSession,
  ticketId: number,
  by: By,
  reason?: string,
): Promise<MovedAtDoor> {
  const { services, tx } = source;
  if (source.instance.eventId !== target.instance.eventId)
    throw notPossible('These are sessions of different events. Add the person to the other one instead.');
  await expireHoldsAndOfferSeats(source);
  // Waitlisted people there are served first.
  await expireHoldsAndOfferSeats(target);
  const ticket = await source.ticket(ticketId);
  const leave = source.transition(ticket, 'correction', 'cancelled');
  if (leave === null) throw notPossible(WHY_NOT[ticket.status] ?? 'This is not possible now.');
  if ((await activeTicket(services, tx, target.instance.id, ticket.userId)) !== null)
    throw notPossible('The person has a ticket for that session already.');
  const arrive = target.transition('none', 'correction', 'confirmed');
  if (arrive === null) throw notPossible(addRefusal(target.instance, target.now) ?? 'This is not possible now.');
  await requireDeliberate(target, await personName(tx, ticket.userId), { own: null, reason });
  const when = localText(target.instance.startsAt, target.instance.timezone).slice(0, 16).replace('T', ', ');
  await source.move(ticket, leave, { ...by, reason: `Moved to the session of ${when}.` });
  // Staff decide on the prerequisites of the people whom they move; a booking on which the seat depends is still recorded.
  const states = await prerequisiteStates(services, tx, target.instance, [ticket.userId], { now: target.now });
  const moved = await target.create({
    userId: ticket.userId,
    transition: arrive,
    source: ticket.source,
    by: { ...by, reason },
    answers: answersOfTicket(ticket),
    booked: states.get(ticket.userId)?.booked ?? [],
  });
  await expireHoldsAndOfferSeats(source);
  await expireHoldsAndOfferSeats(target);
  return { ticketId: moved.id };
}

/** Removes somebody who was added at the door by mistake shortly before. */
export async function takeBackAdded(services: CommandServices, actor: Actor, ticketId: number): Promise<Ticket> {
  requireDoorStaff(actor);
  return inLockedSeries(services, await instanceOfTicket(services, ticketId), async (locked, others) => {
    const ticket = await locked.ticket(ticketId);
    if (ticket.status === 'cancelled') return ticket;
    const isAdded = ticket.source === 'staff' || ticket.source === 'walkIn';
    const transition = locked.transition(ticket, 'correction', 'cancelled');
    if (!isAdded || transition === null || locked.now - Date.parse(ticket.createdAt) > TAKE_BACK)
      throw notPossible('This can be taken back for a quarter of an hour, and only for who was added at the door.');
    const by: By = { as: 'correction', actor, reason: 'Added by mistake.' };
    const after = await locked.move(ticket, transition, by);
    await expireHoldsAndOfferSeats(locked);
    await propagateToSeries(locked, others, after, 'cancelled', by);
    return after;
  });
}
