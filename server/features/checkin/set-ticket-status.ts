import type { InputsForRows, PlanNote } from '../../../domain/calls/action-parts.ts';
import { TICKET_STATUSES, ticketTransition, type TicketStatus } from '../../../domain/sessions/tickets.ts';
import { didYouMean } from '../../declarations/faults.ts';
import type { CommandServices } from '../../services.ts';
import { REFUND_CHOICE, refundInput, wantsRefund } from '../payments/refund-choice.ts';
import { propagateToSeries } from '../registration/booking/series-booking.ts';
import { expireHoldsAndOfferSeats } from '../registration/seats/expire-and-offer.ts';
import { withLockedSession, type Ticket } from '../registration/seats/locked-session.ts';
import { viewSession, type SessionView } from '../registration/seats/session-view.ts';
import type { By } from '../registration/seats/ticket-change.ts';
import { ticketFacts } from '../sessions/instance.ts';
import { cancelEffect, cancelNotes, paidForSeats } from './cancel-refunds.ts';
import { lostSeatsEffect, lostSeatsNotes } from './lost-seat-refunds.ts';
import { reasonNeeded, requireTransition, statusRefusal } from './mark.ts';
import {
  REASON,
  idsOf,
  reasonIn,
  refusalsOf,
  ticketCommand,
  withTickets,
  type TicketRows,
} from './ticket-command-parts.ts';

const MOST_NAMED = 5;
const TAKE_PAYMENT = 'It is not paid. Mark it as paid to record the payment.';

/** Sets the status of tickets to `to`, as config/tickets.json permits staff. */
export function addStatusCommand(services: CommandServices): void {
  services.engine.command('tickets.setStatus', {
    ...ticketCommand(services),
    inputs: { properties: { reason: REASON, refund: REFUND_CHOICE } },
    planned: ['refund'],
    check: (_resource, { options }, report) => {
      const to = String(options['to']);
      if (!TICKET_STATUSES.some((status) => status === to))
        report(['options', 'to'], `There is no status "${to}"${didYouMean(to, TICKET_STATUSES)}`);
    },
    refusals: (call) =>
      refusalsOf(services, call, (ticket, instance, now) => {
        const facts = ticketFacts(instance, now, ticket.holdExpiresAt);
        if (isUnpaid(ticket) && target(call) === 'confirmed') return TAKE_PAYMENT;
        return ticketTransition(services.model.tickets, ticket.status, 'staff', facts, target(call)) === null
          ? statusRefusal(instance, now, target(call))
          : null;
      }),
    inputsFor: (call) => statusInputs(services, call),
    effect: (call) => statusEffect(services, call),
    notes: (call) => statusNotes(services, call),
    run: async (call) => {
      const to = target(call);
      const reason = reasonIn(call);
      const given = { actor: call.actor, ...(reason !== undefined && ({ reason, withoutTerms: true } as const)) };
      const refund = wantsRefund(call) ? 'everything' : 'nothing';
      const by: By = { as: 'staff', actor: call.actor, reason, refund };
      await withTickets(services, call, async ({ locked, ticket, others }) => {
        if (ticket.status === to) return;
        const after = await locked.move(ticket, await requireTransition(locked, ticket, to, given), by);
        await expireHoldsAndOfferSeats(locked);
        if (ticket.status === 'held' || to === 'cancelled') await propagateToSeries(locked, others, after, to, by);
      });
    },
    revert: ({ tx, actor, row, before: { status = row.status, checkedInAt } }) =>
      withLockedSession(services, tx, row.instanceId, async (locked) => {
        await expireHoldsAndOfferSeats(locked);
        const ticket = await locked.ticket(row.id);
        const transition = await requireTransition(locked, ticket, status, { actor });
        const at = checkedInAt ? { at: Date.parse(checkedInAt) } : {};
        const after = await locked.move(ticket, transition, { as: 'staff', actor, ...at });
        await expireHoldsAndOfferSeats(locked);
        return after;
      }),
  });
}

async function statusInputs(services: CommandServices, call: TicketRows): Promise<InputsForRows> {
  if (target(call) === 'cancelled')
    return { reason: { isOptional: true }, ...refundInput(await paidForSeats(services, call, 'staff')) };
  return (await reasonsNeeded(services, call)).length > 0 ? { reason: {} } : {};
}

/** What is paid for a missed seat is not refunded. */
async function statusEffect(services: CommandServices, call: TicketRows): Promise<string | null> {
  if (target(call) === 'cancelled') return cancelEffect(services, call, 'staff');
  return target(call) === 'noShow' ? lostSeatsEffect(services, call, { ids: idsOf(call) }) : null;
}

async function statusNotes(services: CommandServices, call: TicketRows): Promise<PlanNote[]> {
  if (target(call) === 'cancelled') return cancelNotes(services, call, 'staff');
  if (target(call) === 'noShow') return lostSeatsNotes(services, call, { ids: idsOf(call) }, 'a missed one');
  const reasons = await reasonsNeeded(services, call);
  const more = reasons.length - MOST_NAMED;
  return more > 0 ? [...reasons.slice(0, MOST_NAMED), `The same applies to ${more} more.`] : reasons;
}

function isUnpaid({ status, priceCents }: Ticket): boolean {
  return status === 'held' && (priceCents ?? 0) > 0;
}

function target({ options }: TicketRows): TicketStatus {
  return options['to'] as TicketStatus;
}

async function reasonsNeeded(services: CommandServices, call: TicketRows): Promise<string[]> {
  const views = new Map<number, Promise<SessionView>>();
  const reasons: string[] = [];
  for (const row of call.rows) {
    const view = views.get(row.instanceId) ?? viewSession(services, call.tx, row.instanceId);
    views.set(row.instanceId, view);
    const reason = await reasonNeeded(await view, row, target(call));
    if (reason !== null) reasons.push(reason);
  }
  return reasons;
}
