import type { Actor } from '../../../../domain/actor.ts';
import type { TicketStatus } from '../../../../domain/tickets.ts';
import type { Services } from '../../../services.ts';
import { accountOf } from '../../accounts/authentication.ts';
import type { Ticket } from './desk.ts';
import { instanceOfTicket } from './instance-of-ticket.ts';
import { noTicket, notPossible } from './refusals.ts';
import { settle } from './settle.ts';
import { alsoForSeries, atDeskOfSeries } from './whole-series.ts';

/** Gives the seat, or the place on the waiting list, back. A seat goes to who has waited longest, in the same transaction. */
export async function cancelTicket(services: Services, actor: Actor, ticketId: number): Promise<Ticket> {
  return change(services, actor, ticketId, ['cancelled'], 'This ticket cannot be cancelled any more.');
}

/** Takes the seat that is offered: it is confirmed, or held until it is paid. */
export async function acceptOffer(services: Services, actor: Actor, ticketId: number): Promise<Ticket> {
  return change(services, actor, ticketId, ['confirmed', 'held'], 'This seat is not offered to you any more.');
}

/** Its holder has seen that its session was moved. No change of the ticket, so it is not in its history. */
export async function seeMove({ db, engine }: Services, actor: Actor, ticketId: number): Promise<Ticket> {
  const seen = await db
    .updateTable('tickets')
    .set({ movedFrom: null })
    .where('id', '=', ticketId)
    .where('userId', '=', accountOf(actor))
    .returning('id')
    .executeTakeFirst();
  if (seen === undefined) throw noTicket();
  return engine.transaction(async (tx) => {
    const [ticket] = await engine.lock(tx, 'tickets', [seen.id]);
    if (ticket === undefined) throw noTicket();
    return ticket;
  });
}

async function change(
  services: Services,
  actor: Actor,
  ticketId: number,
  wanted: readonly TicketStatus[],
  refused: string,
): Promise<Ticket> {
  const instanceId = await instanceOfTicket(services, ticketId, accountOf(actor));
  return atDeskOfSeries(services, instanceId, async (desk, others) => {
    await settle(desk);
    const ticket = await desk.ticket(ticketId);
    // Repeating it changes nothing.
    if (wanted.includes(ticket.status)) return ticket;
    const transition = wanted.map((to) => desk.transition(ticket, 'attendee', to)).find((row) => row !== null);
    if (transition == null) throw notPossible(refused);
    const by = { as: 'attendee', actor } as const;
    const after = await desk.move(ticket, transition, by);
    await settle(desk);
    await alsoForSeries(desk, others, after, after.status, by);
    return after;
  });
}
