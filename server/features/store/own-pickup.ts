import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Pickup } from '../../../domain/calls/kiosk.ts';
import { prepared, type Db, type Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { CommandServices } from '../../services.ts';
import { setCollection } from './hand-out.ts';
import { placeText } from './notices.ts';
import { REFUNDED } from './order-rules.ts';
import { refundedOrders } from './order-refunds.ts';
import { linesOf, lockOrder, noOrder } from './order-states.ts';

/** The person's orders that staff have put on the shelf. They are paid. */
export async function ordersToPickUp(db: Db, userId: number): Promise<Pickup[]> {
  const orders = await prepared(
    db,
    db
      .selectFrom('orders as o')
      .innerJoin('stores as s', 's.id', 'o.storeId')
      .leftJoin('locations as l', 'l.id', 's.locationId')
      .select(['o.id', 'o.state', 'o.summary', 'o.pickupCode', 'o.shelf', 'l.displayName', 'l.buildingCode', 'l.room'])
      .where('o.userId', '=', userId)
      .where('o.state', 'in', ['ready', 'partlyCollected'])
      .orderBy('o.id'),
  );
  return orders.map(({ id, state, summary, pickupCode, shelf, ...place }) => ({
    kind: 'order',
    id,
    title: summary,
    shelf,
    place: [pickupCode, placeText(place)].filter(Boolean).join(' · ') || null,
    dueCents: 0,
    // The rest of an order that is partly collected has not been put on the shelf.
    canPickUp: state === 'ready',
  }));
}

/** At a paired kiosk, people take what staff have put on the shelf for them. Repeating it changes nothing. */
export async function pickUpOwnOrder(services: CommandServices, tx: Tx, actor: Actor, id: number): Promise<void> {
  const order = await lockOrder(services, tx, id);
  if (order.userId !== actor.id) throw noOrder();
  if (order.state === 'collected') return;
  if (order.state !== 'ready')
    throw problem(409, 'store.not-ready', 'Not possible', 'This order is not ready for pickup. Ask at the desk.');
  if ((await refundedOrders(tx, [id])).size > 0) throw problem(409, 'store.refunded', 'Not possible', REFUNDED);
  const lines = await linesOf(tx, id);
  const collected = lines.map((line) => [line.id, { collected: line.quantity - line.canceled }] as const);
  await setCollection(services, tx, actor, order, new Map(collected));
}
