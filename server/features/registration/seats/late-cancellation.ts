import { CANCEL_GRACE } from '../../../../domain/sessions/signup-policy.ts';
import type { TicketStatus } from '../../../../domain/sessions/tickets.ts';
import type { OpenInstance } from '../../sessions/instance.ts';

/** Whether its holder cancels a seat after the deadline. `now` in epoch milliseconds. */
export function isCancelledLate(
  { cancelUntil }: Pick<OpenInstance, 'cancelUntil'>,
  now: number,
  { status, createdAt }: { status: TicketStatus; createdAt: string },
  to: TicketStatus,
): boolean {
  const isSeat = status === 'confirmed' || status === 'held';
  return to === 'cancelled' && isSeat && now > cancelUntil && now > Date.parse(createdAt) + CANCEL_GRACE;
}
