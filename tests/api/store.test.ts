import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expireOrders, placeOrder } from '../../server/features/store/order-states.ts';
import { applyPrices } from '../../server/features/store/prices.ts';
import { remindOfUnclaimed } from '../../server/features/store/unclaimed.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { counters, makeBalance } from './ledger-support.ts';
import { payCaller } from './payment-support.ts';
import { buy, makeItem, makeStore, shopper, stockDifferences, stockOf, type Shopper } from './store-support.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
let t: TestApp;
let admin: Shopper;
let storeId: number;
beforeAll(async () => {
  t = await startTestApp();
  storeId = await makeStore(t);
});
// Tests move the clock by days, after which sessions end.
beforeEach(async () => {
  admin = shopper(t, await t.createUser({ roles: ['StoreAdmin'] }));
});
afterAll(async () => {
  expect(await stockDifferences(t.services.db)).toEqual([]);
  await t.close();
});

const newShopper = async (given: { groupIds?: number[] } = {}): Promise<Shopper & { user: TestUser }> => {
  const user = await t.createUser({ roles: ['Student'], ...given });
  return { ...shopper(t, user), user };
};
const pay = (id: number) => t.services.engine.transaction((tx) => placeOrder(t.services, tx, SYSTEM, id));
const expectRefusal = (answer: Parameters<typeof expectProblem>[0], status: number, code: string): void => {
  expect(answer.statusCode, answer.body).toBe(status);
  expect(expectProblem(answer).code).toBe(code);
};
const messagesTo = async (user: TestUser): Promise<string[]> =>
  (
    await t.services.db
      .selectFrom('messages as m')
      .innerJoin('messageRecipients as r', 'r.messageId', 'm.id')
      .select('m.subject')
      .where('r.userId', '=', user.id)
      .orderBy('m.id')
      .execute()
  ).map(({ subject }) => subject);

describe('an order', () => {
  test('reserves what is in the cart, is sold when it is paid, and is handed out in parts and taken back', async () => {
    const itemId = await makeItem(t, storeId, { stock: 5 });
    const ada = await newShopper();
    await ada.put(itemId, 1);
    expect((await ada.put(itemId, 3)).json()).toMatchObject([{ itemId, quantity: 3, storeId }]);
    const id = (await ada.order(storeId, 600)).json<{ id: number }>().id;
    expect(await stockOf(t.services.db, itemId)).toEqual({ stock: 5, reserved: 3 });
    expect(await ada.cart()).toEqual([]);
    expect((await ada.store(storeId))?.unpaid).toMatchObject({ id, summary: '3 × Plywood' });
    expect(await ada.orders()).toMatchObject([{ id, state: 'open', totalCents: 600, pickupCode: null }]);
    await pay(id);
    await pay(id);
    expect(await stockOf(t.services.db, itemId)).toEqual({ stock: 2, reserved: 0 });
    expect((await admin.act('orders', 'setShelf', id, { shelf: 'A1' })).statusCode).toBe(409);
    expect((await admin.act('orders', 'ready', id, { shelf: 'A1' })).statusCode).toBe(200);
    expect(await ada.orders()).toMatchObject([{ state: 'ready', shelf: 'A1' }]);
    expect((await admin.act('orders', 'setShelf', id, { shelf: 'C2' })).statusCode).toBe(200);
    expect((await ada.act('orders', 'setShelf', id, { shelf: 'Z9' })).statusCode).toBe(403);
    const { id: lineId } = await t.services.db
      .selectFrom('orderLines')
      .select('id')
      .where('orderId', '=', id)
      .executeTakeFirstOrThrow();
    expect((await admin.act('orderLines', 'handOut', lineId, { quantity: 2 })).statusCode).toBe(200);
    expect(await ada.orders()).toMatchObject([
      { state: 'partlyCollected', shelf: 'C2', lines: [{ collected: 2, quantity: 3 }] },
    ]);
    expectRefusal(await admin.act('orderLines', 'handOut', lineId, { quantity: 2 }), 400, 'resource.invalid');
    expect((await admin.act('orders', 'handOut', id)).statusCode).toBe(200);
    expect(await ada.orders()).toMatchObject([
      { state: 'collected', pickupCode: null, shelf: null, lines: [{ collected: 3 }] },
    ]);
    const back = { quantity: 1, restock: true, reason: 'Wrong size' };
    expect((await admin.act('orderLines', 'takeBack', lineId, back)).statusCode).toBe(200);
    expect((await admin.act('orderLines', 'takeBack', lineId, { ...back, restock: false })).statusCode).toBe(200);
    expect(await stockOf(t.services.db, itemId)).toEqual({ stock: 3, reserved: 0 });
    expect(await messagesTo(ada.user)).toEqual([`Order ${id} is ready for pickup`]);
  });

  test('of items with a stock is paid from a balance in two parts, with the locks in their order', async () => {
    const itemId = await makeItem(t, storeId, { stock: 5 });
    const ada = await newShopper();
    const balanceId = await makeBalance(t, 1000, { userId: ada.user.id });
    const id = await buy(ada, storeId, itemId, 2);
    for (const cents of [150, 250]) {
      const paid = await payCaller(t, ada.user).payWithBalances(`order/${id}`, cents);
      expect(paid.statusCode, paid.body).toBe(200);
    }
    expect(await ada.orders()).toMatchObject([{ id, state: 'placed' }]);
    expect(await stockOf(t.services.db, itemId)).toEqual({ stock: 3, reserved: 0 });
    expect(await counters(t.services.db, balanceId)).toMatchObject({ balanceCents: 600 });
  });

  test('refunds what a line has cost when its items are taken back, together or one by one', async () => {
    const [discounted, other] = [await makeItem(t, storeId), await makeItem(t, storeId, { priceCents: 333 })];
    await makeRow(t.services, 'discounts', { percent: 50, scope: 'everything', storeItemId: discounted });
    const ada = await newShopper();
    const balanceId = await makeBalance(t, 1199, { userId: ada.user.id });
    await ada.put(discounted, 2);
    await ada.put(other, 3);
    const { id } = (await ada.order(storeId, 1399)).json<{ id: number }>();
    const paid = await payCaller(t, ada.user).payWithBalances(`order/${id}`, 1199);
    expect(paid.json()).toMatchObject({ state: 'paid' });
    expect((await admin.act('orders', 'handOut', id)).statusCode).toBe(200);
    const lines = await t.services.db
      .selectFrom('orderLines')
      .select('id')
      .where('orderId', '=', id)
      .orderBy('id')
      .execute();
    const takeBack = async (at: number, quantity: number, effect: string): Promise<number> => {
      const inputs = { quantity, restock: true, reason: 'Wrong size' };
      const body = { ids: [lines[at]?.id], inputs, effect };
      const answer = await admin.call('POST', '/api/orderLines/actions/takeBack', body);
      expect(answer.statusCode, answer.body).toBe(200);
      return (await counters(t.services.db, balanceId)).balanceCents;
    };
    expect(await takeBack(0, 2, '200')).toBe(200);
    expect(await takeBack(1, 1, '333')).toBe(533);
    expect(await takeBack(1, 2, '666')).toBe(1199);
  });

  test('is made once for a key, at the price that the person has seen', async () => {
    const itemId = await makeItem(t, storeId, { stock: 5 });
    const ada = await newShopper();
    await ada.put(itemId, 2);
    expectRefusal(await ada.order(storeId, 399), 409, 'store.changed');
    const key = randomUUID();
    const first = await ada.order(storeId, 400, key);
    expect((await ada.order(storeId, 400, key)).json()).toEqual(first.json());
    await ada.put(itemId, 1);
    expectRefusal(await ada.order(storeId, 200), 409, 'store.unpaid-order');
    expect(await stockOf(t.services.db, itemId)).toEqual({ stock: 5, reserved: 2 });
  });

  test('that is not paid in time expires, and its items are in the cart again', async () => {
    const itemId = await makeItem(t, storeId, { stock: 5 });
    const ada = await newShopper();
    const id = await buy(ada, storeId, itemId, 4);
    await ada.put(itemId, 1);
    await expireOrders(t.services);
    expect(await ada.orders()).toMatchObject([{ id, state: 'open' }]);
    t.services.clock.moveTo(t.services.clock.now() + 31 * MINUTE);
    await expireOrders(t.services);
    expect(await ada.orders()).toMatchObject([{ id, state: 'expired' }]);
    expect(await stockOf(t.services.db, itemId)).toEqual({ stock: 5, reserved: 0 });
    expect(await ada.cart()).toMatchObject([{ itemId, quantity: 5 }]);
    await pay(id);
    expect(await ada.orders()).toMatchObject([{ id, state: 'expired' }]);
  });

  test('is canceled by its customer before it is paid, and by staff with a reason after that', async () => {
    const itemId = await makeItem(t, storeId, { stock: 5 });
    const ada = await newShopper();
    const unpaid = await buy(ada, storeId, itemId, 2);
    expect((await ada.cancel(unpaid)).json()).toMatchObject({ state: 'canceled', canCancel: false });
    expect((await ada.cancel(unpaid)).statusCode).toBe(200);
    expect(await ada.cart()).toMatchObject([{ itemId, quantity: 2 }]);
    const paid = (await ada.order(storeId, 400)).json<{ id: number }>().id;
    await pay(paid);
    expect(await stockOf(t.services.db, itemId)).toEqual({ stock: 3, reserved: 0 });
    expect((await admin.act('orders', 'cancel', paid, { reason: 'Out of paper' })).statusCode).toBe(200);
    expect(await stockOf(t.services.db, itemId)).toEqual({ stock: 5, reserved: 0 });
    expect(await messagesTo(ada.user)).toEqual([`Order ${paid} is canceled`]);
  });

  test('that costs nothing is placed immediately', async () => {
    const itemId = await makeItem(t, storeId, { priceCents: 0 });
    const ada = await newShopper();
    await ada.put(itemId, 2);
    expect((await ada.order(storeId, 0)).json()).toMatchObject({ isPaid: true });
    expect(await ada.orders()).toMatchObject([{ state: 'placed', pickupCode: expect.stringMatching(/^.{4}-.{4}$/) }]);
  });

  test('of someone else is not found, and not listed', async () => {
    const itemId = await makeItem(t, storeId);
    const [ada, bob] = [await newShopper(), await newShopper()];
    const id = await buy(ada, storeId, itemId);
    expectRefusal(await bob.cancel(id), 404, 'store.no-order');
    expect(await bob.orders()).toEqual([]);
    expect((await bob.call('GET', `/api/orders/${id}`)).statusCode).toBe(404);
    expect((await ada.call('GET', `/api/orders/${id}`)).statusCode).toBe(200);
    expect((await ada.act('orders', 'handOut', id)).statusCode).toBe(403);
  });

  test('that no one picks up causes one reminder', async () => {
    const itemId = await makeItem(t, storeId);
    const ada = await newShopper();
    const id = await buy(ada, storeId, itemId);
    await pay(id);
    await admin.act('orders', 'ready', id);
    t.services.clock.moveTo(t.services.clock.now() + 6 * DAY);
    await remindOfUnclaimed(t.services);
    await remindOfUnclaimed(t.services);
    expect(await messagesTo(ada.user)).toEqual([
      `Order ${id} is ready for pickup`,
      `Order ${id} is still waiting for you`,
    ]);
  });

  test('is handed out by someone else', async () => {
    const own = await t.createUser({ roles: ['StoreAdmin'] });
    const clerk = shopper(t, own);
    const id = await buy(clerk, storeId, await makeItem(t, storeId));
    await pay(id);
    expect((await clerk.act('orders', 'handOut', id)).statusCode).toBe(409);
    expect((await admin.act('orders', 'handOut', id)).statusCode).toBe(200);
  });
});

describe('an item', () => {
  test('is sold out, or fewer are left than the cart has', async () => {
    const itemId = await makeItem(t, storeId, { stock: 3, name: 'Tube' });
    const [ada, bob] = [await newShopper(), await newShopper()];
    await buy(ada, storeId, itemId, 2);
    expect((await bob.store(storeId))?.items.find(({ id }) => id === itemId)).toMatchObject({ available: 1 });
    await bob.put(itemId, 2);
    const refused = await bob.order(storeId, 400);
    expectRefusal(refused, 409, 'store.sold-out');
    expect(refused.json()).toMatchObject({ detail: 'Only 1 of Tube left.' });
    expect(await bob.cart()).toMatchObject([{ quantity: 2 }]);
  });

  test('has a limit per person over all orders, and another one for the members of a group', async () => {
    const groupId = Number((await makeRow(t.services, 'groups', { name: randomUUID(), active: true }))['id']);
    const itemId = await makeItem(t, storeId, { perUserLimit: 2, groupLimits: [{ groupId, quantity: 5 }] });
    const [ada, member] = [await newShopper(), await newShopper({ groupIds: [groupId] })];
    await pay(await buy(ada, storeId, itemId));
    await ada.put(itemId, 2);
    expectRefusal(await ada.order(storeId, 400), 409, 'store.limit');
    await pay(await buy(ada, storeId, itemId, 1));
    await pay(await buy(member, storeId, itemId, 5));
    await member.put(itemId, 1);
    expectRefusal(await member.order(storeId, 200), 409, 'store.limit');
  });

  test('of a group, and one of a closed store, exist for no one else', async () => {
    const groupId = Number((await makeRow(t.services, 'groups', { name: randomUUID(), active: true }))['id']);
    const hidden = await makeItem(t, storeId, { groupIds: [groupId] });
    const closed = await makeItem(t, await makeStore(t, { active: false }));
    const [ada, member] = [await newShopper(), await newShopper({ groupIds: [groupId] })];
    expectRefusal(await ada.put(hidden, 1), 404, 'store.no-item');
    expectRefusal(await ada.put(closed, 1), 404, 'store.no-item');
    expect((await ada.store(storeId))?.items.some(({ id }) => id === hidden)).toBe(false);
    await buy(member, storeId, hidden);
  });

  test('has a new price from a day on; orders keep theirs', async () => {
    const itemId = await makeItem(t, storeId);
    const ada = await newShopper();
    const today = new Date(t.services.clock.now());
    const data = { itemId, priceCents: 350, startsOn: new Date(today.getTime() + 2 * DAY).toISOString().slice(0, 10) };
    expect((await admin.call('POST', '/api/storePrices', data)).statusCode).toBe(201);
    expect((await admin.call('POST', '/api/storePrices', { ...data, startsOn: '2020-01-01' })).statusCode).toBe(400);
    const priceNow = async () =>
      (await (await newShopper()).store(storeId))?.items.find(({ id }) => id === itemId)?.priceCents;
    const id = await buy(ada, storeId, itemId);
    expect(await priceNow()).toBe(200);
    t.services.clock.moveTo(t.services.clock.now() + 3 * DAY);
    expect(await priceNow()).toBe(350);
    await applyPrices(t.services);
    await applyPrices(t.services);
    expect(await priceNow()).toBe(350);
    const { db } = t.services;
    expect(await db.selectFrom('storeItems').select('priceCents').where('id', '=', itemId).execute()).toEqual([
      { priceCents: 350 },
    ]);
    expect(await db.selectFrom('orders').select('totalCents').where('id', '=', id).execute()).toEqual([
      { totalCents: 200 },
    ]);
  });

  test('is received, corrected and counted by commands alone, each with a movement; low stock is announced once', async () => {
    const contact = await t.createUser({ roles: ['Staff'] });
    await t.services.db
      .updateTable('users')
      .set({ email: 'shop@campus.example' })
      .where('id', '=', contact.id)
      .execute();
    const shop = await makeStore(t, { contactEmail: 'Shop@campus.example' });
    const itemId = await makeItem(t, shop, { lowStockAt: 3, sku: 'LOW-1' });
    const act = async (action: string, inputs: object) =>
      expect((await admin.act('storeItems', action, itemId, inputs)).statusCode).toBe(200);
    await act('receive', { quantity: 10, reason: 'Delivery 17' });
    await act('correct', { kind: 'damaged', quantity: 6, reason: 'Water damage' });
    await act('count', { quantity: 3 });
    await act('correct', { kind: 'less', quantity: 1, reason: 'Miscounted' });
    expect(await stockOf(t.services.db, itemId)).toMatchObject({ stock: 2 });
    const movements = (
      await admin.call('GET', `/api/stockMovements?filter={"itemId":${itemId}}&sort=["id","ASC"]`)
    ).json();
    expect(movements).toMatchObject([
      { kind: 'received', quantity: 10, stockAfter: 10, reason: 'Delivery 17' },
      { kind: 'damaged', quantity: -6, stockAfter: 4 },
      { kind: 'counted', quantity: -1, stockAfter: 3 },
      { kind: 'correction', quantity: -1, stockAfter: 2 },
    ]);
    expect(await messagesTo(contact)).toEqual(['Low stock: 3 left (LOW-1)']);
    await buy(await newShopper(), shop, itemId, 2);
    expectRefusal(await admin.act('storeItems', 'count', itemId, { quantity: 1 }), 409, 'store.reserved');
    expect((await admin.act('storeItems', 'stopCounting', itemId)).statusCode).toBe(409);
    const update = await admin.call('PUT', `/api/storeItems/${itemId}`, { stock: 50 });
    expect(update.statusCode).toBeGreaterThanOrEqual(400);
  });
});
