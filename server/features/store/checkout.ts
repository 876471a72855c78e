import { randomBytes } from 'node:crypto';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { PICKUP_CODE_BYTES, pickupCodeOf } from '../../../domain/store/pickup-code.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import type { Tx } from '../../platform/database.ts';
import { once } from '../../platform/idempotency.ts';
import { takeLock } from '../../platform/locks.ts';
import { problem } from '../../platform/problem.ts';
import type { CommandServices } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { readCart, takeOut } from './cart.ts';
import { orderable, soldItems, type SoldItem } from './catalog.ts';
import { placeOrder } from './order-states.ts';
import { reserve, soldOut } from './stock.ts';

const MINUTE = 60_000;
const MOST_SUMMARY = 1000;

interface Checkout {
  storeId: number;
  /** What the person has seen. */
  totalCents: number;
  key: string | undefined;
}

export interface OrderedItem {
  item: SoldItem;
  quantity: number;
}

/**
 * Makes an order of what is in the person's cart of a store, at today's prices, and reserves it for some minutes. An order that costs
 * nothing is placed. 409 `store.sold-out`, `store.limit`, `store.changed` where the total is another one than the person has seen, and
 * `store.unpaid-order` while an earlier order of this store is not paid.
 */
export async function checkOut(services: CommandServices, actor: Actor, checkout: Checkout): Promise<number> {
  const userId = requireAccountId(actor);
  const { storeId, totalCents, key } = checkout;
  return services.engine.transaction((tx) =>
    once<number>(tx, { userId, scope: `order ${storeId}`, key, body: { totalCents } }, async () => {
      await takeLock(tx, 'checkout', String(userId));
      await refuseSecond(tx, userId, storeId);
      const ordered = await orderedItems(services, tx, actor, storeId);
      requireTotal(ordered, totalCents);
      const id = await makeOrder(services, tx, actor, { userId, storeId, ordered, soldById: null });
      await takeOut(
        tx,
        userId,
        ordered.map(({ item }) => item.id),
      );
      return id;
    }),
  );
}

async function refuseSecond(tx: Tx, userId: number, storeId: number): Promise<void> {
  const open = await tx
    .selectFrom('orders')
    .select('id')
    .where('openFor', '=', openFor(storeId, userId))
    .executeTakeFirst();
  if (open)
    throw problem(
      409,
      'store.unpaid-order',
      'Not paid yet',
      `Order ${open.id} is not paid yet. Pay for it or cancel it first.`,
    );
}

function openFor(storeId: number, userId: number): string {
  return `${storeId}:${userId}`;
}

/** What is in the cart, with today's prices; refused where the person cannot have so many. */
async function orderedItems(services: CommandServices, tx: Tx, actor: Actor, storeId: number): Promise<OrderedItem[]> {
  const items = new Map((await soldItems(services, tx, actor, storeId)).map((item) => [item.id, item]));
  const cart = (await readCart(tx, requireAccountId(actor))).filter((line) => line.storeId === storeId);
  const ordered = cart.flatMap(({ itemId, quantity }): OrderedItem[] => {
    const item = items.get(itemId);
    return item ? [{ item, quantity }] : [];
  });
  if (ordered.length === 0) throw problem(409, 'store.cart-empty', 'Not possible', 'The cart is empty.');
  requireOrderable(ordered);
  return ordered;
}

/** 409 `store.limit` and `store.sold-out`. */
export function requireOrderable(ordered: readonly OrderedItem[]): void {
  for (const { item, quantity } of ordered) {
    const most = orderable({ ...item, available: null });
    if (most !== null && quantity > most) throw overLimit(item, most);
  }
  // Spares most refused orders their writes. What counts is the reservation.
  const short = ordered.filter(({ item: { available }, quantity }) => available !== null && quantity > available);
  if (short.length > 0) throw soldOut(short.map(({ item: { name, available } }) => ({ name, left: available ?? 0 })));
}

function overLimit({ name, limit, bought }: SoldItem, most: number) {
  const already = bought > 0 ? `, and ${bought} ${bought === 1 ? 'is' : 'are'} already ordered` : '';
  const detail = `Each person can buy at most ${limit ?? 0} of ${name}${already}. ${most === 0 ? 'Remove it.' : `Order ${most} or fewer.`}`;
  return problem(409, 'store.limit', 'Too many', detail);
}

function orderTotal(ordered: readonly OrderedItem[]): number {
  return ordered.reduce((sum, { item, quantity }) => sum + item.priceCents * quantity, 0);
}

function requireTotal(ordered: readonly OrderedItem[], seenCents: number): void {
  const total = orderTotal(ordered);
  if (total !== seenCents)
    throw problem(
      409,
      'store.changed',
      'Changed in the meantime',
      `The cart or a price has changed. The total is now ${formatMoney(total)}. Check the cart, then order again.`,
    );
}

interface NewOrder {
  /** The customer. */
  userId: number;
  storeId: number;
  ordered: readonly OrderedItem[];
  /** The cashier; null in the web store. */
  soldById: number | null;
}

/** Reserves the items, and places an order that costs nothing. */
export async function makeOrder(
  services: CommandServices,
  tx: Tx,
  actor: Actor,
  { userId, storeId, ordered, soldById }: NewOrder,
): Promise<number> {
  const { engine, clock, systemSettings } = services;
  const minutes = systemSettings.value('store.reservationMinutes');
  const order = await engine.create(
    actor,
    'orders',
    {
      userId,
      storeId,
      state: 'open',
      summary: orderSummary(ordered),
      totalCents: orderTotal(ordered),
      pickupCode: pickupCodeOf(randomBytes(PICKUP_CODE_BYTES)),
      expiresAt: new Date(clock.now() + minutes * MINUTE).toISOString(),
      soldById,
      openFor: soldById === null ? openFor(storeId, userId) : null,
    },
    { tx, command: true },
  );
  const reserved = await reserve(
    tx,
    ordered.map(({ item, quantity }) => ({ itemId: item.id, quantity })),
  );
  await engine.createMany(
    tx,
    actor,
    'orderLines',
    ordered.map(({ item: { id, name, priceCents }, quantity }) => ({
      ...{ orderId: order.id, itemId: id, name, quantity, unitCents: priceCents },
      ...{ reserved: reserved.get(id) ?? 0, collected: 0, returned: 0, canceled: 0 },
    })),
  );
  if (order.totalCents === 0) await placeOrder(services, tx, actor, order.id);
  return order.id;
}

function orderSummary(ordered: readonly OrderedItem[]): string {
  const text = ordered.map(({ item, quantity }) => `${quantity} × ${item.name}`).join(', ');
  return text.length <= MOST_SUMMARY ? text : `${text.slice(0, MOST_SUMMARY - 1)}…`;
}
