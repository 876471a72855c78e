import type { Actor } from '../../../domain/declarations/actor.ts';
import { once } from '../../platform/idempotency.ts';
import { takeLock } from '../../platform/locks.ts';
import { problem } from '../../platform/problem.ts';
import type { CommandServices } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { refundableOf } from '../payments/refund-parts.ts';
import { makeOrder, requireOrderable, type OrderedItem } from './checkout.ts';
import { soldItems } from './catalog.ts';
import { beingPaid } from './order-rules.ts';
import { cardPaymentBegun, endOrder, lockOrder, noOrder } from './order-states.ts';
import { lockItems, mergeLines, type Quantity } from './stock.ts';

interface DeskOrder {
  customer: Actor;
  lines: readonly Quantity[];
  key: string | undefined;
}

/**
 * Orders items for a customer at the desk, at the prices and within the limits of the web store: one order per store. The customer's cart and
 * their unpaid orders stay as they are. Returns the ids. 404 `store.no-item`, 409 `store.sold-out` and `store.limit`.
 */
export async function orderAtDesk(
  services: CommandServices,
  cashier: Actor,
  { customer, lines, key }: DeskOrder,
): Promise<number[]> {
  const [soldById, userId] = [requireAccountId(cashier), requireAccountId(customer)];
  const call = { userId: soldById, scope: `desk order ${userId}`, key, body: lines };
  return services.engine.transaction((tx) =>
    once(tx, call, async () => {
      await takeLock(tx, 'checkout', String(userId));
      const items = new Map((await soldItems(services, tx, customer)).map((item) => [item.id, item]));
      const ordered = mergeLines(lines).map(({ itemId, quantity }): OrderedItem => {
        const item = items.get(itemId);
        if (item === undefined) throw noItem();
        return { item, quantity };
      });
      requireOrderable(ordered);
      // Those of all stores: they are locked by ascending id.
      await lockItems(
        tx,
        [...items.keys()].filter((id) => ordered.some(({ item }) => item.id === id)),
      );
      const ids: number[] = [];
      for (const [storeId, part] of Map.groupBy(ordered, ({ item }) => item.storeId))
        ids.push(await makeOrder(services, tx, cashier, { userId, storeId, ordered: part, soldById }));
      return ids;
    }),
  );
}

function noItem() {
  return problem(404, 'store.no-item', 'Not found', 'One of the items is not for sale to this person anymore.');
}

/** Undoes an order that was made at the desk, while nothing is paid. Repeating it changes nothing. */
export async function removeDeskOrder(
  services: CommandServices,
  actor: Actor,
  { customerId, id }: { customerId: number; id: number },
): Promise<void> {
  await services.engine.transaction(async (tx) => {
    const order = await lockOrder(services, tx, id);
    if (order.userId !== customerId || order.soldById == null) throw noOrder();
    if (order.state === 'canceled' || order.state === 'expired') return;
    if (order.state !== 'open')
      throw problem(
        409,
        'store.not-cancelable',
        'Not removed',
        'The order is paid. Cancel it on its page to refund it.',
      );
    if (await cardPaymentBegun(services, tx, id)) throw beingPaid();
    if ((await refundableOf(tx, 'order', [id])).size > 0)
      throw problem(
        409,
        'store.partly-paid',
        'Not removed',
        'The order is partly paid. Take the rest, or cancel the order on its page to refund the payment.',
      );
    await endOrder(services, tx, actor, order, { state: 'canceled', reason: 'Removed at the desk' });
  });
}

/** Unpaid orders of the customer that were made at the desk. */
export async function openDeskOrders({ db }: Pick<CommandServices, 'db'>, userId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('userId', '=', userId)
    .where('state', '=', 'open')
    .where('soldById', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
