import type { Tx } from '../../platform/database.ts';
import type { CommandServices } from '../../services.ts';
import { registerPayable, type PayableState } from '../payments/payables.ts';
import type { Order } from './order-rows.ts';
import { linesOf, placeOrder } from './order-states.ts';
import { lockItems } from './stock.ts';

/** Orders are paid at /payment/order/{id}, at the prices of the moment in which they were made. */
export function registerOrders(services: CommandServices): void {
  registerPayable(services, {
    endpoint: 'order',
    resource: 'orders',
    waitingFor: async (db, userId) => {
      const rows = await db
        .selectFrom('orders')
        .select('id')
        .where('userId', '=', userId)
        .where('state', '=', 'open')
        .orderBy('id')
        .execute();
      return rows.map(({ id }) => id);
    },
    load: (tx, id) => loadOrder(services, tx, id),
    paid: (tx, actor, id) => placeOrder(services, tx, actor, id),
  });
}

async function loadOrder({ engine }: CommandServices, tx: Tx, id: number): Promise<PayableState | null> {
  const [order] = await engine.lock(tx, 'orders', [id]);
  if (order === undefined) return null;
  const lines = await linesOf(tx, id);
  const reserved = lines.filter((line) => line.reserved > 0).map(({ itemId }) => itemId);
  return {
    ownerId: order.userId,
    title: `Order ${id}`,
    path: `/payment/orders?order=${id}`,
    lines: lines.map(({ name, quantity, unitCents, itemId }) => ({
      label: quantity === 1 ? name : `${quantity} × ${name}`,
      amountCents: quantity * unitCents,
      category: { storeItemId: itemId },
    })),
    ...(reserved.length === 0 ? {} : { lockForPaid: () => lockItems(tx, reserved) }),
    // Its items are reserved until it has expired, which it does not at the minute.
    ...(order.state === 'open'
      ? { state: 'due' as const }
      : { state: 'notDue' as const, reason: reasonOf(order.state) }),
    ...(order.expiresAt == null ? {} : { expiresAt: order.expiresAt }),
  };
}

function reasonOf(state: Order['state']): string {
  if (state === 'canceled') return 'The order is canceled.';
  return state === 'expired' ? 'The order was not paid in time and has expired.' : 'The order is paid.';
}
