import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AddedAtDoor, DoorEvent, DoorList, DoorPeople, DoorSessions } from '../../domain/calls/door.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import {
  DAY,
  MORNING,
  HOUR,
  makeDoorSession,
  setTicketStatus,
  callAs,
  isoAhead,
  type GivenSession,
} from './event-support.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let people: [TestUser, TestUser, TestUser];
let staff: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  t.services.clock.moveTo(MORNING);
  const student = () => t.createUser({ roles: ['Student'] });
  people = [await student(), await student(), await student()];
  staff = await t.createUser({ roles: ['EventProcessor'] });
});
afterAll(() => t.close());

const iso = (ahead: number): string => isoAhead(t, ahead);

const session = (given: GivenSession = {}) => makeDoorSession(t, given);
const get = async <Answer>(url: string, user = staff): Promise<Answer> =>
  (await t.app.inject({ url: `/api/events/${url}`, headers: { cookie: user.cookie } })).json<Answer>();
const post = (url: string, payload: object, user = staff) => callAs(t, user, 'POST', `/api/events/${url}`, payload);
async function add(id: number, user: TestUser, to: string): Promise<AddedAtDoor> {
  const answer = await post(`door/${id}/tickets`, { userId: user.id, to });
  expect(answer.json()).toMatchObject({ status: expect.any(String) as string });
  return answer.json();
}
const refused = async (id: number, userId: number, to: string): Promise<unknown> => {
  const answer = await post(`door/${id}/tickets`, { userId, to });
  const { code, detail } = answer.json<{ code: string; detail: string }>();
  return [answer.statusCode, code, detail];
};
const doorList = (id: number) => get<DoorList>(`door/${id}`);

describe('the sessions to process', () => {
  test('are those of the site’s day, what runs or is next first, then the coming ones', async () => {
    const at = (startsAt: number, endsAt: number, status = 'published') =>
      session({ instance: { startsAt: iso(startsAt), endsAt: iso(endsAt), status } });
    const over = await at(-3 * HOUR, -2 * HOUR);
    const next = await at(3 * HOUR, 4 * HOUR);
    const running = await at(-HOUR, HOUR);
    const cancelled = await at(-HOUR, HOUR, 'cancelled');
    // 11 PM, which is the next day in UTC.
    const late = await at(13 * HOUR, 13.5 * HOUR);
    const tomorrow = await at(15 * HOUR, 16 * HOUR);
    const hidden = [
      await at(HOUR, 2 * HOUR, 'draft'),
      await at(-DAY, -DAY + HOUR),
      await session({ event: { active: false } }),
    ];
    const { today, coming } = await get<DoorSessions>('door');
    const made = [over, next, running, cancelled, late];
    expect(today.filter(({ id }) => made.includes(id)).map(({ id, phase }) => [id, phase])).toEqual([
      [running, 'running'],
      [next, 'ahead'],
      [late, 'ahead'],
      [over, 'over'],
      [cancelled, 'cancelled'],
    ]);
    expect(coming.map(({ id }) => id)).toContain(tomorrow);
    for (const id of hidden) expect([...today, ...coming].map((one) => one.id)).not.toContain(id);
  });

  test('of another time zone are today’s by the date at their place', async () => {
    // 2 AM of the next day.
    const tokyo = await makeRow(t.services, 'locations', {
      displayName: 'Tokyo',
      active: true,
      timezone: 'Asia/Tokyo',
    });
    const { id: eventId } = await makeRow(t.services, 'events', { title: 'Abroad', active: true });
    const at = async (hour: number): Promise<number> => {
      const [startsAt, endsAt] = [iso(hour * HOUR), iso((hour + 1) * HOUR)];
      const more = { eventId: eventId ?? null, locationId: tokyo.id ?? null, status: 'published' };
      return Number((await makeRow(t.services, 'instances', { startsAt, endsAt, ...more })).id);
    };
    const [yesterday, today, tomorrow] = [await at(-4), await at(15), await at(23)];
    const list = await get<DoorSessions>('door');
    const made = [yesterday, today, tomorrow];
    const [now, later] = [list.today, list.coming].map((some) =>
      some.map(({ id }) => id).filter((id) => made.includes(id)),
    );
    expect([now, later]).toEqual([[today], [tomorrow]]);
    const { sessions } = await get<DoorEvent>(`door/events/${Number(eventId)}`);
    expect(sessions.map(({ id, day }) => [id, day])).toEqual([
      [yesterday, 'past'],
      [today, 'today'],
      [tomorrow, 'future'],
    ]);
  });

  test('with several dates are listed with the date of the day, and between two dates with the next one', async () => {
    const at = (hour: number): string => new Date(MORNING + hour * HOUR).toISOString();
    const on = async (...hours: number[]): Promise<number> => {
      const dates = hours.map((hour) => ({ startsAt: at(hour), endsAt: at(hour + 1) }));
      const [startsAt = '', endsAt = ''] = [dates[0]?.startsAt, dates.at(-1)?.endsAt];
      return session({ instance: { startsAt, endsAt, dates } });
    };
    const [again, between, before] = [await on(-48, 2, 48), await on(-48, 48), await on(-24, -4, 48)];
    const { today, coming } = await get<DoorSessions>('door');
    const shown = (from: DoorSessions['today']) =>
      from
        .filter(({ id }) => [again, between, before].includes(id))
        .map(({ id, start, end, phase }) => [id, ...[start, end].map((one) => new Date(one).toISOString()), phase]);
    expect(shown(today)).toEqual([
      [again, at(2), at(3), 'ahead'],
      [before, at(-4), at(-3), 'over'],
    ]);
    expect(shown(coming)).toEqual([[between, at(48), at(49), 'ahead']]);
  });

  test('are counted by what became of their tickets', async () => {
    const id = await session({ instance: { capacity: 2 } });
    const [ada, ben, cleo] = people;
    const first = await add(id, ada, 'attended');
    await add(id, ben, 'confirmed');
    await add(id, cleo, 'waitlisted');
    const found = (await get<DoorSessions>('door')).today.find((one) => one.id === id);
    expect(found).toMatchObject({ taken: 2, capacity: 2, counts: { attended: 1, expected: 1, noShow: 0, waiting: 1 } });
    const now = t.services.clock.now();
    t.services.clock.moveTo(now + HOUR);
    await setTicketStatus(t, staff, first.ticketId, { from: 'attended', to: 'noShow' });
    t.services.clock.moveTo(now);
    expect((await doorList(id)).session.counts).toMatchObject({ attended: 0, noShow: 1 });
  });
});

describe('the list of a session', () => {
  test('has names, times, source, place in the queue, price and the possible actions of staff', async () => {
    const id = await session({ event: { feeCents: 500 }, instance: { capacity: 1 } });
    const [ada, ben] = people;
    const held = (await post(`instances/${id}/tickets`, {}, ada)).json<{ id: number }>();
    await post(`instances/${id}/tickets`, {}, ben);
    const { tickets, feeCents } = await doorList(id);
    expect(feeCents).toBe(500);
    expect(tickets.toSorted((a, b) => a.id - b.id)).toMatchObject([
      {
        id: held.id,
        name: ada.username,
        status: 'held',
        source: 'web',
        position: null,
        priceCents: 500,
        since: expect.stringMatching(/^2027-03-09T10:0\d:\d\d-07:00$/) as string,
        until: expect.stringMatching(/^2027-03-09T10:3\d:\d\d-07:00$/) as string,
        nextStatuses: expect.arrayContaining(['confirmed', 'cancelled']) as string[],
      },
      { name: ben.username, status: 'waitlisted', position: 1, nextStatuses: ['cancelled'] },
    ]);
  });

  test('has the last canceled ticket of a person, unless there is an active one', async () => {
    const id = await session();
    const [ada] = people;
    const { ticketId } = await add(id, ada, 'confirmed');
    await setTicketStatus(t, staff, ticketId, { from: 'confirmed', to: 'cancelled', reason: 'Is ill' });
    expect((await doorList(id)).tickets).toMatchObject([{ status: 'cancelled', reason: 'Is ill', nextStatuses: [] }]);
    await add(id, ada, 'attended');
    expect((await doorList(id)).tickets.map(({ status }) => status)).toEqual(['attended']);
  });

  test('is not there for drafts and what does not exist', async () => {
    const draft = await session({ instance: { status: 'draft' } });
    for (const id of [draft, 999_999_999]) expect(await doorList(id)).toMatchObject({ status: 404 });
  });
});

describe('adding someone', () => {
  test('gives a seat, or marks a walk-in as present; people with a ticket keep it', async () => {
    const id = await session();
    const [ada, ben] = people;
    expect(await add(id, ada, 'attended')).toMatchObject({ status: 'attended', isNew: true });
    const seat = await add(id, ben, 'confirmed');
    expect(await add(id, ben, 'attended')).toEqual({ ...seat, isNew: false });
    const { tickets } = await doorList(id);
    expect(new Map(tickets.map(({ userId, source }) => [userId, source]))).toEqual(
      new Map([
        [ada.id, 'walkIn'],
        [ben.id, 'staff'],
      ]),
    );
    expect(await t.services.engine.get(SYSTEM, 'instances', id)).toMatchObject({ confirmed: 2 });
  });

  test('twenty at the same time give no seat too many', async () => {
    const id = await session({ instance: { capacity: 3 } });
    const many = await Promise.all(Array.from({ length: 20 }, () => makeRow(t.services, 'users', { active: true })));
    const answers = await Promise.all(
      many.map(({ id: userId }) => post(`door/${id}/tickets`, { userId, to: 'attended' })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 200),
      ...Array.from({ length: 17 }, () => 409),
    ]);
    expect((await doorList(id)).session).toMatchObject({ taken: 3, counts: { attended: 3 } });
  });

  test('is refused with a reason', async () => {
    const [ada] = people;
    const cases: [Row, string, string][] = [
      [{ startsAt: iso(2 * HOUR), endsAt: iso(3 * HOUR) }, 'attended', 'Check-in opens one hour before the session.'],
      [
        { startsAt: iso(-HOUR), walkInsAllowed: false },
        'attended',
        'This session has started and does not accept walk-ins.',
      ],
      [{ status: 'cancelled' }, 'confirmed', 'This session is canceled.'],
      [{ status: 'draft' }, 'confirmed', 'This session is not published.'],
    ];
    for (const [instance, to, words] of cases)
      expect(await refused(await session({ instance }), ada.id, to)).toEqual([409, 'events.not-possible', words]);
    const full = await session({ instance: { capacity: 1 } });
    await add(full, people[1], 'attended');
    expect(await refused(full, ada.id, 'attended')).toEqual([
      409,
      'events.not-possible',
      'All seats of this session are taken. Add the person to the waitlist instead.',
    ]);
    const noWaitlist = await session({ event: { waitlistOn: false }, instance: { capacity: 1 } });
    await add(noWaitlist, people[1], 'attended');
    const words =
      'All seats of this session are taken. Choose another session, or have an event administrator allow more seats.';
    expect(await refused(noWaitlist, ada.id, 'attended')).toEqual([409, 'events.not-possible', words]);
    expect((await doorList(noWaitlist)).addRefusal).toBe(words);
    const inactive = await makeRow(t.services, 'users', { active: false });
    for (const userId of [Number(inactive['id']), 999_999_999])
      expect(await refused(await session(), userId, 'attended')).toEqual([
        404,
        'events.no-person',
        'This account does not exist or is not active.',
      ]);
  });

  test('asks for prerequisites, and names anyone who lacks them', async () => {
    const [ada] = people;
    const basics = await makeRow(t.services, 'events', { title: 'Basics' });
    const id = await session();
    const { eventId } = await t.services.engine.get(SYSTEM, 'instances', id);
    await makeRow(t.services, 'prerequisites', {
      eventId: eventId ?? null,
      kind: 'eventAttended',
      requiredEventId: basics['id'] ?? null,
      alternative: null,
      validDays: null,
    });
    expect(await refused(id, ada.id, 'attended')).toEqual([
      409,
      'events.prerequisites',
      `${ada.username} needs Basics first.`,
    ]);
  });

  test('the possible additions are known beforehand', async () => {
    const { adds } = await doorList(await session());
    expect(adds).toEqual(['attended', 'confirmed']);
    const ahead = await session({ instance: { startsAt: iso(3 * HOUR), endsAt: iso(4 * HOUR) } });
    expect((await doorList(ahead)).adds).toEqual(['confirmed']);
    const over = await session({ instance: { startsAt: iso(-HOUR), walkInsAllowed: false } });
    expect(await doorList(over)).toMatchObject({
      adds: [],
      addRefusal: 'This session has started and does not accept walk-ins.',
    });
  });
});

describe('the search for people', () => {
  test('finds active accounts by name, username and email, some at a time', async () => {
    const person = (n: number, active = true) =>
      makeRow(t.services, 'users', {
        displayName: `Quillon Person${n}`,
        username: `quill${n}`,
        email: `q${n}@doorsearch.example`,
        active,
      });
    for (let n = 1; n <= 10; n += 1) await person(n);
    await person(99, false);
    const find = (q: string) => get<DoorPeople>(`door/people?q=${encodeURIComponent(q)}`);
    const { people: found, hasMore } = await find('quillon');
    expect([found.length, hasMore]).toEqual([8, true]);
    for (const q of ['Person3 quillon', 'quill3', 'q3@doorsearch.example'])
      expect((await find(q)).people.map(({ username }) => username)).toEqual(['quill3']);
    expect((await find('quill99')).people).toEqual([]);
    expect(await find('q')).toMatchObject({ status: 400 });
  });
});

describe('cards and student IDs without a connection', () => {
  test('are in the list as short keyed hashes, from a day before until it is over, and only of active tickets', async () => {
    const [ada, ben] = people;
    const studentId = `77${ada.id}`;
    await t.services.engine.update(SYSTEM, 'users', ada.id, { studentId });
    const card = String(ada.id).padStart(16, '0');
    expect((await callAs(t, staff, 'PUT', `/api/events/door/people/${ada.id}/card`, { text: card })).statusCode).toBe(
      204,
    );
    const id = await session();
    const { ticketId } = await add(id, ada, 'confirmed');
    await add(id, ben, 'confirmed');
    const list = await doorList(id);
    expect(list.scanKey).toMatch(/^[\w-]{43}$/);
    const cardsOf = ({ tickets }: DoorList, user: TestUser) => tickets.find(({ userId }) => userId === user.id)?.cards;
    expect(cardsOf(list, ada)).toEqual([expect.stringMatching(/^[\w-]{4}$/), expect.stringMatching(/^[\w-]{4}$/)]);
    expect(cardsOf(list, ben)).toEqual([]);
    expect(JSON.stringify(list)).not.toContain(card);
    await setTicketStatus(t, staff, ticketId, { from: 'confirmed', to: 'cancelled' });
    expect(cardsOf(await doorList(id), ada)).toEqual([]);
    const later = await session({ instance: { startsAt: iso(2 * DAY), endsAt: iso(2 * DAY + HOUR) } });
    expect((await doorList(later)).scanKey).toBeNull();
    const over = await session({ instance: { startsAt: iso(-2 * HOUR), endsAt: iso(-HOUR) } });
    expect((await doorList(over)).scanKey).toBeNull();
  });

  test('of cards that were linked before they were sealed, after they are read once', async () => {
    const [, , cleo] = people;
    const card = String(cleo.id).padStart(16, '1');
    await callAs(t, staff, 'PUT', `/api/events/door/people/${cleo.id}/card`, { text: card });
    await t.services.db.updateTable('users').set({ cardSealed: null }).where('id', '=', cleo.id).execute();
    const id = await session();
    await add(id, cleo, 'confirmed');
    expect((await doorList(id)).tickets[0]?.cards).toEqual([]);
    await post(`door/${id}/scan`, { text: card });
    expect((await doorList(id)).tickets[0]?.cards).toHaveLength(1);
  });
});

test('a walk-in is above the capacity where the event allows it, with a reason', async () => {
  const [ada, ben, cleo] = people;
  const instance = { startsAt: iso(-HOUR), endsAt: iso(HOUR), capacity: 1 };
  const none = await session({ instance });
  await add(none, ada, 'attended');
  const words =
    'All seats of this session are taken. Mark people who did not come as no-shows to free their seats, or choose another session.';
  expect(await doorList(none)).toMatchObject({ adds: [], addRefusal: words });
  expect(await refused(none, ben.id, 'attended')).toEqual([409, 'events.not-possible', words]);
  const one = await session({ instance: { ...instance, overbookLimit: 1 } });
  await add(one, ada, 'attended');
  expect(await doorList(one)).toMatchObject({ adds: ['attended'], addRefusal: null });
  expect(await refused(one, ben.id, 'attended')).toEqual([409, 'events.reason-needed', expect.any(String)]);
  const answer = await post(`door/${one}/tickets`, { userId: ben.id, to: 'attended', reason: 'Came from afar' });
  expect(answer.json()).toMatchObject({ status: 'attended', isNew: true });
  expect(await refused(one, cleo.id, 'attended')).toEqual([409, 'events.not-possible', expect.any(String)]);
});
