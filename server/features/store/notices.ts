import { sql, type SqlBool } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type { NoticeServices } from '../../services.ts';
import { notify } from '../messages/notify.ts';
import { activeRecipients, recipientsWith } from '../messages/recipients-by-role.ts';
import type { Order } from './order-rows.ts';
import type { StockChange } from './stock.ts';

/** What customers get about their orders. */
type OrderEvent = 'orderReady' | 'orderUnclaimed' | 'orderCanceled';

export async function notifyCustomer(
  services: NoticeServices,
  tx: Tx,
  event: OrderEvent,
  order: Order,
  actorId: number | null,
): Promise<void> {
  const { name, place } = await storeOf(tx, order.storeId);
  const path = `/payment/orders?order=${order.id}`;
  await notify(services, tx, {
    event,
    audience: 'customer',
    recipients: [order.userId],
    actorId,
    about: { resource: 'orders', id: order.id, title: `Order ${order.id}`, path },
    values: {
      order: { text: `Order ${order.id}`, path },
      number: String(order.id),
      items: order.summary,
      code: order.pickupCode,
      store: name,
      place,
      reason: order.reason ?? null,
    },
  });
}

async function storeOf(tx: Tx, id: number): Promise<{ name: string; place: string | null }> {
  const { name, displayName, buildingCode, room } = await tx
    .selectFrom('stores as s')
    .leftJoin('locations as l', 'l.id', 's.locationId')
    .select(['s.name', 'l.displayName', 'l.buildingCode', 'l.room'])
    .where('s.id', '=', id)
    .executeTakeFirstOrThrow();
  return { name, place: placeText({ displayName, buildingCode, room }) };
}

interface PlaceName {
  displayName: string | null;
  buildingCode: string | null;
  room: string | null;
}

/** "Makeshop, ITLL 1B10". */
export function placeText({ displayName, buildingCode, room }: PlaceName): string | null {
  if (displayName === null) return null;
  return [displayName, [buildingCode, room].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/** Notifies the contacts of stores of items whose stock has just fallen to their limit. */
export async function notifyOfLowStock(
  services: NoticeServices,
  tx: Tx,
  changes: readonly StockChange[],
): Promise<void> {
  const fallen = changes.filter(({ before, after }) => after < before);
  if (fallen.length === 0) return;
  const items = await tx
    .selectFrom('storeItems as i')
    .innerJoin('stores as s', 's.id', 'i.storeId')
    .select(['i.id', 'i.name', 'i.sku', 'i.lowStockAt', 's.name as store', 's.contactEmail'])
    .where('i.id', '=', sql<number>`any(${fallen.map(({ itemId }) => itemId)}::bigint[])`)
    .orderBy('i.id')
    .execute();
  for (const { id, name, sku, lowStockAt, store, contactEmail } of items) {
    const change = fallen.find(({ itemId }) => itemId === id);
    if (lowStockAt === null || !change || change.after > lowStockAt || change.before <= lowStockAt) continue;
    const path = `/admin/manageStore/items/${id}/show`;
    await notify(services, tx, {
      event: 'stockLow',
      audience: 'staff',
      recipients: await contactsOf(services, tx, contactEmail),
      about: { resource: 'storeItems', id, title: name, path },
      values: { item: { text: name, path }, sku, store, left: String(change.after) },
    });
  }
}

/** The accounts with the store's address; without one, all who manage stores. */
async function contactsOf(services: NoticeServices, tx: Tx, email: string | null): Promise<number[]> {
  const contacts =
    email === null ? [] : await activeRecipients(tx, sql<SqlBool>`lower(u."email") = ${email.toLowerCase()}`);
  return contacts.length > 0 ? contacts : recipientsWith(services, tx, 'manageStores');
}
