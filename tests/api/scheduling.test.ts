import { DateTime } from 'luxon';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import type { HoursConflicts, HoursChange, StaffCalendar } from '../../domain/calls/staff-calendar.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
let scheduler: string;
beforeAll(async () => {
  t = await startTestApp();
  scheduler = await t.loginAs('eventscheduler');
});
afterAll(() => t.close());

const HOURS = { weekends: true, openTimes: [9, 9, 9, 9, 9, 9, 9], closeTimes: [17, 17, 17, 17, 17, 17, 17] };

let rooms = 0;
async function place(given: Row = {}): Promise<number> {
  rooms += 1;
  const row = { room: `S${rooms}`, timezone: 'America/New_York', hours: HOURS, isPublic: true, active: true, ...given };
  return Number((await makeRow(t.services, 'locations', row)).id);
}

async function session(locationId: number, startsAt: string, endsAt: string, given: Row = {}): Promise<number> {
  const { id } = await makeRow(t.services, 'events', { title: `Event ${startsAt}` });
  const row = { eventId: id ?? null, locationId, startsAt, endsAt, status: 'published', ...given };
  return Number((await makeRow(t.services, 'instances', row)).id);
}

function refused(answer: Parameters<typeof expectProblem>[0], status: number, code: string): void {
  expect(expectProblem(answer)).toMatchObject({ status, code });
}

const ask = (query: string, cookie = scheduler) =>
  t.app.inject({ url: `/api/scheduling/calendar?${query}`, headers: { cookie } });
async function calendarOf(query: string): Promise<StaffCalendar> {
  const answer = await ask(query);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

describe('the calendar of the staff', () => {
  test('has sessions of all states, and says which overlap; a cancelled one is in no one’s way', async () => {
    const room = await place();
    const first = await session(room, '2026-06-01T14:00:00Z', '2026-06-01T15:00:00Z');
    const second = await session(room, '2026-06-01T14:30:00Z', '2026-06-01T16:00:00Z', { status: 'draft' });
    const canceled = await session(room, '2026-06-01T14:00:00Z', '2026-06-01T16:00:00Z', { status: 'cancelled' });
    const { entries } = await calendarOf(`from=2026-06-01&to=2026-06-07&locationId=${room}`);
    expect(
      entries.map(({ recordId, state, conflicts }) => [recordId, state, conflicts.map(({ text }) => text)]),
    ).toEqual(
      expect.arrayContaining([
        [first, 'published', ['Overlaps Event 2026-06-01T14:30:00Z']],
        [second, 'draft', ['Overlaps Event 2026-06-01T14:00:00Z']],
        [canceled, 'cancelled', []],
      ]),
    );
  });

  test('says which sessions are in closed hours of their place, exactly so on the days of a clock change', async () => {
    const room = await place({ hours: { ...HOURS, openTimes: [3, 9, 9, 9, 9, 9, 9] } });
    // On March 8, 2026 New York skips from 2:00 to 3:00; its day opens at 3:00, 7:00 in UTC.
    const early = await session(room, '2026-03-08T06:30:00Z', '2026-03-08T07:30:00Z');
    const inTime = await session(room, '2026-03-08T07:00:00Z', '2026-03-08T08:00:00Z');
    const { entries } = await calendarOf(`from=2026-03-08&to=2026-03-08&locationId=${room}`);
    const wordsOf = (id: number) =>
      entries.find(({ recordId }) => recordId === id)?.conflicts.filter(({ kind }) => kind === 'closed');
    expect(wordsOf(early)).toEqual([{ kind: 'closed', with: null, text: 'Outside opening hours' }]);
    expect(wordsOf(inTime)).toEqual([]);
  });

  test('shows the readable parts of blocks, and no unreadable ones', async () => {
    const room = await place();
    const times = { locationId: room, startsAt: '2026-06-02T14:00:00Z', endsAt: '2026-06-02T15:00:00Z' };
    const shown = await makeRow(t.services, 'blocks', {
      ...times,
      title: 'Hush',
      kind: 'closed',
      rule: 'FREQ=DAILY;COUNT=2',
    });
    await makeRow(t.services, 'blocks', { ...times, title: 'Hush', kind: 'private' });
    for (const [resource, readFields, condition] of [
      ['instances', ['*'], null],
      ['locations', ['*'], null],
      ['blocks', ['kind', 'startsAt', 'endsAt', 'locationId'], { kind: 'closed' }],
    ] as const)
      await makeRow(t.services, 'permissions', {
        role: 'TransactionReader',
        resource,
        actions: ['read'],
        readFields: [...readFields],
        writeFields: [],
        condition,
      });
    await t.services.permissions.refresh();
    const cookie = await t.loginAs('transactionreader');
    const answer = await ask(`from=2026-06-01&to=2026-06-07&locationId=${room}`, cookie);
    expect(answer.body).not.toContain('Hush');
    expect(
      answer.json<StaffCalendar>().entries.map(({ recordId, title, repeats }) => [recordId, title, repeats]),
    ).toEqual([0, 1].map(() => [shown['id'], 'Block', null]));
  });

  test('names the reason of special hours, and has those of a place with its days', async () => {
    const room = await place();
    await makeRow(t.services, 'hoursExceptions', {
      locationId: room,
      reason: 'Inventory',
      startsOn: '2026-06-10',
      endsOn: '2026-06-10',
      closed: true,
    });
    await session(room, '2026-06-10T14:00:00Z', '2026-06-10T15:00:00Z');
    const { entries, places } = await calendarOf(`from=2026-06-09&to=2026-06-10&locationId=${room}`);
    expect(entries.map(({ conflicts }) => conflicts.map(({ text }) => text))).toEqual([['In closed hours: Inventory']]);
    expect(places.map(({ days }) => days?.map(({ opens, reason }) => [opens, reason]))).toEqual([
      [
        [9, null],
        [null, 'Inventory'],
      ],
    ]);
  });

  test('is reduced by its filters, but still shows conflicts with hidden entries', async () => {
    const room = await place();
    const one = await session(room, '2026-06-02T14:00:00Z', '2026-06-02T15:00:00Z');
    await session(room, '2026-06-02T14:00:00Z', '2026-06-02T15:00:00Z', { status: 'draft' });
    const { entries } = await calendarOf(`from=2026-06-01&to=2026-06-07&locationId=${room}&status=published`);
    expect(entries.map(({ recordId, conflicts }) => [recordId, conflicts.length])).toEqual([[one, 1]]);
  });

  test('without a place has all active ones', async () => {
    const [active, inactive] = [await place(), await place({ active: false })];
    const ids = (await calendarOf('from=2026-06-01&to=2026-06-01')).places.map(({ id }) => id);
    expect(ids).toContain(active);
    expect(ids).not.toContain(inactive);
  });

  test('is refused to visitors and to people who cannot read sessions', async () => {
    refused(await ask('from=2026-06-01&to=2026-06-07', ''), 401, 'account.login-needed');
    const student = await t.loginAs('student');
    refused(await ask('from=2026-06-01&to=2026-06-07', student), 403, 'resource.forbidden');
  });

  test('leaves out what the caller cannot read: instructors are hidden from calendar administrators', async () => {
    const room = await place();
    const { id } = await t.createUser();
    await session(room, '2026-06-03T14:00:00Z', '2026-06-03T15:00:00Z', { instructorIds: [id] });
    const query = `from=2026-06-03&to=2026-06-03&locationId=${room}`;
    expect((await calendarOf(query)).entries.map(({ instructors }) => instructors.length)).toEqual([1]);
    const keeper = await t.loginAs('calendaradmin');
    const seen = (await ask(query, keeper)).json<StaffCalendar>();
    expect(seen.entries.map(({ instructors }) => instructors)).toEqual([[]]);
  });

  test.each([
    ['from=2026-06-31&to=2026-07-01', 'scheduling.bad-range'],
    ['from=2026-06-02&to=2026-06-01', 'scheduling.bad-range'],
    ['from=2026-06-01&to=2026-12-01', 'scheduling.bad-range'],
  ])('refuses %s', async (query, code) => {
    refused(await ask(query), 400, code);
  });

  test.each([
    'from=x&to=y',
    'from=2026-06-01&to=2026-06-02&locationId=1;drop',
    `from=2026-06-01&to=2026-06-02&eventId=99999999999999999999`,
    'from=2026-06-01&to=2026-06-02&status=none',
    'from=2026-06-01&to=2026-06-02&more=1',
    'from=2026-06-01&from=2026-06-02&to=2026-06-02',
  ])('refuses the query "%s"', async (query) => {
    expect((await ask(query)).statusCode).toBe(400);
  });

  test('does not find a place that does not exist', async () => {
    refused(await ask('from=2026-06-01&to=2026-06-02&locationId=2147483646'), 404, 'resource.not-found');
  });
});

async function block(locationId: number, startsAt: string, endsAt: string, given: Row = {}): Promise<number> {
  const row = {
    title: 'Laser service',
    kind: 'maintenance',
    locationId,
    startsAt,
    endsAt,
    rule: null,
    exceptDates: null,
    ...given,
  };
  return Number((await makeRow(t.services, 'blocks', row)).id);
}

describe('blocks on the calendar of the staff', () => {
  test('have their internal title, once for each occurrence, and list their conflicts', async () => {
    const room = await place();
    const id = await block(room, '2026-06-01T14:00:00Z', '2026-06-01T16:00:00Z', {
      publicTitle: 'Service',
      rule: 'FREQ=WEEKLY;BYDAY=MO',
      exceptDates: ['2026-06-08'],
    });
    const met = await session(room, '2026-06-15T15:00:00Z', '2026-06-15T17:00:00Z');
    const { entries, places } = await calendarOf(`from=2026-06-01&to=2026-06-21&locationId=${room}`);
    expect(
      entries.filter(({ kind }) => kind === 'block').map((entry) => [entry.id, entry.title, entry.repeats]),
    ).toEqual([
      [`block-${id}-2026-06-01`, 'Laser service', 'Every Monday'],
      [`block-${id}-2026-06-15`, 'Laser service', 'Every Monday'],
    ]);
    const conflicts = entries.find(({ recordId, kind }) => kind === 'instance' && recordId === met)?.conflicts;
    expect(conflicts?.map((conflict) => conflict.text)).toEqual(['During Laser service']);
    expect(places[0]?.days?.[0]?.intervals).toEqual([
      { from: 9, to: 10 },
      { from: 12, to: 17 },
    ]);
  });
});

describe('what a change would collide with', () => {
  const collide = (payload: object, cookie = keeper) =>
    t.app.inject({ method: 'POST', url: '/api/scheduling/collisions', headers: { cookie }, payload });
  const titlesOf = async (payload: object): Promise<string[]> => {
    const answer = await collide(payload);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<HoursConflicts>().sessions.map(({ title }) => title);
  };
  /** An instant of the second Monday from now at an hour of New York. */
  const at = (hour: number, weeks = 0): string => {
    const monday = DateTime.fromJSDate(t.services.clock.date(), { zone: 'America/New_York' })
      .startOf('week')
      .plus({ weeks: 2 + weeks });
    return monday.set({ hour }).toUTC().toISO() ?? '';
  };
  const dateOf = (instant: string) => DateTime.fromISO(instant, { zone: 'America/New_York' }).toISODate() ?? '';
  let keeper: string;
  beforeAll(async () => {
    keeper = await t.loginAs('calendaradmin');
  });

  test('a series says each session in its way, with seats, and not those of its exceptions or elsewhere', async () => {
    const room = await place();
    await session(room, at(10), at(11), { capacity: 12 });
    await session(room, at(10, 1), at(11, 1));
    await session(room, at(10, 2), at(11, 2), { status: 'draft' });
    await session(room, at(10, 3), at(11, 3), { status: 'cancelled' });
    await session(await place(), at(10), at(11));
    const times = { locationId: room, startsAt: at(9), endsAt: at(12), rule: 'FREQ=WEEKLY' };
    const answer = (await collide({ block: { ...times, exceptDates: [dateOf(at(9, 1))] } })).json<HoursConflicts>();
    expect(answer.total).toBe(2);
    expect(answer.sessions).toMatchObject([
      { title: `Event ${at(10)}`, placeId: room, taken: 0, capacity: 12, state: 'published' },
      { title: `Event ${at(10, 2)}`, state: 'draft' },
    ]);
  });

  test('a series that begins in some years says those of its first year', async () => {
    const room = await place();
    await session(room, at(10, 200), at(11, 200));
    const block = { locationId: room, startsAt: at(9, 200), endsAt: at(12, 200), rule: 'FREQ=WEEKLY' };
    expect(await titlesOf({ block })).toEqual([`Event ${at(10, 200)}`]);
  });

  test('a holiday says the sessions of its days, but not those that were in closed hours already', async () => {
    const room = await place();
    await session(room, at(10), at(11));
    await session(room, at(20), at(21));
    const day = dateOf(at(10));
    const special = { locationId: room, startsOn: day, endsOn: day, closed: true, opensAt: null, closesAt: null };
    expect(await titlesOf({ special })).toEqual([`Event ${at(10)}`]);
    expect(await titlesOf({ special: { ...special, closed: false, opensAt: 9, closesAt: 22 } })).toEqual([]);
  });

  test('a moved series lists the conflicts of each date, without earlier ones', async () => {
    const room = await place();
    await session(room, at(10), at(11));
    await session(room, at(14), at(15));
    await session(room, at(14, 2), at(15, 2));
    const made = await t.app.inject({
      method: 'POST',
      url: '/api/blocks',
      headers: { cookie: keeper },
      payload: {
        title: 'Service',
        kind: 'maintenance',
        locationId: room,
        startsAt: at(9),
        endsAt: at(12),
        rule: 'FREQ=WEEKLY;COUNT=3',
      },
    });
    const { id } = made.json<{ id: number }>();
    const move = (scope: string, week: number, from: number, to: number) => ({
      occurrence: {
        id,
        date: dateOf(at(9, week)),
        scope,
        locationId: room,
        startsAt: at(from, week),
        endsAt: at(to, week),
      },
    });
    expect(await titlesOf(move('one', 0, 13, 16))).toEqual([`Event ${at(14)}`]);
    expect(await titlesOf(move('all', 1, 13, 16))).toEqual([`Event ${at(14)}`, `Event ${at(14, 2)}`]);
    expect(await titlesOf(move('following', 1, 13, 16))).toEqual([`Event ${at(14, 2)}`]);
    expect(await titlesOf(move('all', 1, 8, 12))).toEqual([]);
    const block = { locationId: room, startsAt: at(9), endsAt: at(12) };
    expect(await titlesOf({ block })).toEqual([`Event ${at(10)}`]);
    expect(await titlesOf({ block: { id, ...block } })).toEqual([]);
    refused(await collide(move('one', 5, 13, 16)), 404, 'blocks.no-such-occurrence');
  });

  test('special hours that are changed are not in force anymore', async () => {
    const room = await place();
    await session(room, at(10), at(11));
    const day = dateOf(at(10));
    const own = { locationId: room, startsOn: day, endsOn: day, closed: false, opensAt: 9, closesAt: 17 };
    const { id } = await makeRow(t.services, 'hoursExceptions', { ...own, reason: 'Inventory' });
    const longer = { ...own, endsOn: dateOf(at(34)), closed: true, opensAt: null, closesAt: null };
    expect(await titlesOf({ special: longer })).toEqual([]);
    expect(await titlesOf({ special: { ...longer, id } })).toEqual([`Event ${at(10)}`]);
  });

  test('other usual hours say what they leave outside', async () => {
    const room = await place();
    await session(room, at(10), at(11));
    await session(room, at(16), at(17));
    const hours = { ...HOURS, closeTimes: [17, 16, 17, 17, 17, 17, 17] };
    expect(await titlesOf({ usual: { locationId: room, hours } })).toEqual([`Event ${at(16)}`]);
  });

  test.each([
    {},
    { block: { locationId: 1, startsAt: 'x', endsAt: 'y' } },
    { block: { locationId: 1, startsAt: '2026-06-02T10:00:00Z', endsAt: '2026-06-01T10:00:00Z' } },
    {
      block: { locationId: 1, startsAt: '2026-06-01T10:00:00Z', endsAt: '2026-06-01T11:00:00Z', rule: 'FREQ=SECONDLY' },
    },
    { block: { locationId: -1, startsAt: '2026-06-01T10:00:00Z', endsAt: '2026-06-01T11:00:00Z' } },
    {
      special: {
        locationId: null,
        startsOn: '2026-02-30',
        endsOn: '2026-03-01',
        closed: true,
        opensAt: null,
        closesAt: null,
      },
    },
    { usual: { locationId: 1, hours: { weekends: true, openTimes: [1], closeTimes: [2] } } },
    { usual: { locationId: 1, hours: HOURS }, block: {} },
  ])('refuses %o', async (payload) => {
    expect((await collide(payload)).statusCode).toBe(400);
  });

  test('is hidden from people who cannot read sessions or the place', async () => {
    const room = await place();
    const payload = { usual: { locationId: room, hours: HOURS } };
    refused(await collide(payload, ''), 401, 'account.login-needed');
    const hidden = { usual: { locationId: 2_147_483_646, hours: HOURS } };
    refused(await collide(hidden), 404, 'resource.not-found');
    const special = {
      locationId: null,
      startsOn: dateOf(at(9)),
      endsOn: dateOf(at(9)),
      closed: true,
      opensAt: null,
      closesAt: null,
    };
    refused(await collide({ special }, await t.loginAs('student')), 403, 'resource.forbidden');
  });
});

describe('the history of hours', () => {
  const historyOf = (query: string, cookie: string) =>
    t.app.inject({ url: `/api/scheduling/history${query}`, headers: { cookie } });

  test('lists who changed what at a place, newest first, including deleted rows', async () => {
    const room = await place();
    const keeper = await t.loginAs('calendaradmin');
    const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
      t.app.inject({ method, url, headers: { cookie: keeper }, ...(payload ? { payload } : {}) });
    const times = { startsAt: '2026-06-01T14:00:00Z', endsAt: '2026-06-01T16:00:00Z' };
    const made = await send('POST', '/api/blocks', { title: 'Service', kind: 'closed', locationId: room, ...times });
    const { id } = made.json<{ id: number }>();
    await send('PUT', `/api/blocks/${id}`, { title: 'Yearly service' });
    await send('DELETE', `/api/blocks/${id}`);
    const changes = (await historyOf(`?locationId=${room}`, keeper)).json<HoursChange[]>();
    expect(changes.slice(0, 3)).toMatchObject([
      { action: 'delete', resource: 'blocks', recordId: id, title: 'Yearly service', isDeleted: true },
      { action: 'update', fields: ['Title'] },
      { action: 'create', actor: 'Calendar administrator' },
    ]);
    expect(changes.find(({ resource }) => resource === 'locations')).toMatchObject({
      recordId: room,
      action: 'create',
    });
    const elsewhere = (await historyOf(`?locationId=${await place()}`, keeper)).json<HoursChange[]>();
    expect(elsewhere.some(({ recordId, resource }) => resource === 'blocks' && recordId === id)).toBe(false);
  });

  test('names nothing by a title that the reader cannot read', async () => {
    const [room, keeper] = [await place(), await t.loginAs('calendaradmin')];
    const times = { startsAt: '2026-06-01T14:00:00Z', endsAt: '2026-06-01T16:00:00Z' };
    await t.app.inject({
      method: 'POST',
      url: '/api/blocks',
      headers: { cookie: keeper },
      payload: { title: 'Secret', kind: 'hold', locationId: room, ...times },
    });
    await makeRow(t.services, 'permissions', {
      role: 'TransactionReader',
      resource: 'blocks',
      actions: ['read', 'history'],
      readFields: ['kind', 'locationId'],
      writeFields: [],
      condition: null,
    });
    const answer = await historyOf(`?locationId=${room}`, await t.loginAs('transactionreader'));
    expect(answer.json<HoursChange[]>()).toMatchObject([{ resource: 'blocks', action: 'create', title: '' }]);
    expect(answer.body).not.toContain('Secret');
  });

  test('is for people who can read the history of any of it', async () => {
    refused(await historyOf('', ''), 401, 'account.login-needed');
    refused(await historyOf('', await t.loginAs('student')), 403, 'resource.forbidden');
    expect((await historyOf('?locationId=x', await t.loginAs('calendaradmin'))).statusCode).toBe(400);
  });
});
