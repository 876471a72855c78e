import type { CommandServices } from '../../services.ts';
import { propagateToSeries } from '../registration/booking/series-booking.ts';
import { expireHoldsAndOfferSeats } from '../registration/seats/expire-and-offer.ts';
import type { Ticket } from '../registration/seats/locked-session.ts';
import type { By } from '../registration/seats/ticket-change.ts';
import { notPossible } from '../sessions/refusals.ts';
import { cancelEffect, cancelNotes } from './cancel-refunds.ts';
import { refusalsOf, ticketCommand, withTickets } from './ticket-command-parts.ts';

/** Within which someone who was added by mistake can be removed again, in milliseconds. */
const REMOVABLE = 15 * 60_000;
const NOT_REMOVABLE = 'You can only remove people added by staff in the last 15 minutes.';
const ADDED_BY_STAFF: readonly Ticket['source'][] = ['staff', 'walkIn'];

/** Removes people added by mistake a moment ago. */
export function addRemoveCommand(services: CommandServices): void {
  services.engine.command('tickets.remove', {
    ...ticketCommand(services),
    effect: (call) => cancelEffect(services, call, 'correction'),
    notes: (call) => cancelNotes(services, call, 'correction'),
    refusals: (call) =>
      refusalsOf(services, call, ({ source, createdAt }, _instance, now) =>
        ADDED_BY_STAFF.includes(source) && now - Date.parse(createdAt) <= REMOVABLE ? null : NOT_REMOVABLE,
      ),
    run: async (call) => {
      const by: By = { as: 'correction', actor: call.actor, reason: 'Added by mistake.' };
      await withTickets(services, call, async ({ locked, ticket, others }) => {
        if (ticket.status === 'cancelled') return;
        const transition = locked.transition(ticket, 'correction', 'cancelled');
        if (transition === null) throw notPossible(NOT_REMOVABLE);
        const after = await locked.move(ticket, transition, by);
        await expireHoldsAndOfferSeats(locked);
        await propagateToSeries(locked, others, after, 'cancelled', by);
      });
    },
  });
}
