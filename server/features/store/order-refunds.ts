import type { Tx } from '../../platform/database.ts';
import type { Charge, ThingRefund } from '../payments/payables.ts';
import { readPaid, refundableOf, sumCents } from '../payments/refund-parts.ts';
import type { Order, OrderLine } from './order-rows.ts';
import { linesOf } from './order-states.ts';

/** All that was paid for these orders. */
export async function orderRefunds(tx: Tx, orders: readonly Pick<Order, 'id'>[]): Promise<ThingRefund[]> {
  const ids = orders.map(({ id }) => id);
  return [...(await refundableOf(tx, 'order', ids))].map(([id, amountCents]) => ({ id, amountCents }));
}

type ReturnedLine = Pick<OrderLine, 'id' | 'orderId' | 'unitCents' | 'quantity' | 'returned'>;

/** What taking back so many more items of a line refunds: their part of what the line cost, with its discount and tax. */
export async function lineRefund(tx: Tx, line: ReturnedLine, count: number): Promise<ThingRefund[]> {
  const { orderId, quantity, returned } = line;
  const { charges } = await readPaid(tx, 'order', [orderId]);
  const left = charges.reduce((sum, { paidCents }) => sum + paidCents, 0);
  const at = (await linesOf(tx, orderId)).findIndex(({ id }) => id === line.id);
  const total = charges.reduce((sum, charge) => sum + lineTotal(charge, line, at), 0);
  // Taken back one by one or together, they refund the same.
  const costOf = (items: number): number => Math.round((total * items) / quantity);
  const amountCents = Math.min(left, costOf(returned + count) - costOf(returned));
  return amountCents > 0 ? [{ id: orderId, amountCents }] : [];
}

/** Charges of earlier versions have no totals of their lines: a part by price. */
function lineTotal({ lines, amountCents }: Charge, { quantity, unitCents }: ReturnedLine, at: number): number {
  const items = lines.filter(({ kind }) => kind === 'item');
  const price = sumCents(items);
  return items[at]?.totalCents ?? (price === 0 ? 0 : Math.round((amountCents * quantity * unitCents) / price));
}
