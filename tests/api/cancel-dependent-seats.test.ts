import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ActionPlan } from '../../domain/calls/action-parts.ts';
import type { MoneyEffect } from '../../domain/calls/payments.ts';
import { SYSTEM } from '../../domain/declarations/actor.ts';
import { reviewConditions } from '../../server/features/registration/booking/review-conditions.ts';
import { attendee, makeCourse, review, statuses, type Attendee } from './dependent-seats-support.ts';
import { DAY, HOUR, makeSession } from './event-support.ts';
import { differences } from './ledger-support.ts';
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

async function plan(id: number): Promise<ActionPlan> {
  return (await staff.call('POST', '/api/instances/actions/cancel/plan', { ids: [id], inputs: {} })).json<ActionPlan>();
}

const cancel = (id: number, effect?: string | null) =>
  staff.call('POST', '/api/instances/actions/cancel', { ids: [id], ...(effect == null ? {} : { effect }) });

test('the question shows the refund of seats that the cancellation releases in other sessions, which then follows', async () => {
  const course = await makeCourse(t);
  const [all, one] = [await attendee(t, course), await attendee(t, course.slice(0, 1))];
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
  expect(await statuses(t, [...all.tickets, ...one.tickets])).toEqual(Array(4).fill('cancelled'));
  expect([await all.left(), await one.left()]).toEqual([2300, 2300]);
});

test('a seat whose prerequisite is met in another way is not part of it', async () => {
  const course = await makeCourse(t);
  const { person, tickets, left } = await attendee(t, course.slice(0, 2));
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
  expect(await statuses(t, tickets)).toEqual(['cancelled', 'confirmed']);
  expect(await left()).toBe(2300 - 700);
});

test('a free session whose cancellation refunds seats elsewhere is canceled by its action only', async () => {
  const course = await makeCourse(t);
  const { tickets } = await attendee(t, course.slice(0, 2));
  const [first = 0] = tickets;
  await t.services.db.updateTable('charges').set({ paidCents: 0 }).where('sourceId', '=', first).execute();
  const answer = await staff.call('PATCH', '/api/instances', { ids: [course[0]!], data: { status: 'cancelled' } });
  expect(answer.body).toContain('This would refund $7.00. Use “Cancel session” instead');
  await t.services.db.updateTable('charges').set({ paidCents: 500 }).where('sourceId', '=', first).execute();
});

test('seats that are not paid are counted without an amount', async () => {
  const course = await makeCourse(t);
  await attendee(t, course.slice(0, 2), false);
  const question = await plan(course[0]!);
  expect(question.effect).toBeUndefined();
  expect(question.notes).toContain('1 seat in a session that requires a canceled one is released, too.');
});

describe('a single ticket', () => {
  const WHOLE = { refundCents: 2300 };

  async function canceling({ person, tickets: [first = 0] }: Attendee) {
    const answer = await person.call('GET', `/api/payment/ticket/${first}/cancel-effect`);
    return {
      effect: answer.json<MoneyEffect>(),
      cancel: (seen?: object) => person.call('POST', `/api/events/tickets/${first}/cancel`, seen),
    };
  }

  test('that its owner cancels shows and refunds the seats that depend on it', async () => {
    const ada = await attendee(t, await makeCourse(t));
    const { effect, cancel } = await canceling(ada);
    expect(effect.refundCents).toBe(2300);
    expect(effect.sentences.join(' ')).toMatch(
      /^\$23\.00 goes back to your balance .* depends on this and is released\. Your seat in .* is released\. \$18\.00 of the refund is for them\.$/,
    );
    expect((await cancel({ refundCents: 500 })).json()).toMatchObject({ status: 409, code: 'payment.effect-changed' });
    expect((await cancel()).json()).toMatchObject({ status: 409, code: 'payment.effect-changed' });
    expect(await statuses(t, ada.tickets)).toEqual(Array(3).fill('confirmed'));
    expect((await cancel(WHOLE)).statusCode).toBe(200);
    await review(t, ada);
    expect(await statuses(t, ada.tickets)).toEqual(Array(3).fill('cancelled'));
    expect(await ada.left()).toBe(2300);
  });

  test('is refused when a dependent seat was canceled in the meantime', async () => {
    const ada = await attendee(t, await makeCourse(t));
    const { cancel } = await canceling(ada);
    const last = await ada.person.call('POST', `/api/events/tickets/${ada.tickets[2]!}/cancel`, { refundCents: 1100 });
    expect(last.statusCode).toBe(200);
    expect((await cancel(WHOLE)).json()).toMatchObject({ status: 409, code: 'payment.effect-changed' });
    expect((await cancel({ refundCents: 1200 })).statusCode).toBe(200);
  });

  test('that is not refunded after its deadline refunds the seats that depend on it', async () => {
    const ada = await attendee(t, await makeCourse(t));
    const booked = new Date(t.services.clock.now() - HOUR).toISOString();
    await t.services.db.updateTable('tickets').set({ createdAt: booked }).where('id', '=', ada.tickets[0]!).execute();
    const { eventId } = await t.services.db
      .selectFrom('instances as i')
      .innerJoin('tickets as t', 't.instanceId', 'i.id')
      .select('i.eventId')
      .where('t.id', '=', ada.tickets[0]!)
      .executeTakeFirstOrThrow();
    await t.services.db.updateTable('events').set({ refundDeadlineHours: 96 }).where('id', '=', eventId).execute();
    const { effect, cancel } = await canceling(ada);
    expect(effect.refundCents).toBe(1800);
    expect(effect.sentences.join(' ')).toContain('Nothing is refunded for this seat. The refund deadline was ');
    expect((await cancel({ refundCents: 1800 })).statusCode).toBe(200);
    await review(t, ada);
    expect(await ada.left()).toBe(1800);
  });

  test('that staff cancel shows and refunds them, also if the ticket itself is not refunded', async () => {
    const people = [await attendee(t, await makeCourse(t)), await attendee(t, await makeCourse(t))] as const;
    for (const [ada, refund, effect] of [
      [people[0], true, '2300'],
      [people[1], false, '1800'],
    ] as const) {
      const ids = [ada.tickets[0]!];
      const url = '/api/tickets/actions/cancel';
      const question = (await staff.call('POST', `${url}/plan`, { ids, inputs: { refund } })).json<ActionPlan>();
      expect(question.effect).toBe(effect);
      expect(question.notes.at(-1)).toBe(
        '2 seats in sessions that require a canceled one are released, too; $18.00 of the refund is for them.',
      );
      expect(question.notes.includes('What was paid for the canceled seat is not refunded.')).toBe(!refund);
      const run = (seen?: string) => staff.call('POST', url, { ids, inputs: { refund }, effect: seen });
      for (const seen of [undefined, refund ? '500' : '0'])
        expect((await run(seen)).json()).toMatchObject({ status: 409, code: 'action.effect-changed' });
      expect((await run(effect)).statusCode).toBe(200);
      await review(t, ada);
      expect([await statuses(t, ada.tickets), await ada.left()]).toEqual([Array(3).fill('cancelled'), Number(effect)]);
    }
  });

  test('that is canceled together with the seat that depends on it is refunded once', async () => {
    const ada = await attendee(t, (await makeCourse(t)).slice(0, 2));
    const body = { ids: ada.tickets, inputs: {} };
    const question = await staff.call('POST', '/api/tickets/actions/cancel/plan', body);
    const { effect, notes } = question.json<ActionPlan>();
    expect([effect, notes.at(-1)]).toEqual(['1200', '$12.00 goes back to the balance Purse.']);
    expect((await staff.call('POST', '/api/tickets/actions/cancel', { ...body, effect: '1200' })).statusCode).toBe(200);
    await review(t, ada);
    expect(await ada.left()).toBe(2300);
  });
});
