import { sql } from 'kysely';
import { SYSTEM, type Actor } from '../../../domain/declarations/actor.ts';
import { forEachSettled } from '../../platform/for-each-settled.ts';
import { PREPARED, prepared, type Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { lockOpenCharge } from '../payments/charges.ts';
import { lockPaid } from '../payments/refund-parts.ts';
import { refundLater, voidCharge } from '../payments/void.ts';
import { putIn } from './cart.ts';
import { notifyOfLowStock } from './notices.ts';
import type { Order, OrderLine } from './order-rows.ts';
import { consume, moveStock, release, type Quantity } from './stock.ts';

/** Whole, locked until the transaction ends. 404 where there is none. */
export async function lockOrder({ engine }: Needs<'engine'>, tx: Tx, id: number): Promise<Order> {
  const [order] = await engine.lock(tx, 'orders', [id]);
  if (order === undefined) throw noOrder();
  return order;
}

export function noOrder() {
  return problem(404, 'store.no-order', 'Not found', 'This order does not exist, or you do not have access to it.');
}

/** The order is locked. */
export async function linesOf(tx: Tx, orderId: number): Promise<OrderLine[]> {
  return prepared(tx, tx.selectFrom('orderLines').selectAll().where('orderId', '=', orderId).orderBy('id'));
}

/** The order is paid: what was reserved is sold. Repeating it changes nothing. */
export async function placeOrder(services: CommandServices, tx: Tx, actor: Actor, id: number): Promise<void> {
  const order = await lockOrder(services, tx, id);
  if (order.state !== 'open') return;
  const cause = { kind: 'sold' as const, reason: null, orderId: id, byId: actor.id };
  const sold = await consume(tx, await unreserve(tx, id), cause);
  const values = { state: 'placed' as const, placedAt: services.clock.instant(), expiresAt: null, openFor: null };
  await services.engine.update(actor, 'orders', id, values, { tx, command: true, before: order });
  await notifyOfLowStock(services, tx, sold);
}

/** Ends the reservations of the lines. Returns the quantities that were reserved. */
async function unreserve(tx: Tx, orderId: number): Promise<Quantity[]> {
  const { rows } = await sql<Quantity>`${PREPARED}
    with held as (select "id", "itemId", "reserved" from "orderLines" where "orderId" = ${orderId} and "reserved" > 0),
    released as (update "orderLines" l set "reserved" = 0 from held where l."id" = held."id")
    select "itemId", "reserved" as "quantity" from held order by "id"`.execute(tx);
  return rows;
}

const ENDED = { canceled: 'The order is canceled.', expired: 'The order was not fully paid in time.' } as const;

interface Ending {
  state: 'canceled' | 'expired';
  reason: string | null;
  /** Default: what was paid is refunded. */
  isRefunded?: boolean;
}

/**
 * Ends an order that no one has collected: its items can be sold again. Those of an order of the web store that was not paid are in the cart
 * again. What was paid is refunded at the end of the transaction.
 */
export async function endOrder(
  services: CommandServices,
  tx: Tx,
  actor: Actor,
  order: Order,
  { state, reason, isRefunded = true }: Ending,
): Promise<Order> {
  const lines = await linesOf(tx, order.id);
  if (order.state === 'open') await voidCharge({ services, tx, actor }, 'order', order.id);
  // Before the stock is locked.
  await lockPaid({ services, tx }, 'order', [order.id]);
  if (isRefunded) refundLater(services, tx, { endpoint: 'order', id: order.id, actor, reason: reason ?? ENDED[state] });
  if (order.state === 'open') {
    if (order.soldById == null) await putIn(tx, order.userId, lines, 'add');
    await release(tx, await unreserve(tx, order.id));
  } else {
    const cause = { kind: 'returned' as const, reason: reason ?? 'Order canceled', orderId: order.id, byId: actor.id };
    await moveStock(tx, await soldFromStock(tx, order.id), cause);
  }
  const ended = { state, reason, canceledAt: services.clock.instant(), openFor: null, expiresAt: null };
  return services.engine.update(actor, 'orders', order.id, ended, { tx, command: true });
}

/** What has left the stock with this order: nothing of items that were unlimited at that time, or that are unlimited now. */
export async function soldFromStock(tx: Tx, orderId: number): Promise<Quantity[]> {
  const rows = await tx
    .selectFrom('stockMovements as m')
    .innerJoin('storeItems as i', 'i.id', 'm.itemId')
    .select('m.itemId')
    .select(sql<number>`(-sum(m."quantity"))::int`.as('quantity'))
    .where('m.orderId', '=', orderId)
    .where('i.stock', 'is not', null)
    .groupBy('m.itemId')
    .execute();
  return rows.filter(({ quantity }) => quantity > 0);
}

/**
 * Releases what was reserved for orders that were not paid in time, and refunds a part that was paid. An order for which a card payment is in
 * progress stays.
 */
export async function expireOrders(services: CommandServices): Promise<void> {
  const expired = await services.db
    .selectFrom('orders')
    .select('id')
    .where('state', '=', 'open')
    .where('expiresAt', '<=', sql<string>`atrium_now()`)
    .orderBy('id')
    .execute();
  await forEachSettled(expired, ({ id }) => expireOrder(services, id));
}

export async function expireOrder(services: CommandServices, id: number): Promise<void> {
  await services.engine.transaction(async (tx) => {
    const order = await lockOrder(services, tx, id);
    const isDue = order.expiresAt != null && Date.parse(order.expiresAt) <= services.clock.now();
    if (order.state !== 'open' || !isDue || (await cardPaymentBegun(services, tx, id))) return;
    await endOrder(services, tx, SYSTEM, order, { state: 'expired', reason: null });
  });
}

/** Whether a card payment is in progress: the end of the order is known only when the payment has ended. */
export async function cardPaymentBegun(services: CommandServices, tx: Tx, orderId: number): Promise<boolean> {
  const charge = await lockOpenCharge({ services, tx }, 'order', orderId);
  if (charge === null) return false;
  const live = await tx
    .selectFrom('payments')
    .select('id')
    .where('chargeId', '=', charge.id)
    .where('state', 'in', ['created', 'open'])
    .limit(1)
    .executeTakeFirst();
  return live !== undefined;
}
