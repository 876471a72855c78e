import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openServices } from '../../server/open-services.ts';
import { expireOrder, placeOrder } from '../../server/features/store/order-states.ts';
import { reserve } from '../../server/features/store/stock.ts';
import { checkOut } from '../../server/features/store/checkout.ts';
import { transaction, type Tx } from '../../server/platform/database.ts';
import type { Services } from '../../server/services.ts';
import { putIn } from '../../server/features/store/cart.ts';
import { deadlocks, outcomes } from './ledger-support.ts';
import { buy, makeItem, makeStore, shopper, stockDifferences, stockOf } from './store-support.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

const MINUTE = 60_000;
let t: TestApp;
/** Another server process, as far as the database can tell. */
let second: Awaited<ReturnType<typeof openServices>>;
let storeId: number;
beforeAll(async () => {
  t = await startTestApp();
  const { settings, model } = t.services;
  second = await openServices(settings, model, settings.databaseUrl ?? '');
  storeId = await makeStore(t);
});
afterAll(async () => {
  expect(await stockDifferences(t.services.db)).toEqual([]);
  await second.close();
  await t.close();
});

const both = (index: number): Services => (index % 2 === 0 ? t.services : second.services);
const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T>[] =>
  Array.from({ length: count }, (_, index) => work(index));

async function makeShoppers(count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into "users" ("username", "displayName", "active")
    select concat('shopper-', n, '-', ${storeId}::text), 'Shopper', true from generate_series(1, ${count}::int) n
    returning "id"`.execute(t.services.db);
  return rows.map(({ id }) => id);
}

describe('five hundred carts with two of thirty items each, from two processes', () => {
  test('are thirty orders, and the others are refused because the items are sold out', async () => {
    const [first, other] = [await makeItem(t, storeId, { stock: 30 }), await makeItem(t, storeId, { stock: 30 })];
    const people = await makeShoppers(500);
    for (const [index, userId] of people.entries()) {
      const ids = index % 2 === 0 ? [first, other] : [other, first];
      await putIn(
        t.services.db,
        userId,
        ids.map((itemId) => ({ itemId, quantity: 1 })),
        'replace',
      );
    }
    const before = await deadlocks(t.services.db);
    const waiting = [...people.entries()];
    const settled: Promise<number>[] = [];
    // As many at the same time as there are connections.
    const customers = times(16, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [index, id] = next;
        settled.push(checkOut(both(index), { ...SYSTEM, id }, { storeId, totalCents: 400, key: undefined }));
        await Promise.allSettled(settled.slice(-1));
      }
    });
    await Promise.all(customers);
    const bought = await outcomes(settled);
    expect(bought).toEqual({ succeeded: 30, refused: ['store.sold-out'] });
    for (const id of [first, other]) expect(await stockOf(t.services.db, id)).toEqual({ stock: 30, reserved: 30 });
    expect(await deadlocks(t.services.db)).toBe(before);
  });

  test('control: without the guard, more are sold than there are', async () => {
    const itemId = await makeItem(t, storeId, { stock: 30 });
    const unguarded = async (tx: Tx): Promise<void> => {
      const { stock, reserved } = await stockOf(tx, itemId);
      if ((stock ?? 0) - reserved < 1) throw new Error('Sold out');
      await sql`select pg_sleep(0.001)`.execute(tx);
      await sql`update "storeItems" set "reserved" = ${reserved + 1} where "id" = ${itemId}`.execute(tx);
    };
    const sold = await outcomes(times(100, (index) => transaction(both(index).db, unguarded)));
    expect(sold.succeeded).toBeGreaterThan(30);
    await sql`update "storeItems" set "reserved" = 0 where "id" = ${itemId}`.execute(t.services.db);
  });
});

test('two lines of one item are one quantity', async () => {
  const itemId = await makeItem(t, storeId, { stock: 3 });
  const twice = [
    { itemId, quantity: 2 },
    { itemId, quantity: 2 },
  ];
  await expect(transaction(t.services.db, (tx) => reserve(tx, twice))).rejects.toMatchObject({
    problem: { code: 'store.sold-out' },
  });
  expect(await stockOf(t.services.db, itemId)).toEqual({ stock: 3, reserved: 0 });
});

test('one person in several tabs gets one order, and no more than the limit', async () => {
  const itemId = await makeItem(t, storeId, { stock: 30, perUserLimit: 1 });
  const { id } = await t.createUser({ roles: ['Student'] });
  await putIn(t.services.db, id, [{ itemId, quantity: 1 }], 'replace');
  const order = (index: number) =>
    checkOut(both(index), { ...SYSTEM, id }, { storeId, totalCents: 200, key: undefined });
  expect((await outcomes(times(10, order))).succeeded).toBe(1);
  expect(await stockOf(t.services.db, itemId)).toEqual({ stock: 30, reserved: 1 });
});

test('a payment and the expiry of the same order: one of them has an effect', async () => {
  const itemId = await makeItem(t, storeId, { stock: 100 });
  const ids: number[] = [];
  for (let index = 0; index < 10; index += 1)
    ids.push(await buy(shopper(t, await t.createUser({ roles: ['Student'] })), storeId, itemId));
  t.services.clock.moveTo(t.services.clock.now() + 31 * MINUTE);
  await Promise.all(
    ids.flatMap((id, index) => [
      both(index).engine.transaction((tx) => placeOrder(both(index), tx, SYSTEM, id)),
      expireOrder({ ...both(index + 1), clock: t.services.clock }, id),
    ]),
  );
  const orders = await t.services.db.selectFrom('orders').select('state').where('id', 'in', ids).execute();
  const placed = orders.filter(({ state }) => state === 'placed').length;
  expect(orders.filter(({ state }) => state === 'expired')).toHaveLength(10 - placed);
  expect(await stockOf(t.services.db, itemId)).toEqual({ stock: 100 - placed, reserved: 0 });
});
