import { CANCEL_GRACE } from '../../../../domain/sessions/signup-policy.ts';
import type { TicketStatus } from '../../../../domain/sessions/tickets.ts';
import type { OpenInstance } from '../../sessions/instance.ts';
import type { By } from './ticket-change.ts';

interface BookedSeat {
  status: TicketStatus;
  createdAt: string;
}

/** Whether its holder cancels a seat after the deadline. `now` in epoch milliseconds. */
export function isCancelledLate(
  { cancelUntil }: Pick<OpenInstance, 'cancelUntil'>,
  now: number,
  { status, createdAt }: BookedSeat,
  to: TicketStatus,
): boolean {
  const isSeat = status === 'confirmed' || status === 'held';
  return to === 'cancelled' && isSeat && now > cancelUntil && now > Date.parse(createdAt) + CANCEL_GRACE;
}

/** Whether an attendee who cancels the seat at `now` (epoch milliseconds) gets back what was paid for it. */
export function isRefundable(
  { refundUntil }: Pick<OpenInstance, 'refundUntil'>,
  now: number,
  { status, createdAt }: BookedSeat,
): boolean {
  return status === 'held' || now <= refundUntil || now <= Date.parse(createdAt) + CANCEL_GRACE;
}

/** Whether what was paid is refunded when the ticket changes from `before` to `after`. */
export function isRefunded(
  { instance, now }: { instance: Pick<OpenInstance, 'refundUntil'>; now: number },
  before: BookedSeat,
  to: TicketStatus,
  { as, refund }: By,
): boolean {
  if (to !== 'cancelled' || before.status === 'cancelled' || refund === 'nothing') return false;
  return refund === 'everything' || as !== 'attendee' || isRefundable(instance, now, before);
}
