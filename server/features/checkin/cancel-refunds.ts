import type { PlanNote } from '../../../domain/calls/action-parts.ts';
import type { TicketActor } from '../../../domain/sessions/tickets.ts';
import type { CommandServices } from '../../services.ts';
import { refundEffect } from '../payments/money-effect.ts';
import type { ThingRefund } from '../payments/payables.ts';
import { wantsRefund } from '../payments/refund-choice.ts';
import { sumCents } from '../payments/refund-parts.ts';
import { seatsCanceledWith } from '../registration/booking/cancelable-seats.ts';
import { refundsWithReleased, releasedNotes } from '../registration/booking/released-refunds.ts';
import { seatRefunds } from '../registration/seats/seat-refunds.ts';
import { idsOf, type TicketRows } from './ticket-command-parts.ts';

/** What was paid for the tickets, and for the other seats of a series that is booked as a whole. */
export async function paidForSeats(
  services: CommandServices,
  call: TicketRows,
  as: TicketActor,
): Promise<ThingRefund[]> {
  return seatRefunds(call.tx, await canceledIds(services, call, as));
}

/** The cents that are refunded; null where nothing was paid. What was paid for seats that are released with them is always refunded. */
export async function cancelEffect(services: CommandServices, call: TicketRows, as: TicketActor) {
  const { paid, things } = await cancelRefunds(services, call, as);
  return sumCents(paid) + sumCents(things) === 0 ? null : String(sumCents(things));
}

export async function cancelNotes(services: CommandServices, call: TicketRows, as: TicketActor): Promise<PlanNote[]> {
  const { paid, ...refunds } = await cancelRefunds(services, call, as);
  const { sentences } = await refundEffect(call, 'ticket', refunds.things);
  if (sumCents(paid) > 0 && !wantsRefund(call))
    sentences.unshift(noRefundNote(call.rows.length, refunds.releasedCents));
  return [...sentences, ...releasedNotes(refunds)];
}

function noRefundNote(seats: number, releasedCents: number): string {
  if (releasedCents === 0) return 'Nothing is refunded.';
  return `What was paid for the canceled ${seats === 1 ? 'seat' : 'seats'} is not refunded.`;
}

async function cancelRefunds(services: CommandServices, call: TicketRows, as: TicketActor) {
  const ids = await canceledIds(services, call, as);
  const refunds = await refundsWithReleased(services, call.tx, { ids }, wantsRefund(call) ? ids : []);
  return { ...refunds, paid: await seatRefunds(call.tx, ids) };
}

async function canceledIds(services: CommandServices, call: TicketRows, as: TicketActor): Promise<number[]> {
  const ids = idsOf(call);
  for (const { id } of call.rows) ids.push(...(await seatsCanceledWith(services, call.tx, id, as)));
  return [...new Set(ids)];
}
