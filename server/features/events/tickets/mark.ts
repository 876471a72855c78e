import type { Actor } from '../../../../domain/actor.ts';
import type { MarkTicket } from '../../../../domain/ticket-calls.ts';
import type { Services } from '../../../services.ts';
import type { Desk, Ticket } from './desk.ts';
import { requireDoorStaff } from '../door/door-staff.ts';
import { requireTermsToCome } from '../door/terms-at-door.ts';
import { otherTicketWords } from '../admission/other-tickets.ts';
import { requireDeliberate } from './overbooking.ts';
import { instanceOfTicket } from './instance-of-ticket.ts';
import { nameOf } from './people.ts';
import { notPossible } from './refusals.ts';
import { settle } from './settle.ts';
import { alsoForSeries, atDeskOfSeries } from './whole-series.ts';

/** Staff set the status of a ticket: paid at the desk, there, late, not there, cancelled, or one of these undone. */
export async function markTicket(
  services: Services,
  actor: Actor,
  ticketId: number,
  { from, to, ...given }: MarkTicket,
): Promise<Ticket> {
  requireDoorStaff(actor);
  return atDeskOfSeries(services, await instanceOfTicket(services, ticketId), async (desk, others) => {
    await settle(desk);
    const ticket = await desk.ticket(ticketId);
    if (ticket.status === to) return ticket;
    if (ticket.status !== from) throw notPossible('Somebody has changed this ticket meanwhile. Nothing was changed.');
    const transition = desk.transition(ticket, 'staff', to);
    if (transition === null) throw notPossible('This is not possible now.');
    if (to === 'confirmed') await requireSeatDeliberately(desk, ticket, given.reason);
    await requireTermsToCome(desk, actor, ticket, to, given);
    const by = { as: 'staff', actor, reason: given.reason } as const;
    const after = await desk.move(ticket, transition, by);
    await settle(desk);
    // Paid, or given back; who came to one session says nothing of the others.
    if (from === 'held' || to === 'cancelled') await alsoForSeries(desk, others, after, to, by);
    return after;
  });
}

/** Of people who wait, or have been offered a seat. */
async function requireSeatDeliberately(desk: Desk, ticket: Ticket, reason: string | undefined): Promise<void> {
  const isOffered = ticket.status === 'offered';
  if (ticket.status !== 'waitlisted' && !isOffered) return;
  const name = await nameOf(desk.tx, ticket.userId);
  const elsewhere = desk.instance.oneSeatPerPerson ? await otherTicketWords(desk, ticket.userId, name) : null;
  await requireDeliberate(desk, name, { own: ticket, reason, hasSeat: isOffered, elsewhere });
}
