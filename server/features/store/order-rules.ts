import { problem, type ProblemError } from '../../platform/problem.ts';
import type { Order, OrderLine } from './order-rows.ts';

/** Why an order cannot be canceled; null where it can. */
export function refuseCanceling({ state }: Pick<Order, 'state'>): ProblemError | null {
  if (state === 'open') return null;
  const details: Record<Exclude<Order['state'], 'open'>, string> = {
    placed: 'The order is paid. Ask the store to cancel it.',
    ready: 'The order is ready for pickup. Ask the store to cancel it.',
    partlyCollected: 'Part of the order is collected. Take the items back to the store instead.',
    collected: 'The order is collected. Take the items back to the store instead.',
    canceled: 'The order is already canceled.',
    expired: 'The order has expired.',
  };
  return problem(409, 'store.not-cancelable', 'Not possible', details[state]);
}

export const REFUNDED = 'What was paid for this order was refunded. It cannot be handed out.';

/** How many items of a line can still be handed out. */
export function outstanding({
  quantity,
  collected,
  canceled,
}: Pick<OrderLine, 'quantity' | 'collected' | 'canceled'>): number {
  return quantity - collected - canceled;
}

export function beingPaid() {
  return problem(
    409,
    'store.being-paid',
    'Not possible',
    'A card payment is in progress. Finish it, or wait until it has ended.',
  );
}
