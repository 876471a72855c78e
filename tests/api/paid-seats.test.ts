import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ActionPlan } from '../../domain/calls/action-parts.ts';
import { makeRow } from '../factories/any-row.ts';
import { DAY, HOUR, isoAhead, makeSession } from './event-support.ts';
import { counters, differences, makeBalance } from './ledger-support.ts';
import { MemoryGateway, payCaller } from './payment-support.ts';
import { caller, startRequestsApp, type RequestCaller } from './request-calls.ts';
import type { TestApp } from './support.ts';

let t: TestApp;
let admin: RequestCaller;
let staff: RequestCaller;

beforeAll(async () => {
  t = (await startRequestsApp()).app;
  admin = await caller(t, 'Administrator');
  staff = await caller(t, 'EventAdmin');
});
afterEach(async () => expect(await differences(t.services.db)).toEqual([]));
afterAll(() => t.close());

const leftOn = async (balanceId: number): Promise<number> => (await counters(t.services.db, balanceId)).balanceCents;

async function payFor(student: RequestCaller, id: number, cents: number): Promise<number> {
  const balanceId = await makeBalance(t, cents, { userId: student.user.id });
  const paid = await payCaller(t, student.user).payWithBalances(`ticket/${id}`, cents);
  expect(paid.json()).toMatchObject({ state: 'paid', paidCents: cents });
  expect(await leftOn(balanceId)).toBe(0);
  return balanceId;
}

async function refundsOf(student: RequestCaller): Promise<number[]> {
  const rows = await t.services.db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.paymentId')
    .select('r.amountCents')
    .where('p.payerId', '=', student.user.id)
    .execute();
  return rows.map(({ amountCents }) => amountCents);
}

async function statusesOf(student: RequestCaller): Promise<string[]> {
  const rows = await t.services.db
    .selectFrom('tickets')
    .select('status')
    .where('userId', '=', student.user.id)
    .orderBy('id')
    .execute();
  return rows.map(({ status }) => status);
}

/** The seats of a series of three sessions for $5 each, booked as a whole. */
async function bookedSeries() {
  const { id: eventId = null } = await makeRow(t.services, 'events', {
    ...{ active: true, signupOpensDays: 30, feeCents: 500, refundDeadlineHours: 24 },
  });
  const { id: seriesId = null } = await makeRow(t.services, 'eventSeries', {
    ...{ eventId, startsAt: isoAhead(t, 3 * DAY), endsAt: isoAhead(t, 3 * DAY + HOUR), isBookedAsWhole: true },
    rule: null,
  });
  const sessions: number[] = [];
  for (const days of [3, 4, 5])
    sessions.push(await makeSession(t, [days * DAY, days * DAY + HOUR], { instance: { eventId, seriesId } }));
  const student = await caller(t, 'Student');
  const booked = await student.call('POST', `/api/events/instances/${sessions[0]}/tickets?whole=true`, {});
  expect(booked.statusCode, booked.body).toBe(200);
  const tickets = await t.services.db
    .selectFrom('tickets')
    .select('id')
    .where('userId', '=', student.user.id)
    .orderBy('id')
    .execute();
  return { student, ids: tickets.map(({ id }) => id), bookedId: booked.json<{ id: number }>().id };
}

async function paidSeries() {
  const { student, ids, bookedId } = await bookedSeries();
  const balanceId = await payFor(student, bookedId, 1_500);
  expect(await statusesOf(student)).toEqual(['confirmed', 'confirmed', 'confirmed']);
  const cancel = (id = 0, refundCents = 1_500) =>
    student.call('POST', `/api/events/tickets/${id}/cancel`, { refundCents });
  return { student, ids, balanceId, cancel };
}

test('a series for which a card payment has begun is paid with a balance at each of its seats', async () => {
  t.services.gateway = new MemoryGateway();
  const { student, ids } = await bookedSeries();
  await makeBalance(t, 1_500, { userId: student.user.id });
  const pay = payCaller(t, student.user);
  for (const id of ids) await pay.card(`ticket/${id}`);
  expect((await pay.payWithBalances(`ticket/${ids[2]}`, 500)).json()).toMatchObject({ state: 'due', paidCents: 500 });
  await pay.card(`ticket/${ids[0]}`);
  expect((await pay.payWithBalances(`ticket/${ids[1]}`, 1_000)).json()).toMatchObject({ state: 'paid' });
});

describe('a paid series that is booked as a whole', () => {
  test('is refunded once when its attendee cancels it in two tabs', async () => {
    const { student, ids, balanceId, cancel } = await paidSeries();
    expect((await cancel(ids[1], 500)).json()).toMatchObject({ code: 'payment.effect-changed' });
    const answers = await Promise.all([cancel(ids[0]), cancel(ids[0])]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await cancel(ids[0])).statusCode).toBe(200);
    expect(await statusesOf(student)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect([await leftOn(balanceId), await refundsOf(student)]).toEqual([1_500, [1_500]]);
  });

  test('is refunded once when two of its seats are canceled at the same time, by the attendee and by staff', async () => {
    const { student, ids, balanceId, cancel } = await paidSeries();
    const body = { ids: [ids[2]], effect: '1500' };
    expect(
      (await staff.call('POST', '/api/tickets/actions/cancel/plan', { ids: [ids[2]], inputs: {} })).json(),
    ).toEqual(expect.objectContaining({ effect: '1500' }));
    const answers = await Promise.all([cancel(ids[0]), staff.call('POST', '/api/tickets/actions/cancel', body)]);
    expect(answers.map(({ statusCode }) => statusCode)).toContain(200);
    expect(await statusesOf(student)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect([await leftOn(balanceId), await refundsOf(student)]).toEqual([1_500, [1_500]]);
  });
});

async function paidSeat() {
  const sessionId = await makeSession(t, [3 * DAY, 3 * DAY + HOUR], { event: { feeCents: 500 } });
  const student = await caller(t, 'Student');
  const booked = await student.call('POST', `/api/events/instances/${sessionId}/tickets`, {});
  const { id: ticketId } = booked.json<{ id: number }>();
  return { student, sessionId, ticketId, balanceId: await payFor(student, ticketId, 500) };
}

describe('a paid seat', () => {
  test('of a person added by mistake is refunded once when staff remove them', async () => {
    const { student, ticketId, balanceId } = await paidSeat();
    // Staff can add people to the waitlist, who then pay for an offered seat.
    await t.services.db.updateTable('tickets').set({ source: 'staff' }).where('id', '=', ticketId).execute();
    const url = '/api/tickets/actions/remove';
    const plan = await staff.call('POST', `${url}/plan`, { ids: [ticketId], inputs: {} });
    expect(plan.json<ActionPlan>()).toMatchObject({ effect: '500' });
    expect((await staff.call('POST', url, { ids: [ticketId] })).json()).toMatchObject({
      code: 'action.effect-changed',
    });
    const remove = () => staff.call('POST', url, { ids: [ticketId], effect: '500' });
    const answers = await Promise.all([remove(), remove()]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await statusesOf(student)).toEqual(['cancelled']);
    expect([await leftOn(balanceId), await refundsOf(student)]).toEqual([500, [500]]);
  });

  test('is not deleted, neither by itself nor with its session', async () => {
    const { student, sessionId, ticketId } = await paidSeat();
    const answers = [
      await admin.call('DELETE', `/api/tickets/${ticketId}`),
      await admin.call('DELETE', `/api/instances/${sessionId}`),
      await admin.call('POST', '/api/instances/actions/remove', { ids: [sessionId], inputs: {} }),
    ];
    expect(answers.map((answer) => [answer.statusCode, answer.json<{ detail: string }>().detail])).toEqual([
      [403, 'Sign-ups cannot be deleted directly.'],
      [409, 'It cannot be deleted because it is still used (Sign-ups: 1).'],
      [409, 'It cannot be deleted because it is still used (Sign-ups: 1).'],
    ]);
    expect([await statusesOf(student), await refundsOf(student)]).toEqual([['confirmed'], []]);
  });
});
