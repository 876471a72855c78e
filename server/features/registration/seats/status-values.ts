import type { TicketStatus } from '../../../../domain/sessions/tickets.ts';
import type { ValuesOf } from '../../../resources/typed-rows.ts';
import type { OpenInstance } from '../../sessions/instance.ts';

/** The status of a ticket, and when it got it. `at`: in epoch milliseconds. */
export function statusValues(to: TicketStatus, at: number): Partial<ValuesOf<'tickets'>> & { status: TicketStatus } {
  const instant = new Date(at).toISOString();
  return {
    status: to,
    checkedInAt: to === 'attended' || to === 'late' ? instant : null,
    cancelledAt: to === 'cancelled' ? instant : null,
  };
}

/** What the ticket costs: the fee at the time at which the person gets the seat or a place on the waitlist. */
export function priceValues({ feeCents }: Pick<OpenInstance, 'feeCents'>): Pick<ValuesOf<'tickets'>, 'priceCents'> {
  return { priceCents: feeCents > 0 ? feeCents : null };
}

/** The values of a ticket that gets another status. An offer costs what the event costs now, not when the person began to wait. */
export function moveValues(
  instance: Pick<OpenInstance, 'feeCents'>,
  { status }: { status: TicketStatus },
  to: TicketStatus,
  at: number,
): Partial<ValuesOf<'tickets'>> & { status: TicketStatus } {
  const isOffer = status === 'waitlisted' || status === 'offered';
  return { ...statusValues(to, at), ...(isOffer && to !== 'cancelled' ? priceValues(instance) : {}) };
}
