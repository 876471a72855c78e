import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../domain/model.ts';
import type { StaffCalendar } from '../../domain/scheduling.ts';
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
  test('has sessions of all states, and says which overlap; a cancelled one is in nobody’s way', async () => {
    const room = await place();
    const first = await session(room, '2026-06-01T14:00:00Z', '2026-06-01T15:00:00Z');
    const second = await session(room, '2026-06-01T14:30:00Z', '2026-06-01T16:00:00Z', { status: 'draft' });
    const gone = await session(room, '2026-06-01T14:00:00Z', '2026-06-01T16:00:00Z', { status: 'cancelled' });
    const { entries } = await calendarOf(`from=2026-06-01&to=2026-06-07&locationId=${room}`);
    expect(entries.map(({ recordId, state, clashes }) => [recordId, state, clashes.map(({ words }) => words)])).toEqual(
      expect.arrayContaining([
        [first, 'published', ['Overlaps Event 2026-06-01T14:30:00Z']],
        [second, 'draft', ['Overlaps Event 2026-06-01T14:00:00Z']],
        [gone, 'cancelled', []],
      ]),
    );
  });

  test('says which sessions are in closed hours of their place, exactly so on the days of a clock change', async () => {
    const room = await place({ hours: { ...HOURS, openTimes: [3, 9, 9, 9, 9, 9, 9] } });
    // On 8 March 2026 New York skips from 2:00 to 3:00; its day opens at 3:00, 7:00 in UTC.
    const early = await session(room, '2026-03-08T06:30:00Z', '2026-03-08T07:30:00Z');
    const inTime = await session(room, '2026-03-08T07:00:00Z', '2026-03-08T08:00:00Z');
    const { entries } = await calendarOf(`from=2026-03-08&to=2026-03-08&locationId=${room}`);
    const wordsOf = (id: number) =>
      entries.find(({ recordId }) => recordId === id)?.clashes.filter(({ kind }) => kind === 'closed');
    expect(wordsOf(early)).toEqual([{ kind: 'closed', with: null, words: 'Outside opening hours' }]);
    expect(wordsOf(inTime)).toEqual([]);
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
    expect(entries.map(({ clashes }) => clashes.map(({ words }) => words))).toEqual([['In closed hours: Inventory']]);
    expect(places.map(({ days }) => days?.map(({ opens, reason }) => [opens, reason]))).toEqual([
      [
        [9, null],
        [null, 'Inventory'],
      ],
    ]);
  });

  test('is reduced by its filters, but clashes with what they leave out are still said', async () => {
    const room = await place();
    const one = await session(room, '2026-06-02T14:00:00Z', '2026-06-02T15:00:00Z');
    await session(room, '2026-06-02T14:00:00Z', '2026-06-02T15:00:00Z', { status: 'draft' });
    const { entries } = await calendarOf(`from=2026-06-01&to=2026-06-07&locationId=${room}&status=published`);
    expect(entries.map(({ recordId, clashes }) => [recordId, clashes.length])).toEqual([[one, 1]]);
  });

  test('without a place has all active ones', async () => {
    const [active, inactive] = [await place(), await place({ active: false })];
    const ids = (await calendarOf('from=2026-06-01&to=2026-06-01')).places.map(({ id }) => id);
    expect(ids).toContain(active);
    expect(ids).not.toContain(inactive);
  });

  test('is refused to visitors and to those who may not read sessions', async () => {
    refused(await ask('from=2026-06-01&to=2026-06-07', ''), 401, 'account.login-needed');
    const student = await t.loginAs('student');
    refused(await ask('from=2026-06-01&to=2026-06-07', student), 403, 'resource.forbidden');
  });

  test('leaves out what the caller may not read: who instructs is hidden from the keeper of calendars', async () => {
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
