import { formatInstant } from '../../../../domain/values/formats.ts';
import type { Tx } from '../../../platform/database.ts';
import type { CommandServices } from '../../../services.ts';
import type { OwnRefund } from '../../payments/payables.ts';
import { sumCents } from '../../payments/refund-parts.ts';
import { isRefundable } from '../seats/late-cancellation.ts';
import { seatRefunds } from '../seats/seat-refunds.ts';
import { cancelableSeats, type CancelableSeat } from './cancelable-seats.ts';
import { ownReleasedNotes, refundsWithReleased } from './released-refunds.ts';

/**
 * What an attendee gets back who cancels the seat now, with the others of a series that is booked as a whole, and with those that are
 * released as they depend on it.
 */
export async function ownSeatRefund(services: CommandServices, tx: Tx, ticketId: number): Promise<OwnRefund> {
  const now = services.clock.now();
  const seats = await cancelableSeats({ services, tx }, ticketId, 'attendee');
  const refunded = seats.filter(({ ticket, instance }) => isRefundable(instance, now, ticket));
  const notRefunded = seats.filter((seat) => !refunded.includes(seat));
  const refunds = await refundsWithReleased(services, tx, { ids: ticketIds(seats) }, ticketIds(refunded));
  const { things, releasedCents } = refunds;
  const hasPaid = (await seatRefunds(tx, ticketIds(notRefunded))).length > 0;
  const notes = hasPaid ? [deadlineNote(notRefunded, sumCents(things) > releasedCents, releasedCents > 0)] : [];
  return { things, notes: [...notes, ...(await ownReleasedNotes(tx, refunds))] };
}

function deadlineNote(notRefunded: readonly CancelableSeat[], isPartly: boolean, areOthers: boolean): string {
  const latest = notRefunded.toSorted((a, b) => b.instance.refundUntil - a.instance.refundUntil)[0];
  if (!latest) return '';
  const { refundUntil, timezone } = latest.instance;
  const deadline = formatInstant(new Date(refundUntil).toISOString(), timezone, 'day');
  if (isPartly) return `Sessions with a refund deadline of ${deadline} or earlier are not refunded.`;
  return `Nothing is refunded${areOthers ? ' for this seat' : ''}. The refund deadline was ${deadline}.`;
}

function ticketIds(seats: readonly CancelableSeat[]): number[] {
  return seats.map(({ ticket }) => ticket.id);
}
