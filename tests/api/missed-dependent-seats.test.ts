import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ActionPlan } from '../../domain/calls/action-parts.ts';
import type { DoorMarksAnswer } from '../../domain/calls/door.ts';
import { SYSTEM } from '../../domain/declarations/actor.ts';
import { makeRow } from '../factories/any-row.ts';
import { attendee, makeCourse, review, statuses } from './dependent-seats-support.ts';
import { DAY, HOUR, isoAhead, makeSession } from './event-support.ts';
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

/** The question of an action of tickets, and its run by someone who has seen `effect`. */
function ticketAction(name: string, ids: readonly number[], inputs: object = {}) {
  const url = `/api/tickets/actions/${name}`;
  return {
    plan: async () => (await staff.call('POST', `${url}/plan`, { ids, inputs })).json<ActionPlan>(),
    run: (effect?: string) => staff.call('POST', url, { ids, inputs, ...(effect !== undefined && { effect }) }),
  };
}

const REFUSED = { status: 409, code: 'action.effect-changed' };

/** The session began half an hour ago. */
function begin(id: number) {
  const times = { startsAt: isoAhead(t, -HOUR / 2), endsAt: isoAhead(t, HOUR / 2) };
  return t.services.db.updateTable('instances').set(times).where('id', '=', id).execute();
}

describe('a no-show', () => {
  test('shows the seats that depend on the missed one, and refunds them', async () => {
    const course = await makeCourse(t);
    const [ada, ben] = [await attendee(t, course), await attendee(t, course.slice(0, 2))];
    await begin(course[0]!);
    const { plan: ask, run } = ticketAction('noShow', [ada.tickets[0]!, ben.tickets[0]!]);
    const question = await ask();
    expect(question).toMatchObject({
      asks: true,
      effect: '2500',
      notes: [
        '3 seats in sessions that require a missed one are released.',
        '$25.00 is refunded to 2 people, each by the original payment method.',
      ],
    });
    for (const seen of [undefined, '1800']) expect((await run(seen)).json()).toMatchObject(REFUSED);
    expect(await statuses(t, [ada.tickets[0]!, ben.tickets[0]!])).toEqual(['confirmed', 'confirmed']);
    expect((await run('2500')).statusCode).toBe(200);
    expect(await statuses(t, ada.tickets)).toEqual(['noShow', 'confirmed', 'confirmed']);
    for (const one of [ada, ben]) await review(t, one);
    expect(await statuses(t, ada.tickets)).toEqual(['noShow', 'cancelled', 'cancelled']);
    expect(await statuses(t, ben.tickets)).toEqual(['noShow', 'cancelled']);
    expect([await ada.left(), await ben.left()]).toEqual([1800, 2300 - 500]);
  });

  test('is refused when a dependent seat was canceled in the meantime', async () => {
    const course = await makeCourse(t);
    const ada = await attendee(t, course);
    await begin(course[0]!);
    const noShow = ticketAction('noShow', ada.tickets.slice(0, 1));
    expect(await noShow.plan()).toMatchObject({
      effect: '1800',
      notes: ['2 seats in sessions that require a missed one are released.', '$18.00 goes back to the balance Purse.'],
    });
    const last = ticketAction('cancel', ada.tickets.slice(2));
    expect((await last.run('1100')).statusCode).toBe(200);
    expect((await noShow.run('1800')).json()).toMatchObject(REFUSED);
    expect(await noShow.plan()).toMatchObject({
      effect: '700',
      notes: ['1 seat in a session that requires a missed one is released.', '$7.00 goes back to the balance Purse.'],
    });
    expect((await noShow.run('700')).statusCode).toBe(200);
    await review(t, ada);
    expect([await statuses(t, ada.tickets), await ada.left()]).toEqual([['noShow', 'cancelled', 'cancelled'], 1800]);
  });

  test('after which nothing is released is marked without a question', async () => {
    const course = await makeCourse(t);
    const [ada, unpaid] = [await attendee(t, course.slice(0, 1)), await attendee(t, course.slice(0, 2), false)];
    await begin(course[0]!);
    await t.services.db
      .updateTable('tickets')
      .set({ status: 'confirmed' })
      .where('id', '=', unpaid.tickets[0]!)
      .execute();
    const question = await ticketAction('noShow', ada.tickets).plan();
    expect([question.asks, question.notes, question.effect]).toEqual([false, [], undefined]);
    expect((await ticketAction('noShow', ada.tickets).run()).statusCode).toBe(200);
    expect(await ada.left()).toBe(1800);
    const { notes, effect } = await ticketAction('noShow', unpaid.tickets.slice(0, 1)).plan();
    expect([notes, effect]).toEqual([['1 seat in a session that requires a missed one is released.'], undefined]);
  });

  test.each(['eventAttended', 'credential'])('of someone marked as attended shows them, too (%s)', async (kind) => {
    const course = await makeCourse(t);
    if (kind === 'credential') await requireCredential(course);
    const ada = await attendee(t, course.slice(0, 2));
    const seat = ada.tickets.slice(0, 1);
    await begin(course[0]!);
    // No other mark releases a seat.
    for (const name of ['attended', 'expected', 'late']) {
      const { plan: ask, run } = ticketAction(name, seat);
      const question = await ask();
      expect([question.asks, question.effect]).toEqual([false, undefined]);
      expect((await run()).statusCode).toBe(200);
      await review(t, ada);
    }
    expect(await statuses(t, ada.tickets)).toEqual(['late', 'confirmed']);
    const { plan: ask, run } = ticketAction('noShow', seat);
    expect(await ask()).toMatchObject({
      effect: '700',
      notes: ['1 seat in a session that requires a missed one is released.', '$7.00 goes back to the balance Purse.'],
    });
    expect((await run()).json()).toMatchObject(REFUSED);
    expect((await run('700')).statusCode).toBe(200);
    await review(t, ada);
    expect([await statuses(t, ada.tickets), await ada.left()]).toEqual([['noShow', 'cancelled'], 1800]);
  });

  /** The second session requires the credential that the first one gives, instead of its attendance. */
  async function requireCredential([first = 0, second = 0]: readonly number[]): Promise<void> {
    const { id } = await makeRow(t.services, 'eventCredentials', { validDays: null });
    const credentialId = Number(id);
    const [giving, requiring] = await Promise.all(
      [first, second].map(async (one) => Number((await t.services.engine.get(SYSTEM, 'instances', one)).eventId)),
    );
    await t.services.db.updateTable('events').set({ credentialId }).where('id', '=', giving!).execute();
    await t.services.db
      .updateTable('prerequisites')
      .set({ kind: 'credential', credentialId, requiredEventId: null })
      .where('eventId', '=', requiring!)
      .execute();
  }
});

test('a no-show at the door is refused while it would refund other seats, so that the door asks first', async () => {
  const course = await makeCourse(t);
  const [ada, ben] = [await attendee(t, course.slice(0, 2)), await attendee(t, course.slice(0, 1))];
  const seats = [ada.tickets[0]!, ben.tickets[0]!];
  await begin(course[0]!);
  const at = isoAhead(t, 0);
  const send = async (ids: readonly number[]) => {
    const marks = ids.map((ticketId) => ({ key: randomUUID(), ticketId, from: 'confirmed', to: 'noShow', at }));
    const answer = await staff.call('POST', `/api/events/door/${course[0]!}/marks`, { marks });
    return answer.json<DoorMarksAnswer>().results.map(({ key: _, ...result }) => result);
  };
  const done = { isDone: true, words: null };
  const words =
    'Paid seats that depend on this one would be released and refunded. Mark it again, then check the refund.';
  expect(await send(seats)).toEqual([{ isDone: false, words, needsQuestion: true }, done]);
  expect(await statuses(t, [...ada.tickets, ...ben.tickets])).toEqual(['confirmed', 'confirmed', 'noShow']);
  expect((await ticketAction('cancel', ada.tickets.slice(1)).run('700')).statusCode).toBe(200);
  expect(await send(seats.slice(0, 1))).toEqual([done]);
  expect(await statuses(t, ada.tickets)).toEqual(['noShow', 'cancelled']);
});

describe('a move to another session', () => {
  async function moving() {
    const course = await makeCourse(t);
    const ada = await attendee(t, course);
    const { eventId } = await t.services.engine.get(SYSTEM, 'instances', course[0]!);
    const sessionAt = (from: number) => makeSession(t, [from, from + HOUR], { instance: { eventId: Number(eventId) } });
    return { ada, seat: ada.tickets.slice(0, 1), early: await sessionAt(2 * DAY), late: await sessionAt(6 * DAY) };
  }

  test('that ends too late shows the seats that depend on the previous one, and refunds them', async () => {
    const { ada, seat, late } = await moving();
    const open = await ticketAction('move', seat).plan();
    expect([open.notes, open.effect]).toEqual([[], undefined]);
    const { plan: ask, run } = ticketAction('move', seat, { toInstanceId: late });
    expect(await ask()).toMatchObject({
      effect: '1800',
      notes: [
        '2 seats in sessions that require the previous one are released.',
        '$18.00 goes back to the balance Purse.',
      ],
    });
    for (const seen of [undefined, '2300']) expect((await run(seen)).json()).toMatchObject(REFUSED);
    expect(await statuses(t, ada.tickets)).toEqual(Array(3).fill('confirmed'));
    const answer = await run('1800');
    expect(answer.statusCode, answer.body).toBe(200);
    const [moved = 0] = answer.json<{ result: number[] }>().result;
    await review(t, ada);
    expect(await statuses(t, [...ada.tickets, moved])).toEqual(['cancelled', 'cancelled', 'cancelled', 'confirmed']);
    expect(await ada.left()).toBe(1800);
  });

  test('that still ends in time releases nothing', async () => {
    const { ada, seat, early } = await moving();
    const { plan: ask, run } = ticketAction('move', seat, { toInstanceId: early });
    const question = await ask();
    expect([question.notes, question.effect]).toEqual([[], undefined]);
    expect((await run()).statusCode).toBe(200);
    await review(t, ada);
    expect(await statuses(t, ada.tickets)).toEqual(['cancelled', 'confirmed', 'confirmed']);
    expect(await ada.left()).toBe(0);
  });
});
