import type { Actor } from '../../../domain/declarations/actor.ts';
import { localText } from '../../platform/zone-years.ts';
import { addRefusal } from './add-at-door.ts';
import type { LockedSession, Ticket } from '../registration/seats/locked-session.ts';
import type { By } from '../registration/seats/ticket-change.ts';
import { prerequisiteStates } from '../admission/prerequisites.ts';
import { answersOfTicket } from '../registration/seats/answer-values.ts';
import { requireDeliberate } from '../registration/seats/overbooking.ts';
import { personName } from '../registration/seats/person-name.ts';
import { moveChargesLater } from '../payments/void.ts';
import { notPossible } from '../sessions/refusals.ts';
import { expireHoldsAndOfferSeats } from '../registration/seats/expire-and-offer.ts';
import { activeTicket } from '../registration/seats/active-ticket.ts';

/**
 * Gives the person a seat in another session of the event and cancels their present one. Returns the new ticket. Refused when there is no
 * seat, and with 409 events.reason-needed when others wait for it and no reason is given.
 */
export async function moveTicket(
  source: LockedSession,
  target: LockedSession,
  ticketId: number,
  { actor, reason }: { actor: Actor; reason: string | undefined },
): Promise<Ticket> {
  const by: By = { as: 'correction', actor };
  const { services, tx } = source;
  if (source === target) throw notPossible('This person already has a ticket for this session.');
  if (source.instance.eventId !== target.instance.eventId)
    throw notPossible('These sessions belong to different events. Add the person to the other one instead.');
  await expireHoldsAndOfferSeats(source);
  // Waitlisted people there are served first.
  await expireHoldsAndOfferSeats(target);
  const ticket = await source.ticket(ticketId);
  const leave = source.transition(ticket, 'correction', 'cancelled');
  if (leave === null) throw notPossible('The status of this ticket does not allow this.');
  if ((await activeTicket(services, tx, target.instance.id, ticket.userId)) !== null)
    throw notPossible('This person already has a ticket for that session.');
  const arrive = target.transition('none', 'correction', 'confirmed');
  if (arrive === null)
    throw notPossible(addRefusal(target.instance, target.now) ?? 'No one can be added to that session now.');
  await requireDeliberate(target, await personName(tx, ticket.userId), { own: null, reason });
  const when = localText(target.instance.startsAt, target.instance.timezone).slice(0, 16).replace('T', ', ');
  await source.move(ticket, leave, { ...by, reason: `Moved to the session of ${when}.`, refund: 'nothing' });
  // Staff who move people decide on their prerequisites; a booking on which the seat depends is still recorded.
  const states = await prerequisiteStates(services, tx, target.instance, [ticket.userId], { now: target.now });
  const moved = await target.create({
    userId: ticket.userId,
    transition: arrive,
    source: ticket.source,
    by: { ...by, reason },
    answers: answersOfTicket(ticket),
    booked: states.get(ticket.userId)?.booked ?? [],
  });
  moveChargesLater(services, tx, { endpoint: 'ticket', fromId: ticket.id, toId: moved.id });
  await expireHoldsAndOfferSeats(source);
  await expireHoldsAndOfferSeats(target);
  return moved;
}
