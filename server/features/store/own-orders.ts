import { sql } from 'kysely';
import type { OpenStore, OwnOrder, Storefront } from '../../../domain/calls/store.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { prepared, type Db } from '../../platform/database.ts';
import type { CommandServices, ReadServices } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { ownCancelEffect, requireSeenEffect } from '../payments/money-effect.ts';
import { readCart } from './cart.ts';
import { soldItems, type SoldItem } from './catalog.ts';
import { placeText } from './notices.ts';
import { endOrder, lockOrder, noOrder, cardPaymentBegun } from './order-states.ts';
import { beingPaid, refuseCanceling } from './order-rules.ts';

const MOST_ORDERS = 50;

/** The stores with what the person can buy there, and their cart. */
export async function storefront(services: ReadServices, actor: Actor): Promise<Storefront> {
  const { db } = services;
  const userId = requireAccountId(actor);
  const items = Map.groupBy(await soldItems(services, db, actor), ({ storeId }) => storeId);
  const stores = await prepared(
    db,
    db
      .selectFrom('stores as s')
      .leftJoin('locations as l', 'l.id', 's.locationId')
      .leftJoin('orders as o', (join) =>
        join.on('o.openFor', '=', sql<string>`concat(s."id"::text, ':', ${userId}::text)`),
      )
      .select(['s.id', 's.name', 's.description', 's.locationId', 'l.displayName', 'l.buildingCode', 'l.room'])
      .select(['o.id as orderId', 'o.summary', 'o.expiresAt'])
      .where('s.active', '=', true)
      .orderBy('s.name'),
  );
  return {
    stores: stores.flatMap(
      ({ id, name, description, locationId, orderId, summary, expiresAt, ...place }): OpenStore[] => {
        const sold = items.get(id) ?? [];
        const unpaid = orderId === null ? null : { id: orderId, summary: summary ?? '', expiresAt };
        if (sold.length === 0 && unpaid === null) return [];
        return [{ id, name, description, locationId, place: placeText(place), items: sold.map(shownItem), unpaid }];
      },
    ),
    cart: await readCart(db, userId),
  };
}

function shownItem({ storeId: _store, sku: _sku, barcode: _barcode, ...item }: SoldItem): OpenStore['items'][number] {
  return item;
}

/** The newest orders of the person. */
export function ownOrders({ db }: ReadServices, actor: Actor, limit = MOST_ORDERS): Promise<OwnOrder[]> {
  return readOrders(db, requireAccountId(actor), { limit });
}

async function readOrders(db: Db, userId: number, { id, limit }: { id?: number; limit: number }): Promise<OwnOrder[]> {
  const orders = await prepared(
    db,
    db
      .selectFrom('orders as o')
      .innerJoin('stores as s', 's.id', 'o.storeId')
      .leftJoin('locations as l', 'l.id', 's.locationId')
      .select(['o.id', 'o.state', 'o.totalCents', 'o.pickupCode', 'o.shelf', 'o.createdAt', 'o.expiresAt', 'o.reason'])
      .select(['s.name as store', 's.locationId', 's.contactEmail', 'l.displayName', 'l.buildingCode', 'l.room'])
      .where('o.userId', '=', userId)
      .where(sql<boolean>`o."id" = coalesce(${id ?? null}::bigint, o."id")`)
      .orderBy('o.id', 'desc')
      .limit(limit),
  );
  const lines = await prepared(
    db,
    db
      .selectFrom('orderLines')
      .select(['orderId', 'name', 'quantity', 'unitCents', 'collected', 'returned', 'canceled'])
      .where('orderId', '=', sql<number>`any(${orders.map((order) => order.id)}::bigint[])`)
      .orderBy('id'),
  );
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId);
  return orders.map(({ displayName, buildingCode, room, pickupCode, shelf, ...order }) => ({
    ...order,
    place: placeText({ displayName, buildingCode, room }),
    pickupCode: ['placed', 'ready', 'partlyCollected'].includes(order.state) ? pickupCode : null,
    shelf: ['ready', 'partlyCollected'].includes(order.state) ? shelf : null,
    lines: (byOrder.get(order.id) ?? []).map(({ orderId: _, ...line }) => line),
    canCancel: refuseCanceling(order) === null,
  }));
}

/**
 * An own order that is not paid completely. `seenCents`: the refund that the person has seen; 409 `payment.effect-changed` if it is another
 * one.
 */
export async function cancelOwnOrder(
  services: CommandServices,
  actor: Actor,
  id: number,
  seenCents?: number,
): Promise<OwnOrder> {
  const userId = requireAccountId(actor);
  return services.engine.transaction(async (tx) => {
    const order = await lockOrder(services, tx, id);
    if (order.userId !== userId) throw noOrder();
    const refusal = refuseCanceling(order);
    // Repeating it changes nothing.
    if (order.state !== 'canceled') {
      if (refusal !== null) throw refusal;
      if (await cardPaymentBegun(services, tx, id)) throw beingPaid();
      requireSeenEffect(seenCents, await ownCancelEffect({ services, tx, actor }, 'order', id));
      await endOrder(services, tx, actor, order, { state: 'canceled', reason: null });
    }
    const [canceled] = await readOrders(tx, userId, { id, limit: 1 });
    if (canceled === undefined) throw noOrder();
    return canceled;
  });
}
