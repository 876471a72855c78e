import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { OwnOrder } from '../../domain/calls/store.ts';
import { SYSTEM } from '../../domain/declarations/actor.ts';
import { settlePayment } from '../../server/features/payments/card-payments.ts';
import { remindOfUnclaimed } from '../../server/features/store/unclaimed.ts';
import { makeRow } from '../factories/any-row.ts';
import { accountCents, differences } from './ledger-support.ts';
import { MemoryGateway, payCaller } from './payment-support.ts';
import { caller, startRequestsApp, type RequestCaller } from './request-calls.ts';
import { makeItem, makeStore, shopper, stockDifferences, stockOf } from './store-support.ts';
import type { TestApp } from './support.ts';

let t: TestApp;
let admin: RequestCaller;
let staff: RequestCaller;
const gateway = new MemoryGateway();

beforeAll(async () => {
  t = (await startRequestsApp()).app;
  admin = await caller(t, 'Administrator');
  t.services.gateway = gateway;
  staff = await caller(t, 'StoreAdmin');
});
afterEach(async () => {
  expect(await differences(t.services.db)).toEqual([]);
  expect(await stockDifferences(t.services.db)).toEqual([]);
});
afterAll(() => t.close());

async function includeTax(): Promise<void> {
  const id = await rowId('systemSettings', { key: 'prices.taxIncluded', value: 'true' });
  onTestFinished(() => t.services.engine.remove(SYSTEM, 'systemSettings', id).then(() => undefined));
}

const rowId = async (name: string, values: object): Promise<number> =>
  Number((await makeRow(t.services, name, values as never))['id']);

interface Item {
  priceCents: number;
  quantity: number;
  /** Of its tax. */
  rate?: number;
  /** Of its discount. */
  off?: number;
}

/** An order of these items that is paid. Several discounts are never combined: at most one item has one. */
async function paidOrder(items: readonly Item[]) {
  const storeId = await makeStore(t);
  const student = await caller(t, 'Student');
  const person = shopper(t, student.user);
  const itemIds: number[] = [];
  for (const { priceCents, quantity, rate = 0, off = 0 } of items) {
    const taxRateId = rate > 0 ? await rowId('taxRates', { percent: rate, active: true }) : null;
    const itemId = await makeItem(t, storeId, { priceCents, taxRateId, stock: 50 });
    if (off > 0) await rowId('discounts', { percent: off, scope: 'everything', storeItemId: itemId, active: true });
    await person.put(itemId, quantity);
    itemIds.push(itemId);
  }
  const total = items.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
  const { id } = (await person.order(storeId, total)).json<{ id: number }>();
  const pay = payCaller(t, student.user);
  const { dueCents } = await pay.view(`order/${id}`);
  const paymentId = await pay.card(`order/${id}`);
  gateway.pay(paymentId);
  await settlePayment(t.services, paymentId);
  const rows = t.services.db.selectFrom('orderLines').select('id').where('orderId', '=', id).orderBy('id');
  const lineIds = (await rows.execute()).map((line) => line.id);
  const own = async (): Promise<OwnOrder | undefined> => (await person.orders()).find((order) => order.id === id);
  return { id, dueCents, lineIds, itemIds, own, student };
}

async function act(path: string, id: number, inputs: object = {}, by = staff) {
  const { effect } = (await by.call('POST', `/api/${path}/plan`, { ids: [id], inputs })).json<{ effect?: string }>();
  return by.call('POST', `/api/${path}`, { ids: [id], inputs, ...(effect === undefined ? {} : { effect }) });
}

async function cancel(lineId: number, quantity: number): Promise<void> {
  const answer = await act('orderLines/actions/cancel', lineId, { quantity, reason: 'Out of stock' });
  expect(answer.statusCode, answer.body).toBe(200);
}

async function messagesTo({ user }: RequestCaller, event: string): Promise<number> {
  const rows = await t.services.db
    .selectFrom('messages as m')
    .innerJoin('messageRecipients as r', 'r.messageId', 'm.id')
    .select('m.id')
    .where('r.userId', '=', user.id)
    .where('m.event', '=', event)
    .execute();
  return rows.length;
}

/** What is booked at present. */
async function booked() {
  const [taxes = 0, discounts = 0, sales = 0] = await Promise.all(
    ['taxes', 'discounts', 'sales'].map((code) => accountCents(t, code)),
  );
  return { taxes: -taxes, discounts, sales: -sales };
}

/** What a refund takes from these accounts. */
async function reversedBy(work: () => Promise<unknown>) {
  const before = await booked();
  await work();
  const after = await booked();
  return {
    taxes: before.taxes - after.taxes,
    discounts: before.discounts - after.discounts,
    sales: before.sales - after.sales,
  };
}

const TAXED_AND_DISCOUNTED: readonly Item[] = [
  { priceCents: 1000, quantity: 2, rate: 10, off: 50 },
  { priceCents: 400, quantity: 1, rate: 25 },
  { priceCents: 300, quantity: 1 },
];

describe('the refund of a line', () => {
  test('reverses its own tax and discount, and the last refund the rest', async () => {
    const before = await booked();
    const { id, lineIds } = await paidOrder(TAXED_AND_DISCOUNTED);
    const [board, wire, glue] = lineIds as [number, number, number];
    expect(await reversedBy(() => cancel(wire, 1))).toEqual({ taxes: 100, discounts: 0, sales: 400 });
    expect(await reversedBy(() => cancel(glue, 1))).toEqual({ taxes: 0, discounts: 0, sales: 300 });
    expect(await reversedBy(() => cancel(board, 1))).toEqual({ taxes: 50, discounts: 500, sales: 1000 });
    const rest = { amountCents: 550, reason: 'Broken' };
    const refund = () => act('orders/actions/refund', id, rest, admin);
    expect(await reversedBy(refund)).toEqual({ taxes: 50, discounts: 500, sales: 1000 });
    expect(await booked()).toEqual(before);
  });

  test.each([false, true])(
    'leaves nothing booked at the end of any refunds; taxes included: %s',
    async (isIncluded) => {
      if (isIncluded) await includeTax();
      const item = fc.record({
        priceCents: fc.integer({ min: 1, max: 999 }),
        quantity: fc.integer({ min: 1, max: 3 }),
        rate: fc.constantFrom(0, 7, 8.875, 19),
      });
      const steps = fc.array(fc.record({ at: fc.nat(2), quantity: fc.nat(2), amountCents: fc.nat(300) }), {
        minLength: 1,
        maxLength: 5,
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(item, { minLength: 2, maxLength: 3 }),
          fc.integer({ min: 1, max: 99 }),
          steps,
          async (items, off, path) => {
            const before = await booked();
            const { id, lineIds } = await paidOrder(items.map((one, at) => (at === 0 ? { ...one, off } : one)));
            for (const { at, quantity, amountCents } of path) {
              const inputs = { quantity: quantity + 1, reason: 'Out of stock' };
              if (quantity > 0 && lineIds[at] !== undefined)
                await act('orderLines/actions/cancel', lineIds[at], inputs);
              else if (amountCents > 0) await act('orders/actions/refund', id, { amountCents, reason: 'Late' }, admin);
            }
            const left = await t.services.db
              .selectFrom('charges')
              .select('paidCents')
              .where('endpoint', '=', 'order')
              .where('sourceId', '=', id)
              .executeTakeFirstOrThrow();
            if (left.paidCents > 0)
              await act('orders/actions/refund', id, { amountCents: left.paidCents, reason: 'Closed' }, admin);
            expect(await booked()).toEqual(before);
          },
        ),
        { numRuns: 8 },
      );
    },
  );
});

describe('what was refunded', () => {
  test('is not handed out: an order', async () => {
    const { id, dueCents, lineIds, student } = await paidOrder([{ priceCents: 500, quantity: 2 }]);
    await act('orders/actions/ready', id);
    await act('orders/actions/refund', id, { amountCents: dueCents - 1, reason: 'Goodwill' }, admin);
    expect((await act('orderLines/actions/handOut', lineIds[0]!, { quantity: 1 })).statusCode).toBe(200);
    await act('orders/actions/refund', id, { amountCents: 1, reason: 'Goodwill' }, admin);
    for (const [path, of, inputs] of [
      ['orders/actions/handOut', id, {}],
      ['orderLines/actions/handOut', lineIds[0]!, { quantity: 1 }],
    ] as const) {
      const answer = await staff.call('POST', `/api/${path}`, { ids: [of], inputs });
      expect(answer.json()).toMatchObject({
        ...{ status: 409, code: 'resource.refused' },
        detail: 'What was paid for this order was refunded. It cannot be handed out.',
      });
    }
    t.services.clock.moveTo(t.services.clock.now() + 30 * 86_400_000);
    await remindOfUnclaimed(t.services);
    t.services.clock.moveTo(t.services.clock.now() - 30 * 86_400_000);
    expect(await messagesTo(student, 'orderUnclaimed')).toBe(0);
  });

  test('is not handed out: items of a line, which can be sold again', async () => {
    const { id, lineIds, itemIds, own } = await paidOrder([
      { priceCents: 500, quantity: 3 },
      { priceCents: 200, quantity: 1 },
    ]);
    const [line, other] = lineIds as [number, number];
    await cancel(line, 2);
    expect(await stockOf(t.services.db, itemIds[0]!)).toEqual({ stock: 49, reserved: 0 });
    const handOut = (quantity: number) =>
      staff.call('POST', '/api/orderLines/actions/handOut', { ids: [line], inputs: { quantity } });
    expect((await handOut(2)).json()).toMatchObject({ status: 400, errors: { quantity: 'At most 1.' } });
    expect((await handOut(1)).statusCode).toBe(200);
    expect((await handOut(1)).json()).toMatchObject({
      ...{ status: 409, detail: 'The items that were not handed out are canceled.' },
    });
    expect((await act('orders/actions/handOut', id)).statusCode).toBe(200);
    expect(await own()).toMatchObject({
      state: 'collected',
      lines: [
        { quantity: 3, collected: 1, canceled: 2 },
        { quantity: 1, collected: 1, canceled: 0 },
      ],
    });
    const answer = await staff.call('POST', '/api/orderLines/actions/cancel', {
      ids: [other],
      inputs: { quantity: 1, reason: 'Too late' },
    });
    expect(answer.json()).toMatchObject({ status: 409, detail: 'There is nothing to cancel.' });
  });

  test('ends the order once all of it is canceled', async () => {
    const { lineIds, own, student } = await paidOrder([{ priceCents: 500, quantity: 1 }]);
    await cancel(lineIds[0]!, 1);
    expect(await own()).toMatchObject({
      ...{ state: 'canceled', reason: 'Out of stock', pickupCode: null, lines: [{ canceled: 1 }] },
    });
    expect(await messagesTo(student, 'orderCanceled')).toBe(1);
  });

  test('is what the question of its cancellation has shown', async () => {
    const { lineIds } = await paidOrder([{ priceCents: 500, quantity: 2, rate: 10 }]);
    const path = '/api/orderLines/actions/cancel';
    const inputs = { quantity: 1, reason: 'Out of stock' };
    const question = await staff.call('POST', `${path}/plan`, { ids: lineIds, inputs });
    expect(question.json()).toMatchObject({ effect: '550' });
    for (const effect of [undefined, '500']) {
      const answer = await staff.call('POST', path, { ids: lineIds, inputs, ...(effect && { effect }) });
      expect(answer.json()).toMatchObject({ status: 409, code: 'action.effect-changed' });
    }
    const unrefunded = await staff.call('POST', path, { ids: lineIds, inputs: { ...inputs, refund: false } });
    expect(unrefunded.statusCode, unrefunded.body).toBe(200);
  });
});
