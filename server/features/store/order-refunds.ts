import type { Tx } from '../../platform/database.ts';
import type { ThingRefund } from '../payments/payables.ts';
import { readPaid, refundableOf, sumCents } from '../payments/refund-parts.ts';
import type { Order, OrderLine } from './order-rows.ts';

/** All that was paid for these orders. */
export async function orderRefunds(tx: Tx, orders: readonly Pick<Order, 'id'>[]): Promise<ThingRefund[]> {
  const ids = orders.map(({ id }) => id);
  return [...(await refundableOf(tx, 'order', ids))].map(([id, amountCents]) => ({ id, amountCents }));
}

/** What taking back so many items of a line refunds: their part of what was paid, by price. */
export async function lineRefund(
  tx: Tx,
  { orderId, unitCents }: Pick<OrderLine, 'orderId' | 'unitCents'>,
  quantity: number,
): Promise<ThingRefund[]> {
  const { charges } = await readPaid(tx, 'order', [orderId]);
  const items = charges.flatMap(({ lines }) => lines.filter(({ kind }) => kind === 'item'));
  const [total, left] = [sumCents(charges), charges.reduce((sum, { paidCents }) => sum + paidCents, 0)];
  const price = sumCents(items);
  const share = price === 0 ? 0 : Math.round((total * quantity * unitCents) / price);
  const amountCents = Math.min(left, share);
  return amountCents > 0 ? [{ id: orderId, amountCents }] : [];
}
