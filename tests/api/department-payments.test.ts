import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expireRequests } from '../../server/features/departments/expiry.ts';
import { payApproved } from '../../server/features/payments/departments.ts';
import { refundThings } from '../../server/features/payments/refunds.ts';
import { loadPayable } from '../../server/features/payments/charges.ts';
import type { PaymentView } from '../../domain/calls/payments.ts';
import { counters, differences, makeBalance } from './ledger-support.ts';
import { addSingleUseDiscount, payCaller, pricedForm } from './payment-support.ts';
import { caller, startRequestsApp, type RequestCaller } from './request-calls.ts';
import { SYSTEM, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let form: string;
let contact: TestUser;
beforeAll(async () => {
  const started = await startRequestsApp();
  t = started.app;
  form = await pricedForm(started.admin);
  contact = await t.createUser();
});
afterEach(async () => expect(await differences(t.services.db)).toEqual([]));
afterAll(() => t.close());

interface Terms {
  rule?: Record<string, string | number> | null;
  cents?: number;
  costCents?: number;
}

/** A department, and a student with a rule who owes something for a request. */
async function owing({ rule = {}, cents = 100_000, costCents = 700 }: Terms = {}) {
  const student = await caller(t, 'Student');
  const department = await makeBalance(t, cents, {
    ...{ userId: contact.id, kind: 'departmental', name: `Physics ${randomUUID()}` },
  });
  if (rule !== null)
    await t.services.engine.create(SYSTEM, 'departmentRules', {
      ...{ balanceId: department, userId: student.user.id, accountCheck: 'none', active: true },
      ...rule,
    } as never);
  const { id } = await student.file(form, { cost: costCents });
  const path = `request/${id}`;
  const pay = payCaller(t, student.user);
  const charge = (more: Record<string, unknown> = {}) =>
    pay.call('POST', `${path}/department`, { balanceId: department, amountCents: costCents, ...more }, randomUUID());
  return { student, department, id, path, pay, charge, sent: () => requestOf(department) };
}

type Owing = Awaited<ReturnType<typeof owing>>;

function requestOf(balanceId: number) {
  return t.services.db
    .selectFrom('departmentCharges')
    .selectAll()
    .where('balanceId', '=', balanceId)
    .executeTakeFirstOrThrow();
}

function decide(action: 'approve' | 'decline', id: number, user: TestUser | RequestCaller['user'] = contact) {
  return t.app.inject({
    method: 'POST',
    url: `/api/departmentCharges/actions/${action}`,
    headers: { cookie: user.cookie, 'idempotency-key': randomUUID() },
    payload: { ids: [id], inputs: { reason: 'For the fair' } },
  });
}

async function noticesTo(userId: number, event: string): Promise<string[]> {
  const rows = await t.services.db
    .selectFrom('messages as m')
    .innerJoin('messageRecipients as r', 'r.messageId', 'm.id')
    .select('m.audience')
    .where('r.userId', '=', userId)
    .where('m.event', '=', event)
    .orderBy('m.id')
    .execute();
  return rows.map(({ audience }) => String(audience));
}

async function seen({ pay, path }: Owing): Promise<PaymentView> {
  return pay.view(path);
}

describe('a department', () => {
  test('pays for people with a rule, within their limit', async () => {
    const owed = await owing({ rule: { maxCents: 1_000, period: 'month' } });
    expect((await seen(owed)).departments).toMatchObject([
      { balanceId: owed.department, leftCents: 1_000, state: 'allowed', reason: null },
    ]);
    expect((await owed.charge()).json()).toMatchObject({ state: 'paid', paidCents: 700 });
    expect(await owed.student.see(owed.id)).toMatchObject({ status: 'PaymentComplete', paidCents: 700 });
    expect(await counters(t.services.db, owed.department)).toMatchObject({ balanceCents: 99_300 });
    expect(await owed.sent()).toMatchObject({ state: 'charged', source: 'charges', amountCents: 700 });
    const next = await owed.student.file(form, { cost: 301 });
    const view = await owed.pay.view(`request/${next.id}`);
    expect(view.departments).toMatchObject([{ leftCents: 300, state: 'refused', reason: expect.any(String) }]);
    const answer = await owed.pay.call(
      ...(['POST', `request/${next.id}/department`, { balanceId: owed.department, amountCents: 301 }] as const),
      randomUUID(),
    );
    expect(answer.json()).toMatchObject({ code: 'department.not-possible' });
  });

  test('does not pay for people without a rule, nor more than it has', async () => {
    const none = await owing({ rule: null });
    expect((await seen(none)).departments).toEqual([]);
    expect((await none.charge()).json()).toMatchObject({ code: 'department.not-possible' });
    const poor = await owing({ cents: 699 });
    expect((await seen(poor)).departments).toMatchObject([{ state: 'refused' }]);
    expect((await poor.charge()).json()).toMatchObject({ code: 'ledger.not-enough' });
    expect(await counters(t.services.db, poor.department)).toMatchObject({ balanceCents: 699 });
  });

  test('pays all that is due, not a part of it', async () => {
    const owed = await owing();
    expect((await owed.charge({ amountCents: 300 })).json()).toMatchObject({ code: 'payment.amount-changed' });
    expect((await owed.charge({ amountCents: 701 })).json()).toMatchObject({ code: 'payment.amount-changed' });
  });

  test('requests a valid account string, which the payment has', async () => {
    const owed = await owing({ rule: { accountFormat: '###-AA', accountHint: 'From your supervisor' } });
    expect((await seen(owed)).departments).toMatchObject([
      { accountFormat: '###-AA', accountHint: 'From your supervisor', accountCheck: 'none' },
    ]);
    for (const more of [{}, { account: '12-XY' }])
      expect((await owed.charge(more)).json()).toMatchObject({ status: 400, errors: { account: expect.any(String) } });
    expect((await owed.charge({ account: '123-xy' })).statusCode).toBe(200);
    expect(await owed.sent()).toMatchObject({ account: '123-XY' });
  });

  test('gets its money back, and the person their limit', async () => {
    const owed = await owing({ rule: { maxCents: 700, period: 'month' } });
    await owed.charge();
    await t.services.engine.transaction(async (tx) => {
      const context = { services: t.services, tx, actor: SYSTEM };
      await loadPayable(context, 'request', owed.id);
      await refundThings(context, 'request', [{ id: owed.id, amountCents: 200 }], 'Too large');
    });
    expect(await counters(t.services.db, owed.department)).toMatchObject({ balanceCents: 99_500 });
    expect(await owed.sent()).toMatchObject({ refundedCents: 200 });
    const next = await owed.student.file(form, { cost: 5 });
    expect((await owed.pay.view(`request/${next.id}`)).departments).toMatchObject([{ leftCents: 200 }]);
  });

  test('charges a limit once when two tabs pay at the same time', async () => {
    const owed = await owing({ rule: { maxCents: 700, period: 'month' } });
    const answers = await Promise.all([1, 2, 3].map(() => owed.charge()));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await counters(t.services.db, owed.department)).toMatchObject({ balanceCents: 99_300 });
  });
});

describe('above an amount', () => {
  const rule = { approvalAboveCents: 100 };

  test('the contact approves, and it is paid', async () => {
    const owed = await owing({ rule });
    expect((await seen(owed)).departments).toMatchObject([{ state: 'needsApproval' }]);
    expect((await owed.charge()).json()).toMatchObject({
      ...{ state: 'due', dueCents: 700 },
      approval: { state: 'requested', amountCents: 700, isCurrent: true },
    });
    expect(await counters(t.services.db, owed.department)).toMatchObject({ balanceCents: 100_000, heldCents: 0 });
    const { id, expiresAt } = await owed.sent();
    expect(Date.parse(expiresAt ?? '')).toBeGreaterThan(t.services.clock.now());
    expect(await noticesTo(contact.id, 'departmentApproval')).toContain('contact');
    expect((await decide('approve', id, owed.student.user)).statusCode).not.toBe(200);
    await payApproved(t.services, id);
    expect(await seen(owed)).toMatchObject({ state: 'due' });
    expect((await decide('approve', id)).statusCode).toBe(200);
    const queued = await sql<{ data: object }>`select "data" from pgboss.job
      where "name" = 'departments.approved' order by "created_on" desc limit 1`.execute(t.services.db);
    expect(queued.rows).toMatchObject([{ data: { departmentChargeId: id } }]);
    await Promise.all([payApproved(t.services, id), payApproved(t.services, id)]);
    expect(await seen(owed)).toMatchObject({ state: 'paid', paidCents: 700, approval: null });
    expect(await counters(t.services.db, owed.department)).toMatchObject({ balanceCents: 99_300 });
    expect(await owed.sent()).toMatchObject({ state: 'charged', decidedById: contact.id });
    expect(await noticesTo(owed.student.user.id, 'departmentDecision')).toEqual(['approved']);
  });

  test('a declined request is not paid, and another way remains', async () => {
    const owed = await owing({ rule });
    await owed.charge();
    const { id } = await owed.sent();
    expect((await decide('decline', id)).statusCode).toBe(200);
    expect(await seen(owed)).toMatchObject({ state: 'due', approval: { state: 'declined', reason: 'For the fair' } });
    expect((await owed.charge()).json()).toMatchObject({ code: 'department.not-possible' });
    expect(await noticesTo(owed.student.user.id, 'departmentDecision')).toEqual(['declined']);
  });

  test('a request is withdrawn when it is paid in another way', async () => {
    const owed = await owing({ rule });
    await owed.charge();
    await makeBalance(t, 700, { userId: owed.student.user.id });
    expect((await owed.pay.payWithBalances(owed.path, 700)).json()).toMatchObject({ state: 'paid' });
    const { id, state } = await owed.sent();
    expect(state).toBe('withdrawn');
    expect((await decide('approve', id)).statusCode).not.toBe(200);
  });

  test('an approval of another amount pays nothing', async () => {
    const owed = await owing({ rule });
    await owed.charge();
    await makeBalance(t, 50, { userId: owed.student.user.id });
    await owed.pay.payWithBalances(owed.path, 50);
    const { id } = await owed.sent();
    expect(await seen(owed)).toMatchObject({ approval: { isCurrent: false } });
    await decide('approve', id);
    await payApproved(t.services, id);
    expect(await seen(owed)).toMatchObject({ state: 'due', dueCents: 650 });
  });

  test('an approval does not use a discount that was used up in the meantime', async () => {
    await addSingleUseDiscount(t, form);
    const owed = await owing({ rule, costCents: 1_400 });
    expect((await owed.charge({ amountCents: 700 })).json()).toMatchObject({ approval: { state: 'requested' } });
    const other = await caller(t, 'Student');
    await makeBalance(t, 700, { userId: other.user.id });
    const { id } = await other.file(form, { cost: 1_400 });
    expect((await payCaller(t, other.user).payWithBalances(`request/${id}`, 700)).json()).toMatchObject({
      state: 'paid',
    });
    const { id: requestId } = await owed.sent();
    expect((await decide('approve', requestId)).statusCode).toBe(200);
    await payApproved(t.services, requestId);
    expect(await seen(owed)).toMatchObject({ state: 'due', dueCents: 1_400, approval: { isCurrent: false } });
  });

  test('an approval that has expired pays nothing, also before that is stored', async () => {
    const owed = await owing({ rule, cents: 600 });
    await owed.charge();
    const { id } = await owed.sent();
    expect((await decide('approve', id)).statusCode).toBe(200);
    await payApproved(t.services, id);
    expect(await seen(owed)).toMatchObject({ state: 'due', approval: { state: 'approved' } });
    await t.services.db.updateTable('balances').set({ floorCents: -500 }).where('id', '=', owed.department).execute();
    const before = new Date(t.services.clock.now() - 1_000).toISOString();
    await t.services.db.updateTable('departmentCharges').set({ expiresAt: before }).where('id', '=', id).execute();
    expect((await owed.charge()).json()).toMatchObject({ state: 'due', approval: { state: 'requested' } });
  });

  test('a request expires, and can be sent again', async () => {
    const owed = await owing({ rule });
    await owed.charge();
    const { id } = await owed.sent();
    await expireRequests(t.services);
    expect((await owed.sent()).state).toBe('requested');
    const before = new Date(t.services.clock.now() - 1_000).toISOString();
    await t.services.db.updateTable('departmentCharges').set({ expiresAt: before }).where('id', '=', id).execute();
    expect((await decide('approve', id)).statusCode).toBe(409);
    await expireRequests(t.services);
    await expireRequests(t.services);
    expect(await seen(owed)).toMatchObject({ approval: { state: 'expired' } });
    expect(await noticesTo(owed.student.user.id, 'departmentDecision')).toEqual(['expired']);
    expect((await owed.charge()).json()).toMatchObject({ approval: { state: 'requested' } });
  });
});
