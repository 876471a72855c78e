import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ActionPlan } from '../../domain/calls/action-parts.ts';
import { settlePayment } from '../../server/features/payments/card-payments.ts';
import { refundCard, settleRefund } from '../../server/features/payments/card-refunds.ts';
import { counters, differences, makeBalance } from './ledger-support.ts';
import { MemoryGateway, payCaller, pricedForm } from './payment-support.ts';
import { caller, startRequestsApp, type RequestCaller } from './request-calls.ts';
import type { TestApp } from './support.ts';

let t: TestApp;
let admin: RequestCaller;
let staff: RequestCaller;
let form: string;
let gateway: MemoryGateway;

beforeAll(async () => {
  const started = await startRequestsApp();
  t = started.app;
  ({ staff, admin } = started);
  form = await pricedForm(started.admin);
  gateway = new MemoryGateway();
  t.services.gateway = gateway;
});
afterEach(async () => expect(await differences(t.services.db)).toEqual([]));
afterAll(() => t.close());

/** A student who has paid a request with a balance. */
async function paid(costCents: number) {
  const student = await caller(t, 'Student');
  const balanceId = await makeBalance(t, costCents, { userId: student.user.id });
  const { id } = await student.file(form, { cost: costCents });
  const pay = payCaller(t, student.user);
  await pay.payWithBalances(`request/${id}`, costCents);
  const { id: paymentId } = await t.services.db
    .selectFrom('payments')
    .select('id')
    .where('payerId', '=', student.user.id)
    .executeTakeFirstOrThrow();
  return { student, id, balanceId, paymentId, pay };
}

function act(by: RequestCaller, path: string, ids: number[], inputs: object, more: object = {}) {
  return by.call('POST', `/api/${path}`, { ids, inputs, ...more });
}

async function plan(by: RequestCaller, path: string, id: number, inputs: object = {}): Promise<ActionPlan> {
  const answer = await by.call('POST', `/api/${path}/plan`, { ids: [id], inputs });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<ActionPlan>();
}

const REASON = 'Printed badly';

describe('staff refund', () => {
  test('a part of a payment to its balance, within what is left', async () => {
    const store = await caller(t, 'StoreAdmin');
    const { balanceId, paymentId, student, id } = await paid(900);
    const question = await plan(store, 'payments/actions/refund', paymentId);
    expect(question.inputs).toMatchObject({ amountCents: { default: 900, maximum: 900 } });
    expect(question.notes.join()).toMatch(/^\$9\.00 goes back to the balance /);
    expect(
      (await act(store, 'payments/actions/refund', [paymentId], { amountCents: 901, reason: REASON })).statusCode,
    ).toBe(400);
    expect(
      (await act(store, 'payments/actions/refund', [paymentId], { amountCents: 300, reason: REASON })).statusCode,
    ).toBe(200);
    expect(await counters(t.services.db, balanceId)).toMatchObject({ balanceCents: 300 });
    expect((await student.see(id)).paidCents).toBe(600);
    const refund = await t.services.db
      .selectFrom('refunds')
      .selectAll()
      .where('paymentId', '=', paymentId)
      .executeTakeFirstOrThrow();
    expect(refund).toMatchObject({ amountCents: 300, reason: REASON, byId: store.user.id, state: 'succeeded' });
  });

  test('what was paid for a request up to the limit; only some people more', async () => {
    const { id, balanceId } = await paid(20_000);
    const question = await plan(staff, 'submissions/actions/refund', id);
    expect(question.inputs).toMatchObject({ amountCents: { default: 10_000, maximum: 10_000 } });
    const inputs = { amountCents: 10_001, reason: REASON };
    expect((await act(staff, 'submissions/actions/refund', [id], inputs)).statusCode).toBe(400);
    expect((await act(staff, 'submissions/actions/refundAny', [id], inputs)).statusCode).toBe(403);
    const part = { ...inputs, amountCents: 9_000 };
    expect((await act(staff, 'submissions/actions/refund', [id], part)).statusCode).toBe(200);
    expect((await act(staff, 'submissions/actions/refund', [id], part)).statusCode).toBe(400);
    expect((await act(staff, 'submissions/actions/refund', [id], { ...part, amountCents: 1_000 })).statusCode).toBe(
      200,
    );
    const answer = await act(staff, 'submissions/actions/refund', [id], { ...part, amountCents: 1 });
    expect(answer.json()).toMatchObject({ code: 'resource.refused' });
    expect((await act(admin, 'submissions/actions/refund', [id], { ...part, amountCents: 10_000 })).statusCode).toBe(
      200,
    );
    expect(await counters(t.services.db, balanceId)).toMatchObject({ balanceCents: 20_000 });
  });

  test('one payment at a time', async () => {
    const store = await caller(t, 'StoreAdmin');
    const ids = [(await paid(300)).paymentId, (await paid(300)).paymentId];
    const answer = await act(store, 'payments/actions/refund', ids, { amountCents: 100, reason: REASON });
    expect(answer.json()).toMatchObject({ status: 409, code: 'resource.refused' });
  });

  test('nothing of what the bank decides about, and the rest of the same request', async () => {
    const { id, balanceId, student } = await paid(400);
    const { chargeId } = await t.services.db
      .selectFrom('payments')
      .select('chargeId')
      .where('payerId', '=', student.user.id)
      .executeTakeFirstOrThrow();
    const mark = (isDisputed: boolean) =>
      t.services.db.updateTable('payments').set({ isDisputed }).where('chargeId', '=', chargeId).execute();
    const inputs = { amountCents: 100, reason: REASON };
    await mark(true);
    expect((await act(staff, 'submissions/actions/refund', [id], inputs)).statusCode).toBe(409);
    await mark(false);
    expect((await act(staff, 'submissions/actions/refund', [id], inputs)).statusCode).toBe(200);
    expect(await counters(t.services.db, balanceId)).toMatchObject({ balanceCents: 100 });
  });

  test('never their own payment, and customers nothing', async () => {
    const { id, student, paymentId } = await paid(500);
    const inputs = { amountCents: 500, reason: REASON };
    expect((await act(student, 'submissions/actions/refund', [id], inputs)).statusCode).toBe(403);
    expect((await act(student, 'payments/actions/refund', [paymentId], inputs)).statusCode).toBe(403);
    const own = await staff.file(form, { cost: 400 });
    await makeBalance(t, 400, { userId: staff.user.id });
    await payCaller(t, staff.user).payWithBalances(`request/${own.id}`, 400);
    const refused = await act(staff, 'submissions/actions/refund', [own.id], { amountCents: 400, reason: REASON });
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('Someone else');
  });

  test('once with a repeated call, and once by two people at the same time', async () => {
    const store = await caller(t, 'StoreAdmin');
    const { balanceId, paymentId } = await paid(900);
    const body = { ids: [paymentId], inputs: { amountCents: 400, reason: REASON } };
    const key = randomUUID();
    const repeat = () =>
      t.app.inject({
        method: 'POST',
        url: '/api/payments/actions/refund',
        headers: { cookie: store.user.cookie, 'idempotency-key': key },
        payload: body,
      });
    expect((await Promise.all([repeat(), repeat()])).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await counters(t.services.db, balanceId)).toMatchObject({ balanceCents: 400 });
    const others = await Promise.all([caller(t, 'StoreAdmin'), caller(t, 'StoreAdmin')]);
    const answers = await Promise.all(
      others.map((one) => act(one, 'payments/actions/refund', [paymentId], { amountCents: 500, reason: REASON })),
    );
    expect(answers.map(({ statusCode }) => statusCode >= 400).toSorted()).toEqual([false, true]);
    expect(await counters(t.services.db, balanceId)).toMatchObject({ balanceCents: 900 });
  });

  test('late payments, which are in suspense', async () => {
    const store = await caller(t, 'StoreAdmin');
    const student = await caller(t, 'Student');
    const { id } = await student.file(form, { cost: 500 });
    const paymentId = await payCaller(t, student.user).card(`request/${id}`);
    gateway.pay(paymentId);
    await student.moved(id, 'PaymentPending', 'Canceled');
    await settlePayment(t.services, paymentId);
    const question = await plan(store, 'payments/actions/refund', paymentId);
    expect(question.notes).toEqual(['$5.00 goes back to the card.']);
    const done = await act(store, 'payments/actions/refund', [paymentId], { amountCents: 500, reason: REASON });
    expect(done.statusCode).toBe(200);
    const refund = await t.services.db
      .selectFrom('refunds')
      .selectAll()
      .where('paymentId', '=', paymentId)
      .executeTakeFirstOrThrow();
    await refundCard(t.services, refund.id);
    expect(gateway.refunds.get(refund.id)).toBe(500);
    // An older answer of the provider arrives last.
    await settleRefund(t.services, refund.id, { providerId: `re_${refund.id}`, state: 'pending' });
    const after = await t.services.db
      .selectFrom('refunds')
      .select('state')
      .where('id', '=', refund.id)
      .executeTakeFirstOrThrow();
    expect(after.state).toBe('succeeded');
  });
});

describe('canceling a request', () => {
  test('refunds what was paid, as its question says', async () => {
    const { id, balanceId, student } = await paid(1500);
    const question = await plan(staff, 'submissions/actions/cancel', id);
    expect(question).toMatchObject({ effect: '1500', inputs: { refund: { isOptional: true } } });
    expect(question.notes.join(' ')).toContain('$15.00 goes back to the balance ');
    const inputs = { reason: 'The machine broke' };
    const unseen = await act(staff, 'submissions/actions/cancel', [id], inputs);
    expect([unseen.statusCode, unseen.json<{ code: string }>().code]).toEqual([409, 'action.effect-changed']);
    const stale = await act(staff, 'submissions/actions/cancel', [id], inputs, { effect: '1400' });
    expect(stale.json()).toMatchObject({ code: 'action.effect-changed' });
    expect(await counters(t.services.db, balanceId)).toMatchObject({ balanceCents: 0 });
    expect((await act(staff, 'submissions/actions/cancel', [id], inputs, { effect: '1500' })).statusCode).toBe(200);
    expect(await counters(t.services.db, balanceId)).toMatchObject({ balanceCents: 1500 });
    expect(await student.see(id)).toMatchObject({ status: 'Canceled', paidCents: 0 });
  });

  test('returns the part that was paid of it', async () => {
    const student = await caller(t, 'Student');
    const balanceId = await makeBalance(t, 300, { userId: student.user.id });
    const { id } = await student.file(form, { cost: 900 });
    await payCaller(t, student.user).payWithBalances(`request/${id}`, 300);
    const canceled = await act(
      staff,
      'submissions/actions/cancel',
      [id],
      { reason: 'No longer made' },
      { effect: '300' },
    );
    expect([canceled.statusCode, canceled.body]).toEqual([200, expect.anything()]);
    expect(await counters(t.services.db, balanceId)).toMatchObject({ balanceCents: 300 });
    expect(await student.see(id)).toMatchObject({ status: 'Canceled', paidCents: 0 });
  });

  test('refunds nothing where staff say so', async () => {
    const { id, balanceId } = await paid(700);
    const question = await plan(staff, 'submissions/actions/cancel', id, { refund: false });
    expect(question.effect).toBe('0');
    expect(question.notes).toContain('Nothing is refunded.');
    const inputs = { reason: 'The customer broke it', refund: false };
    expect((await act(staff, 'submissions/actions/cancel', [id], inputs, { effect: '0' })).statusCode).toBe(200);
    expect(await counters(t.services.db, balanceId)).toMatchObject({ balanceCents: 0 });
  });
});

describe('a change of a paid request', () => {
  async function changing(cost: number) {
    const { id, balanceId, student } = await paid(900);
    await staff.moved(id, 'PaymentComplete', 'CustomerActionNeeded', { reason: 'Another size?' });
    const { version } = await student.open(form, id);
    const body = { formVersionId: version.id, data: { cost }, from: 'CustomerActionNeeded' };
    const path = `/api/requests/submissions/${id}/resubmit`;
    const resubmit = (seen: object) => student.call('POST', path, { ...body, ...seen });
    return { id, balanceId, student, resubmit, effect: () => student.call('POST', `${path}/effect`, body) };
  }

  test('that costs less says what is refunded, and refunds exactly that', async () => {
    const { id, balanceId, student, resubmit, effect } = await changing(600);
    expect((await effect()).json()).toEqual({
      ...{ refundCents: 300, dueCents: 0 },
      sentences: [
        'You have paid $9.00.',
        'The price is $6.00 now.',
        expect.stringMatching(/^\$3\.00 goes back to your balance /),
      ],
    });
    for (const seen of [{}, { refundCents: 299 }])
      expect((await resubmit(seen)).json()).toMatchObject({ status: 409, code: 'payment.effect-changed' });
    expect(await student.see(id)).toMatchObject({ status: 'CustomerActionNeeded', paidCents: 900 });
    expect((await resubmit({ refundCents: 300 })).statusCode).toBe(200);
    expect(await student.see(id)).toMatchObject({ status: 'PaymentComplete', costCents: 600, paidCents: 600 });
    expect(await counters(t.services.db, balanceId)).toMatchObject({ balanceCents: 300 });
  });

  test('that costs more says what is due', async () => {
    const { id, student, resubmit, effect } = await changing(1100);
    expect((await effect()).json()).toEqual({
      ...{ refundCents: 0, dueCents: 200 },
      sentences: ['You have paid $9.00.', 'The price is $11.00 now.', '$2.00 of it is due.'],
    });
    expect((await resubmit({ refundCents: 0 })).statusCode).toBe(200);
    expect(await student.see(id)).toMatchObject({ status: 'PaymentPending', costCents: 1100, paidCents: 900 });
  });

  test('that costs the same asks nothing, and is shown to no one else', async () => {
    const { id, resubmit, effect } = await changing(900);
    expect((await effect()).json()).toEqual({ refundCents: 0, dueCents: 0, sentences: [] });
    const stranger = await caller(t, 'Student');
    const body = { formVersionId: 1, data: { cost: 1 }, from: 'CustomerActionNeeded' };
    const path = `/api/requests/submissions/${id}/resubmit/effect`;
    expect((await stranger.call('POST', path, body)).statusCode).toBe(404);
    expect((await resubmit({})).statusCode).toBe(200);
  });
});

test('a payment reopens a stale request', async () => {
  const student = await caller(t, 'Student');
  await makeBalance(t, 300, { userId: student.user.id });
  const { id } = await student.file(form, { cost: 300 });
  await staff.moved(id, 'PaymentPending', 'Stale');
  const pay = payCaller(t, student.user);
  expect(await pay.view(`request/${id}`)).toMatchObject({ state: 'due', dueCents: 300 });
  expect((await pay.payWithBalances(`request/${id}`, 300)).json()).toMatchObject({ state: 'paid' });
  expect(await student.see(id)).toMatchObject({ status: 'PaymentComplete', paidCents: 300 });
});

test('a card payment that has begun but has too little time left is replaced', async () => {
  const student = await caller(t, 'Student');
  const { id } = await student.file(form, { cost: 300 });
  const pay = payCaller(t, student.user);
  const first = await pay.card(`request/${id}`);
  const soon = new Date(t.services.clock.now() + 10 * 60_000).toISOString();
  const reset = { state: 'created', sessionId: null, checkoutUrl: null, expiresAt: soon } as const;
  await t.services.db.updateTable('payments').set(reset).where('id', '=', first).execute();
  expect(await pay.card(`request/${id}`)).not.toBe(first);
});
