import type { TicketStatus } from '../../../../domain/tickets.ts';
import type { OpenInstance } from './instance.ts';

/** Who changes their mind at once takes nothing from anybody. */
const GRACE = 15 * 60_000;

/** Whether its holder cancels a seat after the deadline. `now` in epoch milliseconds. */
export function isCancelledLate(
  { cancelUntil }: Pick<OpenInstance, 'cancelUntil'>,
  now: number,
  { status, createdAt }: { status: TicketStatus; createdAt: string },
  to: TicketStatus,
): boolean {
  const isSeat = status === 'confirmed' || status === 'held';
  return to === 'cancelled' && isSeat && now > cancelUntil && now > Date.parse(createdAt) + GRACE;
}
