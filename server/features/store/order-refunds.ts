import { portionOf } from '../../../domain/requests/fractions.ts';
import type { Tx } from '../../platform/database.ts';
import type { Charge, RefundShare, ThingRefund } from '../payments/payables.ts';
import { readPaid, refundableOf, sumCents } from '../payments/refund-parts.ts';
import type { Order, OrderLine } from './order-rows.ts';
import { linesOf } from './order-states.ts';

/** All that was paid for these orders. */
export async function orderRefunds(tx: Tx, orders: readonly Pick<Order, 'id'>[]): Promise<ThingRefund[]> {
  const ids = orders.map(({ id }) => id);
  return [...(await refundableOf(tx, 'order', ids))].map(([id, amountCents]) => ({ id, amountCents }));
}

type RefundedLine = Pick<OrderLine, 'id' | 'orderId' | 'unitCents' | 'quantity' | 'returned' | 'canceled'>;

/** What taking back or canceling so many more items of a line refunds: their part of what the line cost, with its discount and tax. */
export async function lineRefund(tx: Tx, line: RefundedLine, count: number): Promise<ThingRefund[]> {
  const { orderId, quantity } = line;
  const refunded = line.returned + line.canceled;
  const { charges } = await readPaid(tx, 'order', [orderId]);
  const left = charges.reduce((sum, { paidCents }) => sum + paidCents, 0);
  const at = (await linesOf(tx, orderId)).findIndex(({ id }) => id === line.id);
  const total = charges.reduce((sum, charge) => sum + lineTotal(charge, line, at), 0);
  // One by one or together, they refund the same.
  const partOf = (whole: number): number =>
    portionOf(whole, refunded + count, quantity) - portionOf(whole, refunded, quantity);
  const share = shareOfLine(charges, at, partOf);
  const amountCents = Math.min(left, partOf(total));
  return amountCents > 0 ? [{ id: orderId, amountCents, ...(share && { share }) }] : [];
}

/** Null where a charge of an earlier version does not have it. */
function shareOfLine(charges: readonly Charge[], at: number, partOf: (whole: number) => number): RefundShare | null {
  const share: RefundShare = { taxCents: 0, discountCents: 0 };
  for (const { lines } of charges) {
    const { taxCents, discountCents } = lines.filter(({ kind }) => kind === 'item')[at] ?? {};
    if (taxCents === undefined || discountCents === undefined) return null;
    share.taxCents += partOf(taxCents);
    share.discountCents += partOf(discountCents);
  }
  return share;
}

/** Those of the orders whose payment was refunded completely. */
export async function refundedOrders(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('charges')
    .select('sourceId')
    .where('endpoint', '=', 'order')
    .where('sourceId', 'in', [0, ...ids])
    .where('state', '=', 'paid')
    .groupBy('sourceId')
    .having(({ fn }) => fn.sum('amountCents'), '>', 0)
    .having(({ fn }) => fn.sum('paidCents'), '=', 0)
    .execute();
  return new Set(rows.map(({ sourceId }) => sourceId));
}

/** Charges of earlier versions have no totals of their lines: a part by price. */
function lineTotal({ lines, amountCents }: Charge, { quantity, unitCents }: RefundedLine, at: number): number {
  const items = lines.filter(({ kind }) => kind === 'item');
  const price = sumCents(items);
  return items[at]?.totalCents ?? (price === 0 ? 0 : Math.round((amountCents * quantity * unitCents) / price));
}
