import { formatInstant } from '../../../../domain/values/formats.ts';
import { ticketTransition, type TicketActor } from '../../../../domain/sessions/tickets.ts';
import type { Tx } from '../../../platform/database.ts';
import type { CommandServices } from '../../../services.ts';
import type { OwnRefund } from '../../payments/payables.ts';
import { readInstances, ticketFacts, type GivenFacts, type OpenInstance } from '../../sessions/instance.ts';
import { isRefundable } from '../seats/late-cancellation.ts';
import type { Ticket } from '../seats/locked-session.ts';
import { seatRefunds } from '../seats/seat-refunds.ts';
import { sessionsBookedWith } from './series-booking.ts';

interface Seat {
  ticket: Ticket;
  instance: OpenInstance;
}

/** What an attendee gets back who cancels the seat now, with the others of a series that is booked as a whole. */
export async function ownSeatRefund(services: CommandServices, tx: Tx, ticketId: number): Promise<OwnRefund> {
  const now = services.clock.now();
  const seats = await cancelableSeats({ services, tx }, ticketId, 'attendee');
  const refunded = seats.filter(({ ticket, instance }) => isRefundable(instance, now, ticket));
  const notRefunded = seats.filter((seat) => !refunded.includes(seat));
  const things = await seatRefunds(tx, ticketIds(refunded));
  const hasPaid = (await seatRefunds(tx, ticketIds(notRefunded))).length > 0;
  return { things, note: hasPaid ? deadlineNote(notRefunded, things.length > 0) : null };
}

/** The tickets that are canceled with this one, if it is part of a series that is booked as a whole. */
export async function seatsCanceledWith(
  services: CommandServices,
  tx: Tx,
  ticketId: number,
  as: TicketActor,
  given: GivenFacts = {},
): Promise<number[]> {
  return ticketIds(await cancelableSeats({ services, tx, given }, ticketId, as));
}

async function cancelableSeats(
  { services, tx, given = {} }: { services: CommandServices; tx: Tx; given?: GivenFacts },
  ticketId: number,
  as: TicketActor,
): Promise<Seat[]> {
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

function deadlineNote(notRefunded: readonly Seat[], isPartly: boolean): string {
  const latest = notRefunded.toSorted((a, b) => b.instance.refundUntil - a.instance.refundUntil)[0];
  if (!latest) return '';
  const { refundUntil, timezone } = latest.instance;
  const deadline = formatInstant(new Date(refundUntil).toISOString(), timezone, 'day');
  return isPartly
    ? `Sessions with a refund deadline of ${deadline} or earlier are not refunded.`
    : `Nothing is refunded. The refund deadline was ${deadline}.`;
}

function ticketIds(seats: readonly Seat[]): number[] {
  return seats.map(({ ticket }) => ticket.id);
}
