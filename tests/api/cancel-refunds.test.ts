import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ActionPlan } from '../../domain/calls/action-parts.ts';
import { SYSTEM } from '../../domain/declarations/actor.ts';
import { expireOrder } from '../../server/features/store/order-states.ts';
import { DAY, HOUR, makeSession } from './event-support.ts';
import { counters, differences, makeBalance } from './ledger-support.ts';
import { payCaller } from './payment-support.ts';
import { caller, startRequestsApp, type RequestCaller } from './request-calls.ts';
import { buy, makeItem, makeStore, shopper, stockDifferences, stockOf } from './store-support.ts';
import type { TestApp } from './support.ts';

let t: TestApp;
let eventStaff: RequestCaller;
let storeStaff: RequestCaller;

beforeAll(async () => {
  t = (await startRequestsApp()).app;
  eventStaff = await caller(t, 'EventAdmin');
  storeStaff = await caller(t, 'StoreAdmin');
});
afterEach(async () => {
  expect(await differences(t.services.db)).toEqual([]);
  expect(await stockDifferences(t.services.db)).toEqual([]);
});
afterAll(() => t.close());

async function balanceOf(student: RequestCaller, cents: number): Promise<number> {
  return makeBalance(t, cents, { userId: student.user.id });
}

async function leftOn(balanceId: number): Promise<number> {
  return (await counters(t.services.db, balanceId)).balanceCents;
}

async function plan(by: RequestCaller, path: string, id: number, inputs: object = {}): Promise<ActionPlan> {
  const answer = await by.call('POST', `/api/${path}/plan`, { ids: [id], inputs });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<ActionPlan>();
}

/** A seat for $5 that its attendee has paid, in a session that starts then. */
async function seat(startsIn = 3 * DAY, isPaid = true) {
  const instanceId = await makeSession(t, [startsIn, startsIn + HOUR], {
    event: { feeCents: 500, refundDeadlineHours: 48 },
  });
  const student = await caller(t, 'Student');
  const balanceId = await balanceOf(student, 500);
  const answer = await student.call('POST', `/api/events/instances/${instanceId}/tickets`, {});
  const { id } = answer.json<{ id: number }>();
  if (isPaid) await payCaller(t, student.user).payWithBalances(`ticket/${id}`, 500);
  const effect = async () =>
    (await student.call('GET', `/api/payment/ticket/${id}/cancel-effect`)).json<{
      refundCents: number;
      sentences: string[];
    }>();
  const cancel = (refundCents?: number) =>
    student.call('POST', `/api/events/tickets/${id}/cancel`, refundCents === undefined ? undefined : { refundCents });
  return { student, id, instanceId, balanceId, effect, cancel };
}

async function statusOf(id: number): Promise<string> {
  const row = await t.services.db.selectFrom('tickets').select('status').where('id', '=', id).executeTakeFirstOrThrow();
  return row.status;
}

describe('canceling a seat', () => {
  test('before the deadline returns what was paid, as it was shown', async () => {
    const { effect, cancel, balanceId, id } = await seat();
    const { refundCents, sentences } = await effect();
    expect(refundCents).toBe(500);
    expect(sentences.join()).toMatch(/^\$5\.00 goes back to your balance /);
    expect((await cancel(0)).json()).toMatchObject({ code: 'payment.effect-changed' });
    expect(await statusOf(id)).toBe('confirmed');
    const answers = await Promise.all([cancel(500), cancel(500)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await leftOn(balanceId)).toBe(500);
  });

  test('after the deadline returns nothing, and says so; soon after the booking it does', async () => {
    const soon = await seat(DAY);
    expect((await soon.effect()).refundCents).toBe(500);
    const { effect, cancel, balanceId, id } = await seat(DAY);
    const booked = new Date(t.services.clock.now() - HOUR).toISOString();
    await t.services.db.updateTable('tickets').set({ createdAt: booked }).where('id', '=', id).execute();
    const { refundCents, sentences } = await effect();
    expect(refundCents).toBe(0);
    expect(sentences.join()).toMatch(/^Nothing is refunded\. The refund deadline was /);
    expect((await cancel(0)).statusCode).toBe(200);
    expect(await leftOn(balanceId)).toBe(0);
  });

  test('is refused without what the person saw, where money would move', async () => {
    const [paid, other, unpaid] = [await seat(), await seat(), await seat(3 * DAY, false)];
    const refused = await paid.cancel();
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'payment.effect-changed']);
    const bulk = { ids: [paid.id, other.id].toSorted((a, b) => a - b) };
    for (const path of ['tickets/actions/cancel', 'instances/actions/cancel']) {
      const body = path.startsWith('tickets') ? bulk : { ids: [paid.instanceId] };
      const answer = await eventStaff.call('POST', `/api/${path}`, body);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'action.effect-changed']);
    }
    expect([await statusOf(paid.id), await leftOn(paid.balanceId)]).toEqual(['confirmed', 0]);
    const kept = { ids: [other.id], inputs: { refund: false } };
    expect((await eventStaff.call('POST', '/api/tickets/actions/cancel', kept)).statusCode).toBe(200);
    expect((await eventStaff.call('POST', '/api/tickets/actions/cancel', { ...bulk, effect: '500' })).statusCode).toBe(
      409,
    );
    expect((await unpaid.cancel()).statusCode).toBe(200);
    expect([await statusOf(other.id), await statusOf(unpaid.id)]).toEqual(['cancelled', 'cancelled']);
  });

  test('by staff returns it, or not, as they choose', async () => {
    const [one, two] = [await seat(DAY), await seat(DAY)];
    expect(await plan(eventStaff, 'tickets/actions/cancel', one.id)).toMatchObject({ effect: '500' });
    await eventStaff.call('POST', '/api/tickets/actions/cancel', { ids: [one.id], effect: '500' });
    await eventStaff.call('POST', '/api/tickets/actions/cancel', {
      ids: [two.id],
      inputs: { refund: false },
      effect: '0',
    });
    expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(['cancelled', 'cancelled']);
    expect([await leftOn(one.balanceId), await leftOn(two.balanceId)]).toEqual([500, 0]);
  });

  test('with its whole session returns it; undone, the seat has to be paid again', async () => {
    const { id, instanceId, balanceId } = await seat();
    const question = await plan(eventStaff, 'instances/actions/cancel', instanceId);
    expect(question).toMatchObject({ effect: '500' });
    expect(question.notes.join(' ')).toContain('$5.00 goes back to the balance ');
    const done = await eventStaff.call('POST', '/api/instances/actions/cancel', { ids: [instanceId], effect: '500' });
    expect(done.statusCode).toBe(200);
    expect([await statusOf(id), await leftOn(balanceId)]).toEqual(['cancelled', 500]);
    await t.services.engine.update(SYSTEM, 'instances', instanceId, { status: 'published' });
    expect(await statusOf(id)).toBe('held');
  });
});

test('undoing a seat that was paid meanwhile is refused, and says where it is canceled', async () => {
  const { id, cancel, balanceId } = await seat();
  expect((await cancel()).json()).toMatchObject({
    ...{ status: 409, title: 'Nothing was changed' },
    detail: 'This would refund $5.00. Open its page, check where the amount goes and confirm it there.',
  });
  await t.services.db.updateTable('tickets').set({ source: 'staff' }).where('id', '=', id).execute();
  const removal = await eventStaff.call('POST', '/api/tickets/actions/remove', { ids: [id] });
  expect(removal.json()).toMatchObject({
    ...{ status: 409, title: 'Nothing was changed' },
    detail: expect.stringContaining('Choose “Remove” on the page of the record, where it is shown') as string,
  });
  expect([await statusOf(id), await leftOn(balanceId)]).toEqual(['confirmed', 0]);
  const { effect } = await plan(eventStaff, 'tickets/actions/remove', id);
  const seen = await eventStaff.call('POST', '/api/tickets/actions/remove', { ids: [id], effect });
  expect(seen.statusCode, seen.body).toBe(200);
  expect([await statusOf(id), await leftOn(balanceId)]).toEqual(['cancelled', 500]);
});

describe('a session with paid seats', () => {
  test('is canceled by its action only, which shows what is refunded', async () => {
    const { id, instanceId, balanceId } = await seat();
    const row = await t.services.engine.get(SYSTEM, 'instances', instanceId);
    const values = { status: 'cancelled' };
    const attempts: [Parameters<RequestCaller['call']>[0], string, object][] = [
      ['PUT', `instances/${instanceId}`, values],
      ['PATCH', 'instances', { ids: [instanceId], data: values }],
      [
        'POST',
        'instances/actions/change',
        { ids: [instanceId], seen: { [instanceId]: row.version }, inputs: { values, scope: 'one' } },
      ],
    ];
    for (const [method, path, body] of attempts) {
      const answer = await eventStaff.call(method, `/api/${path}`, body, { 'if-match': `"${row.version}"` });
      expect([path, answer.statusCode]).toEqual([path, 400]);
      expect(answer.body).toContain('This would refund $5.00. Use “Cancel session” instead');
    }
    expect([await statusOf(id), await leftOn(balanceId)]).toEqual(['confirmed', 0]);
  });

  test('and its event are not deleted', async () => {
    const { id, instanceId, balanceId } = await seat();
    const { eventId } = await t.services.engine.get(SYSTEM, 'instances', instanceId);
    for (const [path, rowId] of [
      ['instances', instanceId],
      ['events', Number(eventId)],
    ] as const) {
      const one = await eventStaff.call('DELETE', `/api/${path}/${rowId}`);
      const several = await eventStaff.call(
        'DELETE',
        `/api/${path}?filter=${encodeURIComponent(JSON.stringify({ id: [rowId] }))}`,
      );
      expect([path, one.statusCode, several.statusCode]).toEqual([path, 409, 409]);
    }
    expect([await statusOf(id), await leftOn(balanceId)]).toEqual(['confirmed', 0]);
  });

  test('that no one has paid is canceled in the list, too', async () => {
    const { id, instanceId } = await seat(3 * DAY, false);
    const data = { status: 'cancelled' };
    const answer = await eventStaff.call('PATCH', '/api/instances', { ids: [instanceId], data });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await statusOf(id)).toBe('cancelled');
  });
});

test('a paid seat that staff move takes what was paid with it', async () => {
  const { id, instanceId, balanceId, student } = await seat();
  const { eventId } = await t.services.db
    .selectFrom('instances')
    .select('eventId')
    .where('id', '=', instanceId)
    .executeTakeFirstOrThrow();
  const other = await makeSession(t, [4 * DAY, 4 * DAY + HOUR], { instance: { eventId } });
  const moved = await eventStaff.call('POST', '/api/tickets/actions/move', {
    ids: [id],
    inputs: { toInstanceId: other },
  });
  expect(moved.statusCode).toBe(200);
  expect(await leftOn(balanceId)).toBe(0);
  const [newId] = moved.json<{ result: number[] }>().result;
  await student.call('POST', `/api/events/tickets/${newId ?? 0}/cancel`, { refundCents: 500 });
  expect(await leftOn(balanceId)).toBe(500);
});

test('“Mark as paid” books the payment at the desk, never of the own seat', async () => {
  const { id, student } = await seat(3 * DAY, false);
  const question = await plan(eventStaff, 'tickets/actions/paid', id);
  expect(question.notes).toEqual(['Take $5.00. The amount is recorded, and the seat is confirmed.']);
  const plain = await eventStaff.call('POST', '/api/tickets/actions/expected', { ids: [id] });
  expect(plain.statusCode).toBe(409);
  const inputs = { method: 'deskCard' };
  const unseen = await eventStaff.call('POST', '/api/tickets/actions/paid', { ids: [id], inputs });
  expect(unseen.json()).toMatchObject({ code: 'action.effect-changed' });
  const answers = await Promise.all(
    [1, 2].map(() => eventStaff.call('POST', '/api/tickets/actions/paid', { ids: [id], inputs, effect: '500' })),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect(await statusOf(id)).toBe('confirmed');
  const charge = await t.services.db
    .selectFrom('charges')
    .select(['paidCents', 'state'])
    .where('userId', '=', student.user.id)
    .executeTakeFirstOrThrow();
  expect(charge).toEqual({ paidCents: 500, state: 'paid' });
});

describe('an order', () => {
  async function ordered(quantity = 2) {
    const storeId = await makeStore(t);
    const itemId = await makeItem(t, storeId, { stock: null });
    const student = await caller(t, 'Student');
    const person = shopper(t, student.user);
    const id = await buy(person, storeId, itemId, quantity);
    return { id, itemId, student, pay: payCaller(t, student.user), path: `order/${id}` };
  }

  test('that staff cancel is refunded', async () => {
    const { id, student, pay, path } = await ordered();
    const balanceId = await balanceOf(student, 400);
    await pay.payWithBalances(path, 400);
    expect(await plan(storeStaff, 'orders/actions/cancel', id)).toMatchObject({ effect: '400' });
    const inputs = { reason: 'Sold out' };
    const unseen = await storeStaff.call('POST', '/api/orders/actions/cancel', { ids: [id], inputs });
    expect([unseen.statusCode, unseen.json<{ code: string }>().code]).toEqual([409, 'action.effect-changed']);
    const done = await storeStaff.call('POST', '/api/orders/actions/cancel', { ids: [id], inputs, effect: '400' });
    expect(done.statusCode).toBe(200);
    expect(await leftOn(balanceId)).toBe(400);
  });

  test('that was handed out is refunded for what is taken back', async () => {
    const { id, student, pay, path } = await ordered();
    const balanceId = await balanceOf(student, 400);
    await pay.payWithBalances(path, 400);
    await storeStaff.call('POST', '/api/orders/actions/handOut', { ids: [id] });
    const line = await t.services.db
      .selectFrom('orderLines')
      .select('id')
      .where('orderId', '=', id)
      .executeTakeFirstOrThrow();
    expect(await plan(storeStaff, 'orderLines/actions/takeBack', line.id, { quantity: 1 })).toMatchObject({
      effect: '200',
    });
    const inputs = { quantity: 1, restock: false, reason: 'Broken' };
    const done = await storeStaff.call('POST', '/api/orderLines/actions/takeBack', {
      ids: [line.id],
      inputs,
      effect: '200',
    });
    expect(done.statusCode).toBe(200);
    expect(await leftOn(balanceId)).toBe(200);
  });

  test('that is paid in part expires with a refund, and its customer can cancel it before', async () => {
    const [one, two] = [await ordered(), await ordered()];
    const balances = [await balanceOf(one.student, 100), await balanceOf(two.student, 100)];
    for (const { pay, path } of [one, two]) await pay.payWithBalances(path, 100);
    const past = new Date(t.services.clock.now() - HOUR).toISOString();
    await t.services.db.updateTable('orders').set({ expiresAt: past }).where('id', '=', one.id).execute();
    await expireOrder(t.services, one.id);
    const cancel = (refundCents?: number) =>
      two.student.call(
        ...(['POST', `/api/store/orders/${two.id}/cancel`] as const),
        refundCents === undefined ? undefined : { refundCents },
      );
    expect((await cancel()).json()).toMatchObject({ code: 'payment.effect-changed' });
    expect((await cancel(0)).json()).toMatchObject({ code: 'payment.effect-changed' });
    expect((await cancel(100)).statusCode).toBe(200);
    expect(await Promise.all(balances.map(leftOn))).toEqual([100, 100]);
    const rows = await t.services.db
      .selectFrom('orders')
      .select('state')
      .where('id', 'in', [one.id, two.id])
      .orderBy('id')
      .execute();
    expect(rows.map(({ state }) => state)).toEqual(['expired', 'canceled']);
    expect((await stockOf(t.services.db, one.itemId)).reserved).toBe(0);
  });
});
