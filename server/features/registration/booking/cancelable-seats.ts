import { ticketTransition, type TicketActor } from '../../../../domain/sessions/tickets.ts';
import type { Tx } from '../../../platform/database.ts';
import type { CommandServices } from '../../../services.ts';
import { readInstances, ticketFacts, type GivenFacts, type OpenInstance } from '../../sessions/instance.ts';
import type { Ticket } from '../seats/locked-session.ts';
import { sessionsBookedWith } from './series-booking.ts';

export interface CancelableSeat {
  ticket: Ticket;
  instance: OpenInstance;
}

/** The tickets that are canceled with this one, if it is part of a series that is booked as a whole. */
export async function seatsCanceledWith(
  services: CommandServices,
  tx: Tx,
  ticketId: number,
  as: TicketActor,
  given: GivenFacts = {},
): Promise<number[]> {
  return (await cancelableSeats({ services, tx, given }, ticketId, as)).map(({ ticket }) => ticket.id);
}

/** The same, with their sessions. */
export async function cancelableSeats(
  { services, tx, given = {} }: { services: CommandServices; tx: Tx; given?: GivenFacts },
  ticketId: number,
  as: TicketActor,
): Promise<CancelableSeat[]> {
  const own = await tx
    .selectFrom('tickets')
    .select(['instanceId', 'userId'])
    .where('id', '=', ticketId)
    .executeTakeFirst();
  if (!own) return [];
  const sessionIds = await sessionsBookedWith(tx, [own.instanceId]);
  const instances = await readInstances(services, tx, sessionIds);
  const tickets = await tx
    .selectFrom('tickets')
    .selectAll()
    .where('userId', '=', own.userId)
    .where('instanceId', 'in', sessionIds)
    .where('activeFor', 'is not', null)
    .orderBy('id')
    .execute();
  return (tickets as Ticket[]).flatMap((ticket) => {
    const instance = instances.find(({ id }) => id === ticket.instanceId);
    if (!instance) return [];
    const facts = ticketFacts(instance, services.clock.now(), ticket.holdExpiresAt ?? null, given);
    const isOpen = ticketTransition(services.model.tickets, ticket.status, as, facts, 'cancelled') !== null;
    return isOpen ? [{ ticket, instance }] : [];
  });
}
