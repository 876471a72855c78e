import { sql } from 'kysely';
import { SYSTEM } from '../../../domain/declarations/actor.ts';
import { forEachSettled } from '../../platform/for-each-settled.ts';
import type { CommandServices } from '../../services.ts';
import { notifyCustomer } from './notices.ts';
import { refundedOrders } from './order-refunds.ts';
import { lockOrder } from './order-states.ts';

const DAY = 86_400_000;

/** Reminds customers once of orders that have been ready for some days (a setting). */
export async function remindOfUnclaimed(services: CommandServices): Promise<void> {
  const days = services.systemSettings.value('store.unclaimedDays');
  if (days === 0) return;
  const before = new Date(services.clock.now() - days * DAY).toISOString();
  const waiting = await services.db
    .selectFrom('orders')
    .select('id')
    .where('state', 'in', ['ready', 'partlyCollected'])
    .where('remindedAt', 'is', null)
    .where(sql<boolean>`coalesce("readyAt", "placedAt") <= ${before}::timestamptz`)
    .orderBy('id')
    .execute();
  await forEachSettled(waiting, ({ id }) => remind(services, id));
}

async function remind(services: CommandServices, id: number): Promise<void> {
  await services.engine.transaction(async (tx) => {
    const order = await lockOrder(services, tx, id);
    const isWaiting = order.state === 'ready' || order.state === 'partlyCollected';
    if (!isWaiting || order.remindedAt != null || (await refundedOrders(tx, [id])).has(id)) return;
    const values = { remindedAt: services.clock.instant() };
    const reminded = await services.engine.update(SYSTEM, 'orders', id, values, { tx, command: true });
    await notifyCustomer(services, tx, 'orderUnclaimed', reminded, null);
  });
}
