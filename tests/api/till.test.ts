import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM, type Actor } from '../../domain/declarations/actor.ts';
import { openCharge } from '../../server/features/payments/charges.ts';
import { payAtDesk } from '../../server/features/payments/pay.ts';
import { refundPayment } from '../../server/features/payments/refunds.ts';
import type { Tx } from '../../server/platform/database.ts';
import { counters, differences } from './ledger-support.ts';
import { untilWaiting } from './lock-support.ts';
import { MemoryGateway, payCaller, pricedForm } from './payment-support.ts';
import { caller, startRequestsApp, type RequestCaller } from './request-calls.ts';
import { buy, makeItem, makeStore, shopper } from './store-support.ts';
import type { TestApp, TestUser } from './support.ts';
import { accountCents, cashier, makeTill, openDrawersCents, type Cashier } from './till-support.ts';

let t: TestApp;
let form: string;
let gateway: MemoryGateway;

beforeAll(async () => {
  const started = await startRequestsApp();
  t = started.app;
  form = await pricedForm(started.admin);
  gateway = new MemoryGateway();
  t.services.gateway = gateway;
});
afterEach(async () => {
  expect(await differences(t.services.db)).toEqual([]);
  expect(await accountCents(t.services.db, 'drawers')).toBe(await openDrawersCents(t.services.db));
});
afterAll(() => t.close());

type OpenTill = Cashier & { user: TestUser; sessionId: number; tillId: number };

async function newCashier(roles = ['StoreAdmin', 'Student']): Promise<Cashier & { user: TestUser }> {
  const user = await t.createUser({ roles });
  return { ...cashier(t, user), user };
}

/** A cashier with an open drawer. */
async function openTill(floatCents = 5000): Promise<OpenTill> {
  const person = await newCashier();
  const tillId = await makeTill(t);
  return { ...person, tillId, sessionId: await person.open(tillId, floatCents) };
}

/** A student whose request waits for this amount. */
async function owing(cents: number): Promise<{ student: RequestCaller; id: number; path: string; userId: number }> {
  const student = await caller(t, 'Student');
  const { id } = await student.file(form, { cost: cents });
  return { student, id, path: `request/${id}`, userId: student.user.id };
}

const expectedOf = async ({ sessionId }: OpenTill): Promise<number> => {
  const rows = await t.services.db
    .selectFrom('tillEntries')
    .select(['amountCents'])
    .where('tillSessionId', '=', sessionId)
    .where('method', '=', 'cash')
    .execute();
  return rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
};

describe('a sale', () => {
  test('takes cash, computes the change, issues the receipt and continues the request', async () => {
    const till = await openTill();
    const { student, id, path, userId } = await owing(1234);
    expect(await till.customer(userId)).toMatchObject({
      isOwn: false,
      dues: [{ endpoint: 'request', id, dueCents: 1234, paidCents: 0 }],
    });
    const sale = await till.sale(till.trySale(userId, path, 1234, { tenderedCents: 2000 }));
    expect(sale).toMatchObject({
      takenCents: 1234,
      changeCents: 766,
      items: [{ state: 'paid', code: null, receiptPath: expect.stringMatching(/^\/receipt\/request\//) as string }],
      customer: { dues: [] },
    });
    expect(await student.see(id)).toMatchObject({ status: 'PaymentComplete', paidCents: 1234 });
    expect(await expectedOf(till)).toBe(6234);
  });

  test('with the terminal goes to its account and not into the drawer, and needs the number of the slip', async () => {
    const till = await openTill();
    const { path, userId } = await owing(800);
    const before = await Promise.all(['terminal', 'clearing'].map((code) => accountCents(t.services.db, code)));
    const card = { method: 'deskCard', tenderedCents: undefined };
    expect((await till.trySale(userId, path, 800, card)).statusCode).toBe(400);
    const sale = await till.sale(till.trySale(userId, path, 800, { ...card, reference: 'T-0042' }));
    expect(sale).toMatchObject({ takenCents: 800, changeCents: 0 });
    const after = await Promise.all(['terminal', 'clearing'].map((code) => accountCents(t.services.db, code)));
    expect(after).toEqual([(before[0] ?? 0) + 800, before[1]]);
    expect(await expectedOf(till)).toBe(5000);
    const { totals } = await till.report(till.sessionId);
    expect(totals).toMatchObject([
      { method: 'cash', payments: 0 },
      { method: 'deskCard', payments: 1, paymentCents: 800 },
    ]);
  });

  test('of a part leaves the rest due, and too little cash is refused', async () => {
    const till = await openTill();
    const { path, userId, id } = await owing(1000);
    expect((await till.trySale(userId, path, 1000, { tenderedCents: 400 })).statusCode).toBe(400);
    const part = await till.sale(till.trySale(userId, path, 400));
    expect(part).toMatchObject({
      items: [{ state: 'part', takenCents: 400, receiptPath: null }],
      customer: { dues: [{ id, dueCents: 600, paidCents: 400 }] },
    });
    const more = await till.sale(till.trySale(userId, path, 601));
    expect(more).toMatchObject({ takenCents: 0, changeCents: 601, items: [{ code: 'payment.amount-changed' }] });
    expect(await till.sale(till.trySale(userId, path, 600))).toMatchObject({ items: [{ state: 'paid' }] });
  });

  test('of several things is one payment with one change; what another till has taken is left out', async () => {
    const [till, other] = [await openTill(), await openTill()];
    const { student, path, id, userId } = await owing(300);
    const second = await student.file(form, { cost: 500 });
    await other.sale(other.trySale(userId, path, 300));
    const items = [
      { endpoint: 'request', id, amountCents: 300 },
      { endpoint: 'request', id: second.id, amountCents: 500 },
    ];
    const sale = await till.sale(till.trySale(userId, path, 0, { items, tenderedCents: 1000 }));
    expect(sale).toMatchObject({
      takenCents: 500,
      changeCents: 500,
      items: [
        { state: 'refused', code: 'till.already-paid', receiptPath: expect.any(String) as string },
        { state: 'paid', takenCents: 500 },
      ],
    });
  });

  test('is booked once when its call is repeated, also at the same time', async () => {
    const till = await openTill();
    const { path, userId } = await owing(700);
    const key = randomUUID();
    const send = () => till.sale(till.trySale(userId, path, 700, { tenderedCents: 1000, key }));
    const answers = await Promise.all([send(), send(), send()]);
    answers.push(await send());
    for (const answer of answers) expect(answer).toMatchObject({ takenCents: 700, changeCents: 300 });
    expect(await expectedOf(till)).toBe(5700);
    const other = till.trySale(userId, path, 600, { tenderedCents: 1000, key });
    expect(await till.sale(other)).toMatchObject({ takenCents: 0, items: [{ code: 'idempotency.key-reused' }] });
  });

  test('that was booked is confirmed after its drawer was closed', async () => {
    const till = await openTill(0);
    const { path, userId } = await owing(300);
    const key = randomUUID();
    const send = () => till.sale(till.trySale(userId, path, 300, { key }));
    await send();
    expect((await till.close(300, 300)).statusCode).toBe(200);
    expect(await send()).toMatchObject({ takenCents: 300, items: [{ state: 'paid' }] });
  });

  test('of one charge at two tills is booked at one of them', async () => {
    const [till, other] = [await openTill(), await openTill()];
    const { path, userId } = await owing(900);
    const sales = await Promise.all(
      [till, other, till, other].map((one) => one.sale(one.trySale(userId, path, 900, { tenderedCents: 1000 }))),
    );
    const taken = sales.filter(({ takenCents }) => takenCents === 900);
    expect(taken).toHaveLength(1);
    for (const sale of sales.filter((one) => !taken.includes(one)))
      expect(sale).toMatchObject({ changeCents: 1000, items: [{ code: 'till.already-paid' }] });
    expect((await expectedOf(till)) + (await expectedOf(other))).toBe(10_900);
  });

  test('of different charges at two tills is booked at both', async () => {
    const [till, other] = [await openTill(), await openTill()];
    const [ada, bob] = [await owing(900), await owing(900)];
    const sales = await Promise.all([
      till.sale(till.trySale(ada.userId, ada.path, 900)),
      other.sale(other.trySale(bob.userId, bob.path, 900)),
    ]);
    expect(sales.map(({ takenCents }) => takenCents)).toEqual([900, 900]);
  });

  test('of the own charge is refused', async () => {
    const till = await openTill();
    const own = await caller(t, 'Student');
    const { id } = await own.file(form, { cost: 400 });
    await t.services.db.updateTable('submissions').set({ submittedById: till.user.id }).where('id', '=', id).execute();
    expect(await till.customer(till.user.id)).toMatchObject({ isOwn: true, dues: [{ dueCents: 400 }] });
    const sale = await till.sale(till.trySale(till.user.id, `request/${id}`, 400));
    expect(sale).toMatchObject({ takenCents: 0, changeCents: 400, items: [{ code: 'payment.not-possible' }] });
  });

  test('ends a card payment that the customer has begun, or finds that it is paid', async () => {
    const till = await openTill();
    const [begun, paid] = [await owing(500), await owing(600)];
    const beginCard = ({ student, path }: typeof begun) => payCaller(t, student.user).card(path);
    const paymentId = await beginCard(begun);
    expect(await till.sale(till.trySale(begun.userId, begun.path, 500))).toMatchObject({ takenCents: 500 });
    expect(gateway.pay(paymentId)).toBe(false);
    gateway.pay(await beginCard(paid));
    const sale = await till.sale(till.trySale(paid.userId, paid.path, 600));
    expect(sale).toMatchObject({ takenCents: 0, changeCents: 600, items: [{ code: 'till.already-paid' }] });
  });

  test('is of the customer alone, and once for a key with the same cash', async () => {
    const till = await openTill();
    const [{ path, userId }, other] = [await owing(500), await owing(100)];
    expect((await till.trySale(999_999_999, path, 500)).statusCode).toBe(404);
    const foreign = await till.sale(till.trySale(other.userId, path, 500));
    expect(foreign).toMatchObject({ takenCents: 0, items: [{ code: 'till.other-customer' }] });
    const key = randomUUID();
    expect(await till.sale(till.trySale(userId, path, 500, { key, tenderedCents: 1000 }))).toMatchObject({
      changeCents: 500,
    });
    const changed = await till.sale(till.trySale(userId, path, 500, { key, tenderedCents: 2000 }));
    expect(changed).toMatchObject({ takenCents: 0, changeCents: 2000, items: [{ code: 'idempotency.key-reused' }] });
    expect(await expectedOf(till)).toBe(5500);
  });

  test('needs an open drawer and a key', async () => {
    const till = await newCashier();
    const { path, userId } = await owing(500);
    expect((await till.trySale(userId, path, 500)).json()).toMatchObject({ code: 'till.closed' });
    const without = await t.app.inject({
      method: 'POST',
      url: '/api/till/sales',
      headers: { cookie: till.user.cookie },
      payload: {
        customerId: userId,
        items: [{ endpoint: 'request', id: 1, amountCents: 1 }],
        method: 'cash',
        tenderedCents: 1,
      },
    });
    expect(without.json()).toMatchObject({ code: 'till.no-key' });
  });

  test('of an order says that it can be handed out, and tops up a balance', async () => {
    const till = await openTill();
    const storeId = await makeStore(t);
    const itemId = await makeItem(t, storeId, { stock: 5 });
    const user = await t.createUser({ roles: ['Student'] });
    const id = await buy(shopper(t, user), storeId, itemId, 2);
    const { customer } = await till.sale(till.trySale(user.id, `order/${id}`, 400));
    expect(customer.pickups).toEqual([
      { id, summary: '2 × Plywood', isReady: false, shelf: null, path: `/admin/manageStore/orders/${id}/show` },
    ]);
    const topUp = await till.call('POST', `/api/till/customers/${user.id}/topup`, { amountCents: 2500 });
    const [due] = topUp.json<{ dues: { endpoint: string; id: number; dueCents: number }[] }>().dues;
    expect(due).toMatchObject({ endpoint: 'topup', dueCents: 2500 });
    await till.sale(till.trySale(user.id, `topup/${due?.id ?? 0}`, 2500));
    expect(await counters(t.services.db, due?.id ?? 0)).toMatchObject({ balanceCents: 2500 });
  });
});

describe('the search', () => {
  test('finds people by desk code, link, pickup code, number and name', async () => {
    const till = await openTill();
    const { student, path, id, userId } = await owing(500);
    const { code, path: link } = (await payCaller(t, student.user).call('POST', `${path}/desk`, {})).json<{
      code: string;
      path: string;
    }>();
    const match = { userId, thing: { endpoint: 'request', id } };
    for (const text of [code, ` ${code.toLowerCase()} `, `https://portal.example.edu${link}`, `#${id}`])
      expect((await till.find(text)).json(), text).toMatchObject({ matches: [match], notice: null });
    const name = (await till.find(student.user.username)).json<{ matches: { userId: number }[] }>();
    expect(name.matches).toMatchObject([{ userId, thing: null }]);
    expect((await till.find('No one has this name')).json()).toEqual({
      matches: [],
      notice: 'No person, code or number matches.',
    });
  });

  test('finds the person of a pickup code', async () => {
    const till = await openTill();
    const storeId = await makeStore(t);
    const user = await t.createUser({ roles: ['Student'] });
    const id = await buy(shopper(t, user), storeId, await makeItem(t, storeId, { stock: 5 }));
    const { pickupCode } = await t.services.db
      .selectFrom('orders')
      .select('pickupCode')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    for (const text of [pickupCode, `ATRIUM:O:${pickupCode}`])
      expect((await till.find(text)).json()).toMatchObject({
        matches: [{ userId: user.id, thing: { endpoint: 'order', id } }],
      });
  });
});

describe('a drawer', () => {
  test('is used by one person, who has one drawer', async () => {
    const till = await openTill();
    const other = await newCashier();
    expect((await other.act('tills', 'open', till.tillId, { floatCents: 0 })).statusCode).toBe(409);
    expect((await till.act('tills', 'open', await makeTill(t), { floatCents: 0 })).statusCode).toBe(409);
    expect((await till.state()).tills.find(({ id }) => id === till.tillId)?.cashier).not.toBeNull();
  });

  test('is opened once by two people at the same time, and one of two by one person', async () => {
    const tillId = await makeTill(t);
    const people = await Promise.all([newCashier(), newCashier(), newCashier()]);
    const opened = await Promise.all(people.map((one) => one.act('tills', 'open', tillId, { floatCents: 100 })));
    expect(opened.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const [person, tills] = [await newCashier(), [await makeTill(t), await makeTill(t), await makeTill(t)]];
    const own = await Promise.all(tills.map((id) => person.act('tills', 'open', id, { floatCents: 100 })));
    expect(own.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(own.every(({ statusCode }) => statusCode < 500)).toBe(true);
  });

  test('takes and gives cash with a reason, and never more than it has', async () => {
    const till = await openTill(2000);
    const move = (kind: string, amountCents: number) =>
      till.act('tillSessions', kind, till.sessionId, { amountCents, reason: 'Rolls of coins' });
    expect((await move('cashIn', 3000)).statusCode).toBe(200);
    expect((await move('cashOut', 4500)).statusCode).toBe(200);
    expect((await move('cashOut', 501)).statusCode).toBe(400);
    expect(await expectedOf(till)).toBe(500);
    const other = await newCashier();
    const foreign = { amountCents: 100, reason: 'Not my drawer' };
    expect((await other.act('tillSessions', 'cashOut', till.sessionId, foreign)).statusCode).toBe(409);
  });

  test('gets payments and refunds that its cashier books elsewhere', async () => {
    const till = await openTill();
    const { path, userId } = await owing(900);
    await till.sale(till.trySale(userId, path, 900));
    const { id } = await t.services.db
      .selectFrom('payments')
      .select('id')
      .where('payerId', '=', userId)
      .executeTakeFirstOrThrow();
    const refund = (actorId: number | null, amountCents: number) =>
      t.services.engine.transaction((tx) =>
        refundPayment({ services: t.services, tx, actor: { ...SYSTEM, id: actorId } }, id, {
          amountCents,
          reason: 'Broken',
        }),
      );
    await refund(till.user.id, 400);
    expect(await expectedOf(till)).toBe(5500);
    const safe = await accountCents(t.services.db, 'cash');
    await refund(null, 100);
    expect(await expectedOf(till)).toBe(5500);
    expect(await accountCents(t.services.db, 'cash')).toBe(safe - 100);
    expect((await till.report(till.sessionId)).totals[0]).toMatchObject({ refunds: 1, refundCents: -400 });
  });

  test('is counted without the expected amount, and its difference is booked once', async () => {
    const till = await openTill();
    const { path, userId } = await owing(1500);
    await till.sale(till.trySale(userId, path, 1500, { tenderedCents: 2000 }));
    expect(await till.report(till.sessionId)).toMatchObject({ expectedCents: null, closedAt: null });
    const before = await accountCents(t.services.db, 'overShort');
    expect(await till.count(6000)).toEqual({ expectedCents: 6500, differenceCents: -500 });
    expect(await till.count(6480)).toEqual({ expectedCents: 6500, differenceCents: -20 });
    expect((await till.close(6480, 6400)).json()).toMatchObject({ code: 'till.changed' });
    const key = randomUUID();
    const closed = await Promise.all([1, 2].map(() => till.close(6480, 6500, key)));
    expect(closed.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await till.close(6480, 6500)).json()).toMatchObject({ code: 'till.closed' });
    expect((await accountCents(t.services.db, 'overShort')) - before).toBe(20);
    expect(await till.report(till.sessionId)).toMatchObject({
      ...{ firstCountCents: 6000, expectedCents: 6500, countedCents: 6480, differenceCents: -20 },
      totals: [{ method: 'cash', payments: 1, paymentCents: 1500 }, { method: 'deskCard' }],
    });
    expect(await expectedOf(till)).toBe(0);
    expect((await till.state()).session).toBeNull();
    await till.open(till.tillId);
  });

  test('that is closed during sales contains all of those that were booked', async () => {
    const till = await openTill(0);
    const dues = await Promise.all([200, 300, 400].map(owing));
    const supervisor = await newCashier();
    const [closed, ...sales] = await Promise.all([
      supervisor.act('tillSessions', 'close', till.sessionId, { countedCents: 0 }),
      ...dues.map(({ userId, path }, index) => till.trySale(userId, path, [200, 300, 400][index] ?? 0)),
    ]);
    expect(closed.statusCode).toBe(200);
    const taken = sales.map((sale) => (sale.statusCode === 200 ? sale.json<{ takenCents: number }>().takenCents : 0));
    expect((await till.report(till.sessionId)).differenceCents).toBe(0 - taken.reduce((sum, cents) => sum + cents, 0));
  });

  test('can only be used by people with the permission', async () => {
    const till = await openTill();
    const student = await newCashier(['Student']);
    const { path, userId } = await owing(100);
    for (const answer of [
      student.call('GET', '/api/till'),
      student.find('Ada'),
      student.call('GET', `/api/till/customers/${userId}`),
      student.trySale(userId, path, 100),
      student.call('POST', `/api/till/customers/${userId}/topup`, { amountCents: 100 }),
      student.call('POST', '/api/till/receipts/1/email'),
      student.call('POST', '/api/till/count', { countedCents: 1 }),
      student.close(1, 1),
      student.call('GET', `/api/till/sessions/${till.sessionId}`),
      student.act('tills', 'open', till.tillId, { floatCents: 1 }),
      student.act('tillSessions', 'close', till.sessionId, { countedCents: 1 }),
    ])
      expect([403, 404]).toContain((await answer).statusCode);
  });
});

test('a receipt is sent again to the payer', async () => {
  const till = await openTill();
  const { path, userId } = await owing(100);
  const { items } = await till.sale(till.trySale(userId, path, 100));
  const mails = async () =>
    (await t.services.db.selectFrom('messageRecipients').select('id').where('userId', '=', userId).execute()).length;
  const before = await mails();
  expect((await till.call('POST', `/api/till/receipts/${items[0]?.chargeId ?? 0}/email`)).statusCode).toBe(204);
  expect(await mails()).toBe(before + 1);
  expect((await till.call('POST', '/api/till/receipts/999999/email')).statusCode).toBe(404);
});

describe('two tills that take the same payment at the same time', () => {
  async function unpaidOrder() {
    const user = await t.createUser({ roles: ['Student'] });
    const storeId = await makeStore(t);
    const id = await buy(shopper(t, user), storeId, await makeItem(t, storeId, { stock: 5 }), 3);
    return { id, userId: user.id };
  }
  const paymentsOf = async (id: number): Promise<number> =>
    (
      await t.services.db
        .selectFrom('payments as p')
        .innerJoin('charges as c', 'c.id', 'p.chargeId')
        .select('p.id')
        .where('c.endpoint', '=', 'order')
        .where('c.sourceId', '=', id)
        .execute()
    ).length;

  test('wait for each other, and one of them says that it is paid', async () => {
    const [till, other] = [await openTill(), await openTill()];
    const { id, userId } = await unpaidOrder();
    const sales = await t.services.engine.transaction(async (tx) => {
      await t.services.engine.lock(tx, 'orders', [id]);
      const started = [till, other].map((one) => one.sale(one.trySale(userId, `order/${id}`, 600)));
      await untilWaiting(t.services.db, 2);
      return started;
    });
    const answers = await Promise.all(sales);
    expect(answers.map(({ takenCents }) => takenCents).toSorted((a, b) => a - b)).toEqual([0, 600]);
    expect(answers.find(({ takenCents }) => takenCents === 0)?.items[0]?.code).toBe('till.already-paid');
    expect(await paymentsOf(id)).toBe(1);
  });

  test('cannot take it with a charge that was read before the lock', async () => {
    const [till, other] = [await openTill(), await openTill()];
    const { id } = await unpaidOrder();
    const contextOf = (tx: Tx, actor: Actor) => ({ services: t.services, tx, actor });
    // The locks end with this transaction: what both tills have read is outdated after the first payment.
    const opened = await t.services.engine.transaction((tx) => openCharge(contextOf(tx, SYSTEM), 'order', id));
    const take = ({ user }: Pick<typeof till, 'user'>) =>
      t.services.engine.transaction(async (tx) => {
        await t.services.engine.lock(tx, 'orders', [id]);
        const context = contextOf(tx, { ...SYSTEM, id: user.id });
        await payAtDesk(context, opened, { method: 'cash', amountCents: 600, note: null });
      });
    await take(till);
    await expect(take(other)).rejects.toThrow('not as it was passed');
    expect(await paymentsOf(id)).toBe(1);
  });
});
