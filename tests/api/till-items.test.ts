import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TillCustomer, TillItem } from '../../domain/calls/till.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { expireOrders } from '../../server/features/store/order-states.ts';
import { makeRow } from '../factories/any-row.ts';
import { buy, makeItem, makeStore, shopper, stockDifferences, stockOf } from './store-support.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';
import { cashier, makeTill, type Cashier } from './till-support.ts';

let t: TestApp;
let desk: Cashier & { user: TestUser };
let store: number;

beforeAll(async () => {
  t = await startTestApp();
  desk = await newCashier();
  await desk.open(await makeTill(t));
  store = await makeStore(t);
});
afterEach(async () => expect(await stockDifferences(t.services.db)).toEqual([]));
afterAll(() => t.close());

async function newCashier(roles = ['StoreAdmin', 'Student']): Promise<Cashier & { user: TestUser }> {
  const user = await t.createUser({ roles });
  return { ...cashier(t, user), user };
}

const rowId = async (resource: string, row: Row) => Number((await makeRow(t.services, resource, row))['id']);
const student = () => t.createUser({ roles: ['Student'] });
const order = (by: Cashier, userId: number, lines: Record<number, number>, key?: string) =>
  by.call('POST', `/api/till/customers/${userId}/orders`, { lines: linesOf(lines) }, key);
const linesOf = (lines: Record<number, number>) =>
  Object.entries(lines).map(([itemId, quantity]) => ({ itemId: Number(itemId), quantity }));
const itemsOf = async (userId: number): Promise<TillItem[]> =>
  (await desk.call('GET', `/api/till/customers/${userId}/items`)).json();

/** The order that the desk has made: the only one of this customer. */
async function ordered(userId: number, lines: Record<number, number>): Promise<number> {
  const answer = await order(desk, userId, lines);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<TillCustomer>().dues.at(-1)?.id ?? 0;
}

describe('items that are sold at the desk', () => {
  test('are ordered, paid in cash and handed out', async () => {
    const item = await makeItem(t, store, { stock: 5 });
    const { id: userId } = await student();
    const answer = await order(desk, userId, { [item]: 2 });
    const [due] = answer.json<TillCustomer>().dues;
    expect(due).toMatchObject({ endpoint: 'order', dueCents: 400, canRemove: true });
    expect(await stockOf(t.services.db, item)).toEqual({ stock: 5, reserved: 2 });
    const id = due?.id ?? 0;
    const sale = await desk.sale(desk.trySale(userId, `order/${id}`, 400, { tenderedCents: 1000 }));
    expect(sale).toMatchObject({ takenCents: 400, changeCents: 600, customer: { dues: [], pickups: [{ id }] } });
    expect(await stockOf(t.services.db, item)).toEqual({ stock: 3, reserved: 0 });
    expect((await desk.act('orders', 'handOut', id, {})).statusCode).toBe(200);
    expect((await desk.customer(userId)).pickups).toEqual([]);
    const row = await t.services.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ userId, soldById: desk.user.id, state: 'collected', openFor: null });
  });

  test('have the discount of the groups of the customer and the tax of the item', async () => {
    const taxRateId = await rowId('taxRates', { name: randomUUID(), percent: 10 });
    const groupId = await rowId('groups', { name: randomUUID() });
    await rowId('discounts', { name: 'Members', groupId, percent: 20, ...{ scope: 'store', active: true } });
    const item = await makeItem(t, store, { stock: 5, taxRateId, priceCents: 1000 });
    const [member, other] = [await t.createUser({ roles: ['Student'], groupIds: [groupId] }), await student()];
    const duesOf = async (userId: number) => (await order(desk, userId, { [item]: 1 })).json<TillCustomer>().dues;
    expect(await duesOf(other.id)).toMatchObject([{ dueCents: 1100 }]);
    const [due] = await duesOf(member.id);
    expect(due).toMatchObject({ dueCents: 880 });
    const web = shopper(t, member);
    await web.put(item, 1);
    const { id } = (await web.order(store, 1000)).json<{ id: number }>();
    const dues = (await desk.customer(member.id)).dues;
    expect(dues.find((one) => one.id === id)).toMatchObject({ dueCents: 880, lines: due?.lines, canRemove: false });
  });

  test('are those that the customer can see, with what is left and their limit', async () => {
    const groupId = await rowId('groups', { name: randomUUID() });
    const hidden = await makeItem(t, store, { stock: 5, groupIds: [groupId] });
    const code = randomUUID();
    const limited = await makeItem(t, store, { stock: 5, perUserLimit: 2, barcode: code });
    const { id: userId } = await student();
    await ordered(userId, { [limited]: 1 });
    const items = await itemsOf(userId);
    expect(items.find(({ id }) => id === hidden)).toBeUndefined();
    expect(items.find(({ id }) => id === limited)).toMatchObject({ available: 4, limit: 2, bought: 1, barcode: code });
    expect((await order(desk, userId, { [hidden]: 1 })).json()).toMatchObject({ code: 'store.no-item' });
    expect((await order(desk, userId, { [limited]: 2 })).json()).toMatchObject({
      code: 'store.limit',
      detail: 'Each person can buy at most 2 of Plywood, and 1 is already ordered. Order 1 or fewer.',
    });
  });

  test('of two stores are two orders, all or none', async () => {
    const other = await makeStore(t);
    const [first, second] = [await makeItem(t, store, { stock: 5 }), await makeItem(t, other, { stock: 1 })];
    const { id: userId } = await student();
    expect((await order(desk, userId, { [first]: 1, [second]: 2 })).json()).toMatchObject({ code: 'store.sold-out' });
    expect(await stockOf(t.services.db, first)).toEqual({ stock: 5, reserved: 0 });
    const { dues } = (await order(desk, userId, { [second]: 1, [first]: 1 })).json<TillCustomer>();
    expect(dues).toHaveLength(2);
  });

  test('leave the cart and the unpaid order of the web store as they are', async () => {
    const item = await makeItem(t, store, { stock: 9 });
    const user = await student();
    const web = shopper(t, user);
    const unpaid = await buy(web, store, item, 1);
    await web.put(item, 3);
    const id = await ordered(user.id, { [item]: 2 });
    expect((await desk.customer(user.id)).dues.map((due) => due.id)).toEqual([unpaid, id]);
    expect((await web.store(store))?.unpaid).toMatchObject({ id: unpaid });
    const removed = await desk.call('POST', `/api/till/customers/${user.id}/orders/${id}/remove`);
    expect(removed.json<TillCustomer>().dues.map((due) => due.id)).toEqual([unpaid]);
    expect(await web.cart()).toMatchObject([{ itemId: item, quantity: 3 }]);
    const foreign = await desk.call('POST', `/api/till/customers/${user.id}/orders/${unpaid}/remove`);
    expect(foreign.statusCode).toBe(404);
  });

  test('that cost nothing can be handed out without a payment', async () => {
    const item = await makeItem(t, store, { stock: 2, priceCents: 0 });
    const { id: userId } = await student();
    const customer = (await order(desk, userId, { [item]: 1 })).json<TillCustomer>();
    expect(customer).toMatchObject({ dues: [], pickups: [{ summary: '1 × Plywood' }] });
  });

  test('are ordered once when the call is repeated, also at the same time', async () => {
    const item = await makeItem(t, store, { stock: 5 });
    const { id: userId } = await student();
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => order(desk, userId, { [item]: 1 }, key)));
    answers.push(await order(desk, userId, { [item]: 1 }, key));
    for (const answer of answers) expect(answer.json<TillCustomer>().dues).toHaveLength(1);
    expect(await stockOf(t.services.db, item)).toEqual({ stock: 5, reserved: 1 });
    const { statusCode } = await t.app.inject({
      method: 'POST',
      url: `/api/till/customers/${userId}/orders`,
      headers: { cookie: desk.user.cookie },
      payload: { lines: linesOf({ [item]: 1 }) },
    });
    expect(statusCode).toBe(400);
  });

  test('are sold once by two tills, and within the limit of a person', async () => {
    const other = await newCashier();
    const last = await makeItem(t, store, { stock: 1 });
    const limited = await makeItem(t, store, { stock: 9, perUserLimit: 1 });
    const people = [await student(), await student()];
    const both = await Promise.all(people.map(({ id }, index) => order(index ? other : desk, id, { [last]: 1 })));
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const { id: userId } = await student();
    const same = await Promise.all([desk, other].map((by) => order(by, userId, { [limited]: 1 })));
    expect(same.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });
});

describe('an order that was made at the desk', () => {
  test('is removed, which returns its items; repeating it changes nothing', async () => {
    const item = await makeItem(t, store, { stock: 5 });
    const user = await student();
    const id = await ordered(user.id, { [item]: 3 });
    const remove = () => desk.call('POST', `/api/till/customers/${user.id}/orders/${id}/remove`);
    const answers = await Promise.all([remove(), remove()]);
    for (const answer of answers) expect(answer.json<TillCustomer>().dues).toEqual([]);
    expect(await stockOf(t.services.db, item)).toEqual({ stock: 5, reserved: 0 });
    expect(await shopper(t, user).cart()).toEqual([]);
  });

  test('is not removed when it is paid, or partly paid', async () => {
    const item = await makeItem(t, store, { stock: 5 });
    const { id: userId } = await student();
    const id = await ordered(userId, { [item]: 2 });
    const remove = () => desk.call('POST', `/api/till/customers/${userId}/orders/${id}/remove`);
    const part = await desk.sale(desk.trySale(userId, `order/${id}`, 100));
    expect(part.customer.dues).toMatchObject([{ canRemove: false }]);
    expect((await remove()).json()).toMatchObject({ code: 'store.partly-paid' });
    await desk.sale(desk.trySale(userId, `order/${id}`, 300));
    expect((await remove()).json()).toMatchObject({ code: 'store.not-cancelable' });
  });

  test('is either removed or paid by two tills', async () => {
    const other = await newCashier();
    await other.open(await makeTill(t));
    const item = await makeItem(t, store, { stock: 5 });
    const { id: userId } = await student();
    const id = await ordered(userId, { [item]: 1 });
    const [removed, sale] = await Promise.all([
      desk.call('POST', `/api/till/customers/${userId}/orders/${id}/remove`),
      other.sale(other.trySale(userId, `order/${id}`, 200)),
    ]);
    expect([removed.statusCode === 200, sale.takenCents === 200]).toContain(true);
    expect(removed.statusCode === 200).not.toBe(sale.takenCents === 200);
  });

  test('expires when it is not paid, and its items can be sold again', async () => {
    const item = await makeItem(t, store, { stock: 5 });
    const user = await student();
    await ordered(user.id, { [item]: 3 });
    await t.services.db
      .updateTable('orders')
      .set({ expiresAt: new Date(t.services.clock.now() - 1000).toISOString() })
      .where('userId', '=', user.id)
      .execute();
    await expireOrders(t.services);
    expect(await stockOf(t.services.db, item)).toEqual({ stock: 5, reserved: 0 });
    expect((await desk.customer(user.id)).dues).toEqual([]);
    expect(await shopper(t, user).cart()).toEqual([]);
  });
});

test('cashiers order for others only, and with the permission', async () => {
  const item = await makeItem(t, store, { stock: 5 });
  const { id: userId } = await student();
  expect((await order(desk, desk.user.id, { [item]: 1 })).json()).toMatchObject({ code: 'till.own-order' });
  const outsider = await newCashier(['Student']);
  for (const answer of [
    order(outsider, userId, { [item]: 1 }),
    outsider.call('GET', `/api/till/customers/${userId}/items`),
    outsider.call('POST', `/api/till/customers/${userId}/orders/1/remove`),
  ])
    expect((await answer).statusCode).toBe(403);
  const direct = { userId, storeId: store, state: 'placed', summary: 'Free', totalCents: 0, pickupCode: 'AAAA' };
  expect((await desk.call('POST', '/api/orders', direct)).statusCode).toBe(403);
  await t.services.db.updateTable('users').set({ active: false }).where('id', '=', userId).execute();
  expect((await order(desk, userId, { [item]: 1 })).json()).toMatchObject({ code: 'till.no-account' });
});

describe('a customer without an account', () => {
  const guest = (body: object = {}, key?: string) => desk.call('POST', '/api/till/guests', body, key);

  test('buys without a name, and gets a receipt without an email', async () => {
    const item = await makeItem(t, store, { stock: 5 });
    const { id: guestId, ...customer } = (await guest()).json<TillCustomer>();
    expect(customer).toMatchObject({ name: 'Guest', username: '', email: null, isGuest: true, dues: [], pickups: [] });
    const orderId = await ordered(guestId, { [item]: 2 });
    const sale = await desk.sale(desk.trySale(guestId, `order/${orderId}`, 400, { tenderedCents: 500 }));
    expect(sale).toMatchObject({ takenCents: 400, changeCents: 100 });
    const receipt = await t.app.inject({ url: `/api${sale.items[0]?.receiptPath ?? ''}` });
    expect(receipt.statusCode).toBe(200);
    expect((await desk.act('orders', 'handOut', orderId, {})).statusCode).toBe(200);
    expect(await stockOf(t.services.db, item)).toEqual({ stock: 3, reserved: 0 });
  });

  test('with a name and an address gets the receipt by email', async () => {
    const item = await makeItem(t, store, { stock: 5 });
    const email = `${randomUUID()}@visitors.example`;
    const { id: guestId } = (await guest({ name: ' Gus Guest ', email })).json<TillCustomer>();
    const orderId = await ordered(guestId, { [item]: 1 });
    await desk.sale(desk.trySale(guestId, `order/${orderId}`, 200));
    const receipt = await t.services.db
      .selectFrom('receipts')
      .select('customerName')
      .where('customerId', '=', guestId)
      .executeTakeFirstOrThrow();
    expect(receipt.customerName).toBe('Gus Guest');
    const mails = await t.services.db.selectFrom('mails').select('subject').where('userId', '=', guestId).execute();
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('eceipt') as string]);
  });

  test('is added once per key; an address leads to its account, except where several have it', async () => {
    const key = randomUUID();
    const [first, again] = await Promise.all([guest({ name: 'Ann' }, key), guest({ name: 'Ann' }, key)]);
    expect(again.json<TillCustomer>().id).toBe(first.json<TillCustomer>().id);
    expect((await guest({ name: 'Ann' })).json<TillCustomer>().id).not.toBe(first.json<TillCustomer>().id);
    const { id, username } = await student();
    const email = `${username}@campus.example`;
    const known = (await guest({ name: 'Someone', email: email.toUpperCase() })).json<TillCustomer>();
    expect(known).toMatchObject({ id, isGuest: false });
    const { id: other } = await student();
    await t.services.db.updateTable('users').set({ email }).where('id', '=', other).execute();
    expect((await guest({ email })).json()).toMatchObject({ status: 409, code: 'events.several-accounts' });
    expect((await guest({ email: 'nowhere' })).statusCode).toBe(400);
  });

  test('has no balance, and limits of their own', async () => {
    const item = await makeItem(t, store, { stock: 5, perUserLimit: 1 });
    const [one, two] = [(await guest()).json<TillCustomer>().id, (await guest()).json<TillCustomer>().id];
    expect((await order(desk, one, { [item]: 2 })).statusCode).toBe(409);
    for (const id of [one, two]) expect((await order(desk, id, { [item]: 1 })).statusCode).toBe(200);
    expect((await desk.customer(two)).dues).toHaveLength(1);
    const topUp = await desk.call('POST', `/api/till/customers/${one}/topup`, { amountCents: 500 });
    expect(topUp.json()).toMatchObject({ status: 409, code: 'till.guest-balance' });
  });

  test('is added by cashiers only', async () => {
    const reader = await newCashier(['EventAdmin']);
    expect((await reader.call('POST', '/api/till/guests', {})).statusCode).toBe(403);
  });
});
