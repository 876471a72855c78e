import type { TicketStatus } from '../../../../domain/tickets.ts';
import type { ValuesOf } from '../../../resources/typed-rows.ts';

/** The status of a ticket, and when it got it. `at`: in epoch milliseconds. */
export function statusValues(to: TicketStatus, at: number): Partial<ValuesOf<'tickets'>> & { status: TicketStatus } {
  const instant = new Date(at).toISOString();
  return {
    status: to,
    checkedInAt: to === 'attended' || to === 'late' ? instant : null,
    cancelledAt: to === 'cancelled' ? instant : null,
  };
}
