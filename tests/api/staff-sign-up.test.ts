import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AddedAtDoor, DoorList } from '../../domain/calls/door.ts';
import type { OwnTickets } from '../../domain/calls/tickets.ts';
import {
  runTicketAction,
  MORNING,
  HOUR,
  makeSession,
  setTicketStatus,
  callAs,
  DAY,
  type GivenSession,
} from './event-support.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

const COMMAND = { command: true } as const;

let t: TestApp;
let people: [TestUser, TestUser, TestUser, TestUser];
let processor: TestUser;
let scheduler: TestUser;
let admin: TestUser;
beforeAll(async () => {
  t = await startTestApp({ works: true });
  t.services.clock.moveTo(MORNING);
  const student = () => t.createUser({ roles: ['Student'] });
  people = [await student(), await student(), await student(), await student()];
  processor = await t.createUser({ roles: ['EventProcessor'] });
  scheduler = await t.createUser({ roles: ['EventScheduler'] });
  admin = await t.createUser({ roles: ['EventAdmin'] });
});
afterAll(() => t.close());

let sessions = 0;

/** With one seat; none at the same time as another. */
function session({ event, instance }: GivenSession = {}): Promise<number> {
  const begins = 10 * DAY + 2 * (sessions += 1) * HOUR;
  return makeSession(t, [begins, begins + HOUR], { event, instance: { capacity: 1, ...instance } });
}

const post = (url: string, payload: object, user: TestUser) => callAs(t, user, 'POST', `/api/events/${url}`, payload);
const join = (id: number, user: TestUser) => post(`instances/${id}/tickets`, {}, user);
const add = (id: number, user: TestUser, more: object = {}, staff = processor) =>
  post(`door/${id}/tickets`, { userId: user.id, to: 'confirmed', ...more }, staff);
const problemOf = ({ statusCode, json }: Awaited<ReturnType<typeof add>>): unknown[] => {
  const { code, detail } = json<{ code: string; detail: string }>();
  return [statusCode, code, detail];
};
const nameOf = async ({ id }: TestUser): Promise<string> =>
  String((await t.services.engine.get(SYSTEM, 'users', id)).displayName);
const taken = async (id: number): Promise<unknown> => (await t.services.engine.get(SYSTEM, 'instances', id)).confirmed;

describe('staff add someone above the capacity', () => {
  test('with a reason, up to the limit, and the list says "2 of 1"', async () => {
    const id = await session({ event: { overbookLimit: 1 } });
    const [ada, ben, cleo] = people;
    await join(id, ada);
    expect(problemOf(await add(id, ben))).toEqual([
      409,
      'events.reason-needed',
      `The only seat is taken: ${await nameOf(ben)} would be number 2.`,
    ]);
    for (const reason of [' ', '\u00a0\u200b', '...'])
      expect((await add(id, ben, { reason })).statusCode, reason).toBe(409);
    const added = (await add(id, ben, { reason: 'Needs it for a thesis' })).json<AddedAtDoor>();
    expect(added).toMatchObject({ status: 'confirmed', isNew: true });
    expect(await t.services.engine.get(SYSTEM, 'tickets', added.ticketId)).toMatchObject({
      reason: 'Needs it for a thesis',
      source: 'staff',
    });
    const list = await t.app.inject({ url: `/api/events/door/${id}`, headers: { cookie: processor.cookie } });
    expect(list.json<DoorList>().session).toMatchObject({ taken: 2, capacity: 1 });
    expect(problemOf(await add(id, cleo, { reason: 'Me too' }))).toEqual([
      409,
      'events.not-possible',
      'All seats of this session are taken, including those that staff can give above the capacity. Add the person to the waitlist instead.',
    ]);
    expect(await taken(id)).toBe(2);
  });

  test('for a reason that is the staff’s own: the person reads it neither with the seat nor once it is canceled', async () => {
    const id = await session({ event: { overbookLimit: 2 } });
    const [ada, ben, cleo] = people;
    await join(id, ada);
    const addLate = async (user: TestUser) =>
      (await add(id, user, { reason: 'Their thesis is late already' })).json<AddedAtDoor>().ticketId;
    const [own, other] = [await addLate(ben), await addLate(cleo)];
    const reasons = async (user: TestUser, when: string, ticketId: number) => {
      const answer = await t.app.inject({
        url: `/api/events/tickets?when=${when}`,
        headers: { cookie: user.cookie },
      });
      const { tickets } = answer.json<OwnTickets>();
      return tickets.filter(({ ticket }) => ticket.id === ticketId).map(({ reason }) => reason);
    };
    expect(await reasons(ben, 'upcoming', own)).toEqual([null]);
    await post(`tickets/${own}/cancel`, {}, ben);
    await setTicketStatus(t, processor, other, { from: 'confirmed', to: 'cancelled' });
    expect([...(await reasons(ben, 'past', own)), ...(await reasons(cleo, 'past', other))]).toEqual([null, null]);
    const messages = await t.services.db
      .selectFrom('messages')
      .select(['event', 'values'])
      .where('aboutId', 'in', [own, other])
      .where('event', 'in', ['ticketGivenUp', 'ticketCancelled'])
      .execute();
    expect(messages.map(({ values }) => values?.['reason'] ?? null)).toEqual([null, null]);
  });

  test('never by attendees, and a seat above the capacity that becomes free is no one’s', async () => {
    const id = await session({ event: { overbookLimit: 5 } });
    const [ada, ben, cleo] = people;
    const first = (await join(id, ada)).json<{ id: number }>();
    await add(id, ben, { reason: 'Thesis' });
    expect((await join(id, cleo)).json()).toMatchObject({ status: 'waitlisted' });
    await post(`tickets/${first.id}/cancel`, {}, ada);
    expect((await join(id, cleo)).json()).toMatchObject({ status: 'waitlisted' });
    expect(await taken(id)).toBe(1);
  });

  test('not without a limit, and the session’s own limit counts before that of the event', async () => {
    const [ada, ben] = people;
    const none = await session();
    await join(none, ada);
    expect((await add(none, ben, { reason: 'x' })).statusCode).toBe(409);
    const zero = await session({ event: { overbookLimit: 3 }, instance: { overbookLimit: 0 } });
    await join(zero, ada);
    expect((await add(zero, ben, { reason: 'x' })).statusCode).toBe(409);
  });
});

describe('a waitlisted person', () => {
  test('is skipped only deliberately, after a count of those skipped', async () => {
    const id = await session({ event: { overbookLimit: 2 } });
    const [ada, ben, cleo, dan] = people;
    for (const user of [ada, ben, cleo]) await join(id, user);
    const [, code, words] = problemOf(await add(id, dan));
    expect([code, words]).toEqual([
      'events.reason-needed',
      expect.stringContaining(`2 people have waited longer than ${await nameOf(dan)}.`),
    ]);
    expect(problemOf(await add(id, cleo))[2]).toContain('One person has waited longer');
    expect((await add(id, cleo, { reason: 'Graduates' })).json()).toMatchObject({ status: 'confirmed', isNew: true });
    expect((await join(id, ben)).json()).toMatchObject({ status: 'waitlisted', position: 1 });
    expect(await taken(id)).toBe(2);
  });

  test('keeps their place when a seat is free for which they are not eligible yet', async () => {
    const id = await session();
    const [ada, ben, cleo] = people;
    const seat = (await join(id, ada)).json<{ id: number }>();
    await join(id, ben);
    const { startsAt = '', endsAt = '' } = await t.services.engine.get(SYSTEM, 'instances', id);
    await join(await session({ instance: { startsAt, endsAt } }), ben);
    await post(`tickets/${seat.id}/cancel`, {}, ada);
    expect(problemOf(await add(id, cleo))).toEqual([
      409,
      'events.reason-needed',
      `One person has waited longer than ${await nameOf(cleo)}.`,
    ]);
    expect((await add(id, cleo, { reason: 'They cannot come' })).json()).toMatchObject({ status: 'confirmed' });
  });

  test('is not skipped for a moved ticket either, unless with a reason', async () => {
    const id = await session();
    const [ada, ben, cleo] = people;
    const seat = (await join(id, ada)).json<{ id: number }>();
    await join(id, ben);
    const { startsAt = '', endsAt = '', eventId = 0 } = await t.services.engine.get(SYSTEM, 'instances', id);
    await join(await session({ instance: { startsAt, endsAt } }), ben);
    await post(`tickets/${seat.id}/cancel`, {}, ada);
    const elsewhere = (await join(await session({ instance: { eventId } }), cleo)).json<{ id: number }>();
    const move = (more: { reason?: string } = {}) =>
      runTicketAction(t, processor, 'move', elsewhere.id, { toInstanceId: id, ...more });
    expect(problemOf(await move()).slice(0, 2)).toEqual([409, 'events.reason-needed']);
    expect(await taken(id)).toBe(0);
    const { result } = (await move({ reason: 'The other machine is broken' })).json<{ result: [number] }>();
    expect(await t.services.engine.get(SYSTEM, 'tickets', result[0])).toMatchObject({
      ...{ status: 'confirmed', reason: 'The other machine is broken' },
    });
  });
});

describe('the limit', () => {
  test('is set by event administrators alone, by every way', async () => {
    const id = await session();
    const write = async (user: TestUser, values: object) => {
      const { version } = await t.services.engine.get(SYSTEM, 'instances', id);
      return t.app.inject({
        method: 'PUT',
        url: `/api/instances/${id}`,
        headers: { cookie: user.cookie, 'sec-fetch-site': 'same-origin', 'if-match': `"${version}"` },
        payload: values,
      });
    };
    expect((await write(scheduler, { overbookLimit: 3 })).statusCode).toBe(400);
    expect((await write(scheduler, { locationNote: 'Upstairs' })).statusCode).toBe(200);
    expect((await write(admin, { overbookLimit: 3 })).statusCode).toBe(200);
    expect((await write(scheduler, { locationNote: 'Downstairs' })).statusCode).toBe(200);
    expect((await write(scheduler, { overbookLimit: null })).statusCode).toBe(400);
  });

  test('and tickets are written by no one but the desk', async () => {
    const id = await session();
    for (const user of [processor, scheduler, admin]) {
      const headers = { cookie: user.cookie, 'sec-fetch-site': 'same-origin' };
      const payload = { instanceId: id, userId: people[0].id, status: 'confirmed', source: 'staff' };
      const answer = await t.app.inject({ method: 'POST', url: '/api/tickets', headers, payload });
      expect([403, 404, 405]).toContain(answer.statusCode);
    }
    expect(await taken(id)).toBe(0);
  });
});

describe('a closed account', () => {
  test('releases all seats, which go to waitlisted people', async () => {
    const id = await session();
    const other = await session();
    const leaver = await t.createUser({ roles: ['Student'] });
    const [ada] = people;
    const seat = (await join(id, leaver)).json<{ id: number }>();
    await join(other, ada);
    const place = (await join(other, leaver)).json<{ id: number }>();
    const waiting = (await join(id, ada)).json<{ id: number }>();
    await t.services.engine.update(SYSTEM, 'users', leaver.id, { active: false }, COMMAND);
    const statusOf = async (ticket: number) => (await t.services.engine.get(SYSTEM, 'tickets', ticket)).status;
    await expect.poll(() => statusOf(place.id), { timeout: 20_000 }).toBe('cancelled');
    expect([await statusOf(seat.id), await statusOf(waiting.id)]).toEqual(['cancelled', 'offered']);
    expect(await taken(id)).toBe(1);
  });
});
