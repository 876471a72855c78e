import type { OtherSeat } from '../../../../domain/calls/tickets.ts';
import type { TicketStatus } from '../../../../domain/sessions/tickets.ts';
import type { ReadServices } from '../../../services.ts';
import { isSeat, otherTickets, type OtherTicket } from '../seats/other-tickets.ts';
import { relatedSeat, type OwnConditions } from '../../admission/seat-conditions.ts';
import type { ListedInstance } from '../../sessions/instance.ts';
import { isCancelledLate } from '../seats/late-cancellation.ts';

/**
 * The person's tickets in other upcoming sessions of the event. `status`: of their ticket in this one, null without any; with an offer of an
 * event with one seat per person only the seats that accepting it gives up, with any other ticket none.
 */
export async function otherSeats(
  services: ReadServices,
  instance: ListedInstance,
  userId: number,
  { status, dependents }: { status: TicketStatus | null; dependents: OwnConditions['dependents'] },
): Promise<OtherSeat[]> {
  const isOffer = status === 'offered' && instance.oneSeatPerPerson;
  if (status !== null && !isOffer) return [];
  const tickets = (await otherTickets(services, services.db, instance, [userId])).get(userId) ?? [];
  const canMove = ({ wholeSeriesId }: OtherTicket): boolean =>
    wholeSeriesId === null && instance.wholeSeriesId === null;
  return tickets
    .filter((ticket) => !isOffer || (isSeat(ticket.status) && canMove(ticket)))
    .map((ticket) => ({
      ...relatedSeat(ticket),
      ticketId: ticket.ticketId,
      status: ticket.status,
      canMove: canMove(ticket),
      releases: (dependents.get(ticket.ticketId) ?? []).filter(({ start }) => Date.parse(start) < instance.endsAt),
      isLate: isCancelledLate(ticket, services.clock.now(), ticket, 'cancelled'),
    }));
}
