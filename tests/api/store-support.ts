import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Row } from '../../domain/declarations/model.ts';
import type { OwnOrder, Storefront } from '../../domain/calls/store.ts';
import type { Db } from '../../server/platform/database.ts';
import { makeRow } from '../factories/any-row.ts';
import type { TestApp, TestUser } from './support.ts';

export async function makeStore(t: TestApp, given: Row = {}): Promise<number> {
  return Number((await makeRow(t.services, 'stores', { name: `Store ${randomUUID()}`, active: true, ...given }))['id']);
}

/** An item of this store for $2. */
export async function makeItem(t: TestApp, storeId: number, given: Row = {}): Promise<number> {
  const row = { storeId, name: 'Plywood', sku: randomUUID(), priceCents: 200, active: true, ...given };
  return Number((await makeRow(t.services, 'storeItems', row))['id']);
}

/** The calls of the web store as a person makes them. */
export function shopper(t: TestApp, { cookie }: Pick<TestUser, 'cookie'>) {
  const call = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, key: string = randomUUID()) =>
    t.app.inject({
      method,
      url,
      headers: { cookie, 'idempotency-key': key },
      ...(payload === undefined ? {} : { payload }),
    });
  return {
    call,
    store: async (id: number) =>
      (await call('GET', '/api/store')).json<Storefront>().stores.find((store) => store.id === id),
    cart: async () => (await call('GET', '/api/store')).json<Storefront>().cart,
    put: (itemId: number, quantity: number) => call('PUT', `/api/store/cart/${itemId}`, { quantity }),
    order: (storeId: number, totalCents: number, key?: string) =>
      call('POST', `/api/store/${storeId}/orders`, { totalCents }, key),
    orders: async () => (await call('GET', '/api/store/orders')).json<OwnOrder[]>(),
    cancel: (id: number) => call('POST', `/api/store/orders/${id}/cancel`),
    /** An action of staff. */
    act: (resource: string, action: string, id: number, inputs: object = {}) =>
      call('POST', `/api/${resource}/actions/${action}`, { ids: [id], inputs }),
  };
}
export type Shopper = ReturnType<typeof shopper>;

/** Puts it into the cart and orders it at $2 each; returns the order's id. */
export async function buy(person: Shopper, storeId: number, itemId: number, quantity = 1): Promise<number> {
  await person.put(itemId, quantity);
  const answer = await person.order(storeId, quantity * 200);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<{ id: number }>().id;
}

export function stockOf(db: Db, id: number) {
  return db.selectFrom('storeItems').select(['stock', 'reserved']).where('id', '=', id).executeTakeFirstOrThrow();
}

/** What stock and reservations should be by movements and orders, as far as they differ. */
export async function stockDifferences(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select i."id", i."stock", i."reserved", m.quantity as moved, l.quantity as lines from "storeItems" i
    left join lateral (select coalesce(sum(m."quantity"), 0) as quantity from "stockMovements" m
      where m."itemId" = i."id") m on true
    left join lateral (select coalesce(sum(l."reserved"), 0) as quantity from "orderLines" l
      join "orders" o on o."id" = l."orderId" and o."state" = 'open' where l."itemId" = i."id") l on true
    where coalesce(i."stock", 0) <> m.quantity or i."reserved" <> l.quantity`.execute(db);
  return rows;
}
