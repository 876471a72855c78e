import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ActionPlan } from '../../domain/calls/action-parts.ts';
import { SYSTEM } from '../../domain/declarations/actor.ts';
import { reviewConditions } from '../../server/features/registration/booking/review-conditions.ts';
import { makeRow } from '../factories/any-row.ts';
import { DAY, HOUR, makeSession } from './event-support.ts';
import { counters, differences, makeBalance } from './ledger-support.ts';
import { payCaller } from './payment-support.ts';
import { caller, startRequestsApp, type RequestCaller } from './request-calls.ts';
import type { TestApp } from './support.ts';

let t: TestApp;
let staff: RequestCaller;

beforeAll(async () => {
  t = (await startRequestsApp()).app;
  staff = await caller(t, 'EventAdmin');
});
afterEach(async () => expect(await differences(t.services.db)).toEqual([]));
afterAll(() => t.close());

const FEES = [500, 700, 1100] as const;

/** Sessions of three events. The second requires the first, and the third requires the second. */
async function makeCourse(): Promise<number[]> {
  const ids: number[] = [];
  let required: number | null = null;
  for (const [index, feeCents] of FEES.entries()) {
    const from = (3 + index) * DAY;
    const id = await makeSession(t, [from, from + HOUR], { event: { feeCents, refundDeadlineHours: 48 } });
    const eventId = Number((await t.services.engine.get(SYSTEM, 'instances', id)).eventId);
    if (required !== null)
      await makeRow(t.services, 'prerequisites', { eventId, kind: 'eventAttended', requiredEventId: required });
    required = eventId;
    ids.push(id);
  }
  return ids;
}

/** Someone who has paid seats in these sessions. */
async function attendee(sessionIds: readonly number[], isPaid = true) {
  const person = await caller(t, 'Student');
  const total = FEES.reduce<number>((sum, cents) => sum + cents, 0);
  const balanceId = await makeBalance(t, total, { userId: person.user.id });
  const tickets: number[] = [];
  for (const [index, sessionId] of sessionIds.entries()) {
    const answer = await person.call('POST', `/api/events/instances/${sessionId}/tickets`, {});
    const { id } = answer.json<{ id: number }>();
    if (isPaid) await payCaller(t, person.user).payWithBalances(`ticket/${id}`, FEES[index]!);
    tickets.push(id);
  }
  const left = async () => (await counters(t.services.db, balanceId)).balanceCents;
  return { person, tickets, left };
}

async function plan(id: number): Promise<ActionPlan> {
  return (await staff.call('POST', '/api/instances/actions/cancel/plan', { ids: [id], inputs: {} })).json<ActionPlan>();
}

const cancel = (id: number, effect?: string | null) =>
  staff.call('POST', '/api/instances/actions/cancel', { ids: [id], ...(effect == null ? {} : { effect }) });

async function statuses(ids: readonly number[]): Promise<string[]> {
  const rows = await t.services.db
    .selectFrom('tickets')
    .select('status')
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map(({ status }) => status);
}

test('the question shows the refund of seats that the cancellation releases in other sessions, which then follows', async () => {
  const course = await makeCourse();
  const [all, one] = [await attendee(course), await attendee(course.slice(0, 1))];
  const question = await plan(course[0]!);
  expect(question.effect).toBe('2800');
  expect(question.notes.join(' ')).toContain('$28.00 is refunded to 2 people');
  expect(question.notes).toContain(
    '2 seats in sessions that require a canceled one are released, too; $18.00 of the refund is for them.',
  );
  expect((await cancel(course[0]!, '1000')).json()).toMatchObject({ status: 409, code: 'action.effect-changed' });
  expect((await cancel(course[0]!, question.effect)).statusCode).toBe(200);
  await reviewConditions(t.services, { userId: all.person.user.id });
  await reviewConditions(t.services, { userId: all.person.user.id });
  expect(await statuses([...all.tickets, ...one.tickets])).toEqual(Array(4).fill('cancelled'));
  expect([await all.left(), await one.left()]).toEqual([2300, 2300]);
});

test('a seat whose prerequisite is met in another way is not part of it', async () => {
  const course = await makeCourse();
  const { person, tickets, left } = await attendee(course.slice(0, 2));
  const { eventId } = await t.services.engine.get(SYSTEM, 'instances', course[0]!);
  const again = await makeSession(t, [2 * DAY, 2 * DAY + HOUR], { instance: { eventId: Number(eventId) } });
  const { effect } = await plan(course[0]!);
  expect(effect).toBe('1200');
  const other = await person.call('POST', `/api/events/instances/${again}/tickets`, { inAddition: true });
  expect(other.statusCode, other.body).toBe(200);
  expect((await cancel(course[0]!, effect)).json()).toMatchObject({ status: 409, code: 'action.effect-changed' });
  const question = await plan(course[0]!);
  expect(question.effect).toBe('500');
  expect(question.notes.join(' ')).not.toContain('released');
  expect((await cancel(course[0]!, '500')).statusCode).toBe(200);
  await reviewConditions(t.services, { userId: person.user.id });
  expect(await statuses(tickets)).toEqual(['cancelled', 'confirmed']);
  expect(await left()).toBe(2300 - 700);
});

test('a free session whose cancellation refunds seats elsewhere is canceled by its action only', async () => {
  const course = await makeCourse();
  const { tickets } = await attendee(course.slice(0, 2));
  const [first = 0] = tickets;
  await t.services.db.updateTable('charges').set({ paidCents: 0 }).where('sourceId', '=', first).execute();
  const answer = await staff.call('PATCH', '/api/instances', { ids: [course[0]!], data: { status: 'cancelled' } });
  expect(answer.body).toContain('This would refund $7.00. Use “Cancel session” instead');
  await t.services.db.updateTable('charges').set({ paidCents: 500 }).where('sourceId', '=', first).execute();
});

test('seats that are not paid are counted without an amount', async () => {
  const course = await makeCourse();
  await attendee(course.slice(0, 2), false);
  const question = await plan(course[0]!);
  expect(question.effect).toBeUndefined();
  expect(question.notes).toContain('1 seat in a session that requires a canceled one is released, too.');
});
