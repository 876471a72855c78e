import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CalendarCounts, LocationCalendar } from '../../domain/calls/places.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  t.services.clock.moveTo('2026-12-09T17:00:00Z');
  // The demonstration has special hours of every place.
  await sql`delete from "hoursExceptions" where "locationId" is null`.execute(t.services.db);
});
afterAll(() => t.close());

const HOURS = { weekends: true, openTimes: Array<number>(7).fill(9), closeTimes: Array<number>(7).fill(20) };
/** What no answer to a visitor may contain. */
const SECRET = 'hushhush';

const make = async (resource: string, given: Row): Promise<number> =>
  Number((await makeRow(t.services, resource, given)).id);
const location = (given: Row = {}) =>
  make('locations', { timezone: 'America/Denver', hours: HOURS, isPublic: true, active: true, ...given });
const event = (given: Row = {}) => make('events', { title: 'Open lab', active: true, ...given });
/** On Wednesday, December 9, 2026, from 10 to 11 in Denver. */
const TIMES = { startsAt: '2026-12-09T17:00:00Z', endsAt: '2026-12-09T18:00:00Z' };
const session = async (locationId: number, given: Row = {}) =>
  make('instances', {
    eventId: given['eventId'] ?? (await event()),
    locationId,
    status: 'published',
    ...TIMES,
    ...given,
  });
const block = (locationId: number, given: Row = {}) =>
  make('blocks', { title: SECRET, notes: SECRET, kind: 'closed', locationId, ...TIMES, ...given });

const get = (path: string, cookie = '') => t.app.inject({ url: `/api/ViewScheduling/${path}`, headers: { cookie } });
const december = async (id: number) =>
  (await get(`GetCalendarFor/${id}?from=2026-12-01&to=2026-12-31`)).json<LocationCalendar>();

describe('a visitor’s calendar of a place', () => {
  test('has its published and done sessions and the blocks with a public title, and nothing else', async () => {
    const [here, elsewhere] = [await location({ displayName: 'Lab' }), await location()];
    const shown = await session(here, { notes: SECRET, joinUrl: `https://${SECRET}.example/`, locationNote: SECRET });
    const done = await session(here, { status: 'done' });
    await session(here, { status: 'draft', eventId: await event({ title: SECRET }) });
    await session(here, { status: 'cancelled', eventId: await event({ title: SECRET }) });
    await session(here, { eventId: await event({ title: SECRET, active: false }) });
    await session(elsewhere, { eventId: await event({ title: SECRET }) });
    const deletedEvent = await event({ title: SECRET });
    await session(here, { eventId: deletedEvent });
    await sql`update events set "deletedAt" = atrium_now() where id = ${deletedEvent}`.execute(t.services.db);
    const closed = await block(here, { publicTitle: 'Floor is waxed' });
    const booked = await block(here, { kind: 'private', publicTitle: 'Booked' });
    await block(here);
    await block(here, { kind: 'private' });
    await block(here, { kind: 'maintenance' });
    await block(here, { kind: 'hold', publicTitle: SECRET });
    await block(elsewhere, { publicTitle: SECRET });
    const deleted = await block(here, { publicTitle: SECRET });
    await t.services.engine.remove(SYSTEM, 'blocks', deleted, { command: true });
    for (const query of ['today=true', 'from=2026-12-01&to=2026-12-31']) {
      const answer = await get(`GetCalendarFor/${here}?${query}`);
      expect(answer.body).not.toContain(SECRET);
      const calendar = answer.json<LocationCalendar>();
      expect(calendar.events.map(({ kind, id, title }) => [kind, id, title])).toEqual([
        ['event', shown, 'Open lab'],
        ['event', done, 'Open lab'],
        ['block', closed, 'Floor is waxed'],
        ['block', booked, 'Booked'],
      ]);
      expect(Object.keys(calendar.events[2] ?? {}).toSorted()).toEqual(
        ['id', 'kind', 'title', 'start', 'end', 'description', 'place'].toSorted(),
      );
      expect(calendar.events[0]?.place).toMatch(/^Lab, /);
      expect(calendar.days.find(({ date }) => date === '2026-12-09')).toMatchObject({
        opens: 9,
        closes: 20,
        intervals: [
          { from: 9, to: 10 },
          { from: 11, to: 20 },
        ],
        closures: [
          { from: 10, to: 11, title: 'Floor is waxed' },
          { from: 10, to: 11, title: null },
        ],
        reason: 'Floor is waxed',
      });
    }
  });

  test('names the category of an event and its color while the category is active, also after a change', async () => {
    const here = await location();
    const category = await make('categories', { name: 'Wood shop', color: '#b85000', active: true });
    const plain = await make('categories', { name: 'Talks', color: null, active: true });
    const inactive = await make('categories', { name: SECRET, color: '#123456', active: false });
    for (const categoryId of [category, plain, inactive]) await session(here, { eventId: await event({ categoryId }) });
    await block(here, { publicTitle: 'Floor is waxed' });
    const looks = async () => (await december(here)).events.map((one) => [one.category, one.color]);
    const nothing = [undefined, undefined];
    expect(await looks()).toEqual([['Wood shop', '#b85000'], ['Talks', undefined], nothing, nothing]);
    await t.services.engine.update(SYSTEM, 'categories', category, { name: 'Carpentry' });
    expect((await looks())[0]).toEqual(['Carpentry', '#b85000']);
    await t.services.engine.update(SYSTEM, 'categories', category, { active: false });
    expect((await looks())[0]).toEqual(nothing);
  });

  test.each([{ isPublic: false }, { active: false }])('of a place that is %j is no one’s', async (given) => {
    const id = await location(given);
    await session(id);
    expect((await get(`GetCalendarFor/${id}?from=2026-12-01&to=2026-12-31`)).statusCode).toBe(404);
    expect((await get(`GetCalendarCounts/${id}?from=2026-12-01&to=2026-12-31`)).statusCode).toBe(404);
    const staff = await t.loginAs('calendaradmin');
    expect((await get(`GetCalendarFor/${id}?today=true`, staff)).statusCode).toBe(200);
  });

  test('has each occurrence of a series, without its exceptions, at the same local time over a change of the clock', async () => {
    const id = await location({ timezone: 'America/New_York' });
    await block(id, {
      publicTitle: 'Service',
      startsAt: '2026-10-19T13:00:00Z',
      endsAt: '2026-10-19T15:00:00Z',
      rule: 'FREQ=WEEKLY;UNTIL=20261109',
      exceptDates: ['2026-10-26'],
    });
    const { events } = (await get(`GetCalendarFor/${id}?from=2026-10-15&to=2026-12-10`)).json<LocationCalendar>();
    expect(events.map(({ start, end }) => [start, end])).toEqual([
      ['2026-10-19T09:00:00-04:00', '2026-10-19T11:00:00-04:00'],
      ['2026-11-02T09:00:00-05:00', '2026-11-02T11:00:00-05:00'],
      ['2026-11-09T09:00:00-05:00', '2026-11-09T11:00:00-05:00'],
    ]);
  });

  test('has the requested dates, in the place’s time, and each of its days', async () => {
    const id = await location();
    await session(id, { startsAt: '2026-11-30T06:00:00Z', endsAt: '2026-11-30T07:00:00Z' });
    const first = await session(id, { startsAt: '2026-12-01T06:00:00Z', endsAt: '2026-12-01T07:30:00Z' });
    const last = await session(id, { startsAt: '2027-01-01T06:59:00Z', endsAt: '2027-01-01T08:00:00Z' });
    await session(id, { startsAt: '2027-01-01T07:00:00Z', endsAt: '2027-01-01T08:00:00Z' });
    const { events, days, clock: offsets } = await december(id);
    expect(events.map((one) => one.id)).toEqual([first, last]);
    expect([days.length, days[0]?.date, days.at(-1)?.date]).toEqual([31, '2026-12-01', '2026-12-31']);
    expect(offsets.every(({ offset }) => offset === -420)).toBe(true);
  });

  test.each([
    'from=2026-12-01',
    'to=2026-12-01',
    'today=true&from=2026-12-01&to=2026-12-02',
    'from=2026-02-30&to=2026-03-01',
    'from=2026-12-02&to=2026-12-01',
    'from=2026-12-01&to=2027-02-01',
    'from=2026-12-01&to=2026-12-02&q=1',
  ])('requested as "%s" is refused', async (query) => {
    const answer = await get(`GetCalendarFor/${await location()}?${query}`);
    expect(answer.statusCode).toBe(400);
    expectProblem(answer);
  });

  test('is cached, updated after each kind of write and at midnight, and answers 304 to clients that have it', async () => {
    const id = await location();
    const path = `GetCalendarFor/${id}?today=true`;
    const first = await get(path);
    const same = await t.app.inject({
      url: `/api/ViewScheduling/${path}`,
      headers: { 'if-none-match': String(first.headers['etag']) },
    });
    expect(same.statusCode).toBe(304);
    const eventId = await event();
    const instance = await session(id, { eventId });
    const titles = async () => (await get(path)).json<LocationCalendar>().events.map(({ title }) => title);
    expect(await titles()).toEqual(['Open lab']);
    const { engine } = t.services;
    await engine.update(SYSTEM, 'events', eventId, { title: 'Closed lab' }, { command: true });
    expect(await titles()).toEqual(['Closed lab']);
    await engine.update(SYSTEM, 'instances', instance, { status: 'cancelled' }, { command: true });
    expect(await titles()).toEqual([]);
    const blockId = await block(id, { publicTitle: 'Waxed' });
    expect(await titles()).toEqual(['Waxed']);
    await engine.remove(SYSTEM, 'blocks', blockId, { command: true });
    expect(await titles()).toEqual([]);
    await make('hoursExceptions', {
      locationId: id,
      startsOn: '2026-12-09',
      endsOn: '2026-12-09',
      closed: true,
      reason: 'Frost',
    });
    expect((await get(path)).json<LocationCalendar>().hours?.reason).toBe('Frost');
    await engine.update(SYSTEM, 'locations', id, { displayName: 'Renamed' }, { command: true });
    expect((await get(path)).json<LocationCalendar>().location.displayName).toBe('Renamed');
    t.services.clock.moveTo('2026-12-10T06:59:59Z');
    expect((await get(path)).json<LocationCalendar>().hours?.date).toBe('2026-12-09');
    t.services.clock.moveTo('2026-12-10T07:00:00Z');
    expect((await get(path)).json<LocationCalendar>().hours?.date).toBe('2026-12-10');
    t.services.clock.moveTo('2026-12-09T17:00:00Z');
  });
});

describe('the number of events', () => {
  test('is given for each local month in which a visitor’s events begin', async () => {
    const id = await location();
    for (const startsAt of [
      '2026-12-01T06:30:00Z',
      '2026-12-01T07:30:00Z',
      '2026-12-24T12:00:00Z',
      '2028-02-03T12:00:00Z',
    ])
      await session(id, { startsAt, endsAt: `${startsAt.slice(0, 10)}T13:00:00Z` });
    await session(id, { status: 'draft' });
    await session(id, { eventId: await event({ active: false }) });
    const counts = await get(`GetCalendarCounts/${id}?from=2020-01-01&to=2044-12-31`);
    expect(counts.json<CalendarCounts>()).toEqual({
      months: { '2026-11': 1, '2026-12': 2, '2028-02': 1 },
      closed: {},
    });
    const year = await get(`GetCalendarCounts/${id}?from=2026-01-01&to=2026-12-31`);
    const { months, days = {} } = year.json<CalendarCounts>();
    expect(months).toEqual({ '2026-11': 1, '2026-12': 2 });
    expect(Object.keys(days).map((day) => day.slice(0, 7))).toEqual(expect.arrayContaining(['2026-11', '2026-12']));
    expect(Object.values(days).reduce((sum, count) => sum + count, 0)).toBe(3);
    for (const query of ['', '?from=2020-01-01', '?from=2000-01-01&to=2030-01-01', '?from=2020-02-01&to=2020-01-01'])
      expect((await get(`GetCalendarCounts/${id}${query}`)).statusCode).toBe(400);
  });
});

test('a year names its closed days with reasons, and years those of special hours', async () => {
  const id = await location();
  await make('hoursExceptions', {
    locationId: id,
    reason: 'Frost',
    startsOn: '2026-12-24',
    endsOn: '2026-12-25',
    closed: true,
  });
  const hours = { closed: false, opensAt: 10, closesAt: 12 };
  await make('hoursExceptions', {
    locationId: id,
    reason: 'Late',
    startsOn: '2026-12-28',
    endsOn: '2026-12-28',
    ...hours,
  });
  const day = { startsAt: '2026-12-02T07:00:00Z', endsAt: '2026-12-03T07:00:00Z' };
  await block(id, { ...day, publicTitle: 'Floor is waxed' });
  await block(id, { startsAt: '2026-12-08T20:00:00Z', endsAt: '2026-12-08T21:00:00Z', publicTitle: 'Drill' });
  const closedIn = async (query: string) =>
    (await get(`GetCalendarCounts/${id}?${query}`)).json<CalendarCounts>().closed;
  const frost = { '2026-12-24': 'Frost', '2026-12-25': 'Frost' };
  expect(await closedIn('from=2026-01-01&to=2026-12-31')).toEqual({ '2026-12-02': 'Floor is waxed', ...frost });
  expect(await closedIn('from=2020-01-01&to=2044-12-31')).toEqual(frost);
});

describe('the hours of a week', () => {
  test('exclude closing blocks, with any division of the day', async () => {
    const id = await location();
    await block(id, { kind: 'maintenance', publicTitle: 'Service' });
    await block(id, { startsAt: '2026-12-10T07:00:00Z', endsAt: '2026-12-11T07:00:00Z' });
    await block(id, { kind: 'private', startsAt: '2026-12-12T17:00:00Z', endsAt: '2026-12-12T20:00:00Z' });
    const answer = await t.app.inject({ url: `/api/locations/${id}/hours?week=2026-12-09` });
    const { days } = answer.json<{ days: LocationCalendar['days'] }>();
    expect(days.map(({ intervals }) => intervals.map(({ from, to }) => [from, to]))).toEqual([
      [[9, 20]],
      [[9, 20]],
      [[9, 20]],
      [
        [9, 10],
        [11, 20],
      ],
      [],
      [[9, 20]],
      [[9, 20]],
    ]);
    expect(days[4]).toMatchObject({ opens: null, closes: null });
  });
});
