import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { settlePayment } from '../../server/features/payments/card-payments.ts';
import { accountCents, differences } from './ledger-support.ts';
import { MemoryGateway, payCaller, pricedForm } from './payment-support.ts';
import { caller, startRequestsApp } from './request-calls.ts';
import type { TestApp, TestUser } from './support.ts';

let t: TestApp;
let form: string;
let staff: TestUser;
const gateway = new MemoryGateway();
beforeAll(async () => {
  const started = await startRequestsApp();
  t = started.app;
  form = await pricedForm(started.admin);
  staff = await t.createUser({ roles: ['StoreAdmin'] });
  t.services.gateway = gateway;
});
afterEach(async () => expect(await differences(t.services.db)).toEqual([]));
afterAll(() => t.close());

/** A card payment for a request that was canceled meanwhile. */
async function latePayment(cents = 1250) {
  const student = await caller(t, 'Student');
  const { id } = await student.file(form, { cost: cents });
  const pay = payCaller(t, student.user);
  const paymentId = await pay.card(`request/${id}`);
  gateway.pay(paymentId);
  await student.moved(id, 'PaymentPending', 'Canceled');
  await settlePayment(t.services, paymentId);
  return { student, pay, paymentId };
}

function run(user: TestUser, action: string, id: number, inputs: object) {
  return t.app.inject({
    method: 'POST',
    url: `/api/suspensePayments/actions/${action}`,
    headers: { cookie: user.cookie, 'idempotency-key': randomUUID() },
    payload: { ids: [id], inputs },
  });
}

async function rowOf(id: number): Promise<Row> {
  const answer = await t.app.inject({ url: `/api/suspensePayments/${id}`, headers: { cookie: staff.cookie } });
  return answer.json<Row>();
}

const REASON = { reason: 'Request canceled' };

describe('money in suspense', () => {
  test('is returned to the card once', async () => {
    const { paymentId } = await latePayment();
    expect(await rowOf(paymentId)).toMatchObject({ openCents: 1250, state: 'open' });
    const before = await accountCents(t, 'suspense');
    const answers = await Promise.all([
      run(staff, 'refund', paymentId, REASON),
      run(staff, 'refund', paymentId, REASON),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await rowOf(paymentId)).toMatchObject({ refundedCents: 1250, openCents: 0, state: 'settled' });
    expect((await accountCents(t, 'suspense')) - before).toBe(1250);
  });

  test('moves to the balance of the payer once', async () => {
    const { paymentId, student } = await latePayment();
    const answers = await Promise.all([
      run(staff, 'toBalance', paymentId, REASON),
      run(staff, 'toBalance', paymentId, REASON),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const balance = await t.services.db
      .selectFrom('balances')
      .select('balanceCents')
      .where('userId', '=', student.user.id)
      .executeTakeFirstOrThrow();
    expect(balance.balanceCents).toBe(1250);
    expect((await run(staff, 'refund', paymentId, REASON)).statusCode).toBe(409);
  });

  test('pays an open charge of the same person; the rest stays', async () => {
    const { paymentId, student, pay } = await latePayment();
    const other = await caller(t, 'Student');
    const { id } = await student.file(form, { cost: 1000 });
    const { id: foreign } = await other.file(form, { cost: 1000 });
    await pay.call('POST', `request/${id}/desk`, {});
    await payCaller(t, other.user).call('POST', `request/${foreign}/desk`, {});
    const chargeOf = async (sourceId: number): Promise<number> => {
      const charge = await t.services.db
        .selectFrom('charges')
        .select('id')
        .where('openFor', '=', `request:${sourceId}`)
        .executeTakeFirstOrThrow();
      return charge.id;
    };
    expect((await run(staff, 'apply', paymentId, { chargeId: await chargeOf(foreign) })).statusCode).toBe(400);
    const applied = await run(staff, 'apply', paymentId, { chargeId: await chargeOf(id) });
    expect([applied.statusCode, applied.body]).toEqual([200, expect.anything()]);
    expect(await pay.view(`request/${id}`)).toMatchObject({ state: 'paid', paidCents: 1000 });
    expect(await rowOf(paymentId)).toMatchObject({ settledCents: 1000, openCents: 250, state: 'open' });
    expect((await run(staff, 'refund', paymentId, REASON)).statusCode).toBe(200);
    expect(await rowOf(paymentId)).toMatchObject({ openCents: 0, state: 'settled' });
  });

  test('is written off with a reason, by staff who can', async () => {
    const { paymentId, student } = await latePayment();
    const before = await accountCents(t, 'otherIncome');
    expect((await run(student.user, 'writeOff', paymentId, REASON)).statusCode).toBe(403);
    expect((await run(staff, 'writeOff', paymentId, {})).statusCode).toBe(400);
    expect((await run(staff, 'writeOff', paymentId, REASON)).statusCode).toBe(200);
    expect(await accountCents(t, 'otherIncome')).toBe(before - 1250);
    expect((await run(staff, 'writeOff', paymentId, REASON)).statusCode).toBe(409);
  });

  test('is not settled by its own payer', async () => {
    const { paymentId } = await latePayment();
    await t.services.db.updateTable('payments').set({ payerId: staff.id }).where('id', '=', paymentId).execute();
    const refused = await run(staff, 'refund', paymentId, REASON);
    expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('Someone else')]);
  });
});
