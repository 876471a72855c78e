import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { refundThings } from '../../server/features/payments/refunds.ts';
import { settlePayment } from '../../server/features/payments/card-payments.ts';
import { loadPayable } from '../../server/features/payments/charges.ts';
import { SYSTEM } from '../../domain/declarations/actor.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { makeBalance, counters, differences } from './ledger-support.ts';
import { DAY, HOUR, makeSession } from './event-support.ts';
import { addSingleUseDiscount, MemoryGateway, payCaller, pricedForm } from './payment-support.ts';
import { caller, startRequestsApp, type RequestCaller } from './request-calls.ts';
import type { TestApp } from './support.ts';

let t: TestApp;
let staff: RequestCaller;
let other: RequestCaller;
let form: string;
let gateway: MemoryGateway;

beforeAll(async () => {
  const started = await startRequestsApp();
  t = started.app;
  ({ staff, other } = started);
  form = await pricedForm(started.admin);
  gateway = new MemoryGateway();
  t.services.gateway = gateway;
});
afterEach(async () => expect(await differences(t.services.db)).toEqual([]));
afterAll(() => t.close());

/** A student with these balances, and a request that costs so much. */
async function owing(costCents: number, ...balances: number[]) {
  const student = await caller(t, 'Student');
  const ids: number[] = [];
  for (const cents of balances) ids.push(await makeBalance(t, cents, { userId: student.user.id }));
  const { id } = await student.file(form, { cost: costCents });
  return { student, id, ids, path: `request/${id}`, pay: payCaller(t, student.user) };
}

async function account(code: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(case when p."debitId" = a."id" then p."amountCents" else -p."amountCents" end), 0)::bigint as cents
    from "ledgerAccounts" a join "ledgerPostings" p on a."id" in (p."debitId", p."creditId")
    where a."code" = ${code}`.execute(t.services.db);
  return Math.abs(Number(rows[0]?.cents ?? 0));
}

function noticesOf(userId: number, event: string) {
  return t.services.db
    .selectFrom('messages as m')
    .innerJoin('messageRecipients as r', 'r.messageId', 'm.id')
    .select('m.subject')
    .where('r.userId', '=', userId)
    .where('m.event', '=', event)
    .execute();
}

function settle(paymentId: number) {
  return settlePayment(t.services, paymentId);
}

describe('a request', () => {
  test('is paid with several balances, and continues immediately', async () => {
    const { student, id, ids, path, pay } = await owing(700, 500, 300);
    const view = await pay.view(path);
    expect(view).toMatchObject({ state: 'due', dueCents: 700, amountCents: 700, isOwn: true });
    expect(view.balances.map(({ spendableCents }) => spendableCents)).toEqual([500, 300]);
    const paid = await pay.payWithBalances(path, 700);
    expect(paid.json()).toMatchObject({ state: 'paid', paidCents: 700, dueCents: 0 });
    expect(await student.see(id)).toMatchObject({ status: 'PaymentComplete', paidCents: 700 });
    expect(await Promise.all(ids.map((one) => counters(t.services.db, one)))).toMatchObject([
      { balanceCents: 0 },
      { balanceCents: 100 },
    ]);
    expect((await pay.payWithBalances(path, 1)).json()).toMatchObject({ code: 'payment.not-due' });
  });

  test('is paid in parts by different methods', async () => {
    const { student, id, path, pay } = await owing(900, 400);
    expect((await pay.payWithBalances(path, 500)).json()).toMatchObject({ code: 'ledger.not-enough' });
    expect((await pay.payWithBalances(path, 400)).json()).toMatchObject({
      state: 'due',
      paidCents: 400,
      dueCents: 500,
    });
    expect((await pay.payWithBalances(path, 501)).json()).toMatchObject({ code: 'payment.amount-changed' });
    const paymentId = await pay.card(path);
    gateway.pay(paymentId);
    expect((await pay.call('GET', `payments/${paymentId}`)).json()).toMatchObject({
      state: 'captured',
      amountCents: 500,
    });
    expect(await student.see(id)).toMatchObject({ status: 'PaymentComplete', paidCents: 900 });
  });

  test('has the current price again after the part that was paid is refunded', async () => {
    await addSingleUseDiscount(t, form);
    const [first, second] = [await owing(800, 800), await owing(800, 800)];
    await first.pay.payWithBalances(first.path, 100);
    expect(await first.pay.view(first.path)).toMatchObject({ amountCents: 400, dueCents: 300 });
    await t.services.engine.transaction(async (tx) => {
      const context = { services: t.services, tx, actor: SYSTEM };
      await loadPayable(context, 'request', first.id);
      await refundThings(context, 'request', [{ id: first.id, amountCents: 100 }], 'Changed plans');
    });
    expect((await second.pay.payWithBalances(second.path, 400)).json()).toMatchObject({ state: 'paid' });
    expect(await first.pay.view(first.path)).toMatchObject({ dueCents: 800 });
  });

  test('is paid once with a repeated call', async () => {
    const { path, pay, ids } = await owing(200, 900);
    const answers = await Promise.all(
      [1, 2, 3].map(() => pay.payWithBalances(path, 200, { repeat: 'one-and-the-same' })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await counters(t.services.db, ids[0] ?? 0)).toMatchObject({ balanceCents: 700 });
  });

  test('is paid once by two tabs at the same time', async () => {
    const { path, pay, ids } = await owing(200, 900);
    const answers = await Promise.all([1, 2, 3, 4].map(() => pay.payWithBalances(path, 200)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    expect(await counters(t.services.db, ids[0] ?? 0)).toMatchObject({ balanceCents: 700 });
  });

  test('is paid by someone else with the link, and by no one without it', async () => {
    const { path, pay, student, id } = await owing(300, 0);
    const friend = await caller(t, 'Student');
    await makeBalance(t, 1000, { userId: friend.user.id });
    const friendPay = payCaller(t, friend.user);
    expect((await friendPay.call('GET', path)).statusCode).toBe(404);
    const { code, path: link } = (await pay.call('POST', `${path}/desk`, {})).json<{ code: string; path: string }>();
    expect(link).toBe(`/payment/${path}?key=${code}`);
    expect(await friendPay.view(`${path}?key=${code}`)).toMatchObject({ isOwn: false, path: null, dueCents: 300 });
    expect((await friendPay.call('GET', `${path}?key=23456789AB`)).statusCode).toBe(404);
    expect((await friendPay.payWithBalances(path, 300)).statusCode).toBe(404);
    expect((await friendPay.payWithBalances(path, 300, { key: code })).statusCode).toBe(200);
    expect((await student.see(id)).status).toBe('PaymentComplete');
  });

  test('is shown to people with the right key as often as they like, and not to those who guess', async () => {
    const { path, pay } = await owing(300);
    const { code } = (await pay.call('POST', `${path}/desk`, {})).json<{ code: string }>();
    const friend = payCaller(t, (await caller(t, 'Student')).user);
    const statusesOf = async (key: string): Promise<number[]> => {
      const statuses = new Set<number>();
      for (let count = 0; count < 61; count += 1)
        statuses.add((await friend.call('GET', `${path}?key=${key}`)).statusCode);
      return [...statuses];
    };
    expect(await statusesOf(code)).toEqual([200]);
    expect(await statusesOf('2222222222')).toEqual([404, 429]);
  });

  test('is not paid in part when more is due than the payer has seen', async () => {
    const { path, pay } = await owing(300, 300);
    const body = { amountCents: 200, dueCents: 200 };
    expect((await pay.call('POST', `${path}/balances`, body)).json()).toMatchObject({ code: 'payment.amount-changed' });
    expect(await pay.view(path)).toMatchObject({ state: 'due', paidCents: 0, dueCents: 300 });
  });

  test('is paid at the desk by staff, never by the customer', async () => {
    const { id } = await owing(600);
    const own = await staff.file(form, { cost: 400 });
    expect((await staff.move(own.id, 'PaymentPending', 'PaymentComplete', { method: 'cash' })).statusCode).toBe(409);
    const before = await account('cash');
    await staff.moved(id, 'PaymentPending', 'PaymentComplete', { method: 'cash', note: 'Receipt 7' });
    expect((await account('cash')) - before).toBe(600);
  });

  test('is found among the transactions by its customer, with cash and by card, and when it is refunded', async () => {
    const { student, id, path, pay } = await owing(900);
    const paymentId = await pay.card(path);
    gateway.pay(paymentId);
    await settle(paymentId);
    await t.services.engine.transaction(async (tx) => {
      const context = { services: t.services, tx, actor: SYSTEM };
      await loadPayable(context, 'request', id);
      await refundThings(context, 'request', [{ id, amountCents: 900 }], 'Broken');
    });
    const { id: another } = await student.file(form, { cost: 500 });
    await staff.moved(another, 'PaymentPending', 'PaymentComplete', { method: 'cash', note: 'Receipt 8' });
    const reader = await caller(t, 'TransactionReader');
    const filter = encodeURIComponent(JSON.stringify({ userId: student.user.id }));
    const rows = (await reader.call('GET', `/api/transactions?filter=${filter}`)).json<Row[]>();
    expect(rows.map(({ purpose, amountCents }) => `${String(purpose)} ${Number(amountCents)}`).toSorted()).toEqual([
      'payment 500',
      'payment 900',
      'refund 900',
    ]);
  });
});

describe('a card payment', () => {
  test('has one session for several tabs, and another payer ends it', async () => {
    const { path, pay } = await owing(500);
    const [first, second] = await Promise.all([pay.card(path), pay.card(path)]);
    expect(first).toBe(second);
    const { code } = (await pay.call('POST', `${path}/desk`, {})).json<{ code: string }>();
    const third = await payCaller(t, other.user).card(path, code);
    expect(third).not.toBe(first);
    expect(gateway.pay(first)).toBe(false);
    gateway.pay(third);
    // The webhook may come twice, and at the same time as the page.
    await Promise.all([settle(third), settle(third), settle(third)]);
    expect(await pay.view(path)).toMatchObject({ state: 'paid', paidCents: 500 });
  });

  test('that was paid before the payer chose another method is booked, not charged again', async () => {
    const { path, pay, ids } = await owing(500, 800);
    gateway.pay(await pay.card(path));
    expect((await pay.payWithBalances(path, 500)).json()).toMatchObject({ code: 'payment.not-due' });
    expect(await counters(t.services.db, ids[0] ?? 0)).toMatchObject({ balanceCents: 800 });
    expect((await pay.view(path)).state).toBe('paid');
  });

  test('that arrives after the request was canceled goes to suspense', async () => {
    const { student, id, path, pay } = await owing(500);
    const paymentId = await pay.card(path);
    gateway.pay(paymentId);
    await student.moved(id, 'PaymentPending', 'Canceled');
    const before = await account('suspense');
    expect(await settle(paymentId)).toMatchObject({ state: 'captured', isLate: true });
    expect((await account('suspense')) - before).toBe(500);
    expect((await student.see(id)).paidCents).toBe(0);
    await settle(paymentId);
    expect(await noticesOf(student.user.id, 'paymentLate')).toHaveLength(1);
  });

  test('in another currency pays nothing, and goes to suspense', async () => {
    const { path, pay } = await owing(450);
    const paymentId = await pay.card(path);
    gateway.pay(paymentId);
    const session = gateway.sessions.get(`cs_${paymentId}_1`);
    if (session) session.currency = 'JPY';
    expect(await settle(paymentId)).toMatchObject({ state: 'captured', isLate: true });
    expect(await pay.view(path)).toMatchObject({ state: 'due', dueCents: 450 });
  });

  test('that the bank refuses later notifies its payer once, and can be paid again', async () => {
    const { student, path, pay } = await owing(500);
    const paymentId = await pay.card(path);
    gateway.refuse(paymentId);
    for (const state of ['failed', 'failed']) expect(await settle(paymentId)).toMatchObject({ state });
    expect(await noticesOf(student.user.id, 'paymentFailed')).toHaveLength(1);
    expect((await pay.view(path)).state).toBe('due');
    const next = await pay.card(path);
    gateway.pay(next);
    expect(await settle(next)).toMatchObject({ state: 'captured', isLate: false });
  });
});

describe('a held seat', () => {
  async function seat(offerHours = 2) {
    const instanceId = await makeSession(t, [2 * DAY, 2 * DAY + HOUR], { event: { feeCents: 500, offerHours } });
    const student = await caller(t, 'Student');
    await makeBalance(t, 2000, { userId: student.user.id });
    const answer = await student.call('POST', `/api/events/instances/${instanceId}/tickets`, {});
    const { id } = answer.json<{ id: number }>();
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return { student, id, path: `ticket/${id}`, pay: payCaller(t, student.user) };
  }
  const statusOfTicket = async (id: number) =>
    (await t.services.db.selectFrom('tickets').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

  test('is confirmed by its payment', async () => {
    const { id, path, pay } = await seat();
    expect(await pay.view(path)).toMatchObject({
      state: 'due',
      dueCents: 500,
      expiresAt: expect.any(String) as string,
    });
    expect((await pay.payWithBalances(path, 500)).json()).toMatchObject({ state: 'paid' });
    expect(await statusOfTicket(id)).toBe('confirmed');
  });

  test('that was given up is no longer due, and its charge is void', async () => {
    const { student, id, path, pay } = await seat();
    await pay.call('POST', `${path}/desk`, {});
    await student.call('POST', `/api/events/tickets/${id}/cancel`);
    expect(await statusOfTicket(id)).toBe('cancelled');
    expect(await pay.view(path)).toMatchObject({ state: 'void', dueCents: 0 });
    expect((await pay.payWithBalances(path, 500)).json()).toMatchObject({ code: 'payment.not-due' });
  });
});

test('a person tops up the own balance with a card, and gets one if there is none', async () => {
  const student = await caller(t, 'Student');
  const pay = payCaller(t, student.user);
  expect((await pay.call('POST', 'topup', { amountCents: 1 })).statusCode).toBe(400);
  const { id } = (await pay.call('POST', 'topup', { amountCents: 2500 })).json<{ id: number }>();
  expect(await pay.view(`topup/${id}`)).toMatchObject({ state: 'due', dueCents: 2500, balances: [] });
  expect((await pay.payWithBalances(`topup/${id}`, 2500)).json()).toMatchObject({ code: 'payment.not-possible' });
  gateway.pay(await pay.card(`topup/${id}`));
  expect((await pay.view(`topup/${id}`)).state).toBe('processing');
  const live = await t.services.db.selectFrom('payments').select('id').where('payerId', '=', student.user.id).execute();
  for (const payment of live) await settle(payment.id);
  expect(await counters(t.services.db, id)).toMatchObject({ balanceCents: 2500 });
});

describe('a refund', () => {
  test('returns each part to where it came from, the last payment first', async () => {
    const { id, path, pay, ids, student } = await owing(900, 300, 200);
    await pay.payWithBalances(path, 500);
    const paymentId = await pay.card(path);
    gateway.pay(paymentId);
    await settle(paymentId);
    const refund = (amountCents: number) =>
      t.services.engine.transaction(async (tx) => {
        const context = { services: t.services, tx, actor: SYSTEM };
        await loadPayable(context, 'request', id);
        await refundThings(context, 'request', [{ id, amountCents }], 'Broken');
      });
    await refund(500);
    expect(await counters(t.services.db, ids[1] ?? 0)).toMatchObject({ balanceCents: 100 });
    await refund(400);
    expect(await counters(t.services.db, ids[0] ?? 0)).toMatchObject({ balanceCents: 300 });
    await expect(refund(1)).rejects.toMatchObject({ problem: { code: 'payment.not-refundable' } });
    expect((await student.see(id)).paidCents).toBe(0);
    expect(await pay.view(path)).toMatchObject({ paidCents: 0, refundedCents: 900 });
  });
});

test.each([
  ['/requests/myrequests?page=2', '/requests/myrequests?page=2'],
  ['/signup/details/7#fees', '/signup/details/7#fees'],
  ['https://evil.example/', null],
  ['//evil.example/', null],
  ['/\\evil.example', null],
  ['/%5cevil.example', null],
  ['javascript:alert(1)', null],
  [' /requests', null],
])('the card provider returns people to the payment, which leads back to %s', async (from, expected) => {
  const { student, id, path } = await owing(500);
  const answer = await student.call('POST', `/api/payment/${path}/card`, { from });
  expect(answer.statusCode, answer.body).toBe(200);
  const { paymentId } = answer.json<{ paymentId: number }>();
  const { session } = gateway.sessions.get(`cs_${paymentId}_1`)!;
  const addresses = [session.successUrl, session.cancelUrl].map((url) => new URL(url));
  const [success, cancel] = addresses as [URL, URL];
  expect(new Set(addresses.map(({ origin }) => origin)).size).toBe(1);
  expect(addresses.map(({ host }) => host)).not.toContain('evil.example');
  expect(addresses.map(({ pathname }) => pathname)).toEqual(Array(2).fill(`/payment/request/${id}`));
  expect(addresses.map(({ searchParams }) => searchParams.get('from'))).toEqual([expected, expected]);
  expect([success.searchParams.get('payment'), cancel.searchParams.get('payment')]).toEqual([`${paymentId}`, null]);
});

test('the address to return to can have 500 characters', async () => {
  const { student, path } = await owing(500);
  const answer = await student.call('POST', `/api/payment/${path}/card`, { from: `/${'a'.repeat(500)}` });
  expect(answer.statusCode).toBe(400);
});
