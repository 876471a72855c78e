import { sql } from 'kysely';
import { DateTime } from 'luxon';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../domain/declarations/actor.ts';
import type { LocationCalendar, WeekHours } from '../../domain/calls/places.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { locationCalendar } from '../../server/features/places/location-calendar.ts';
import { weekHours } from '../../server/features/places/week-hours.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';
import { clock } from '../factories/clock.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const VISITOR: Actor = {
  id: null,
  username: null,
  roles: ['Public'],
  capabilities: [],
  groupIds: [],
  isKiosk: false,
  ip: null,
};
const HOURS = { weekends: true, openTimes: [12, 9, 9, 9, 9, 9, 10], closeTimes: [17, 20, 20, 20, 20, 17.5, 24] };
/** Time zones with the Sundays on which their clocks change, forward first. */
const ZONES = [
  ['America/Denver', '2026-03-08', '2026-11-01'],
  ['Europe/Berlin', '2026-03-29', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-10-04', '2026-04-05'],
  ['Pacific/Auckland', '2026-09-27', '2026-04-05'],
] as const;

let rooms = 0;
async function location(given: Row = {}): Promise<number> {
  rooms += 1;
  return Number(
    (
      await makeRow(t.services, 'locations', {
        room: `R${rooms}`,
        timezone: 'America/Denver',
        hours: HOURS,
        isPublic: true,
        active: true,
        ...given,
      })
    ).id,
  );
}

async function special(given: Row): Promise<number> {
  return Number((await makeRow(t.services, 'hoursExceptions', { closed: true, ...given })).id);
}

async function scheduled(
  locationId: number,
  startsAt: string,
  endsAt: string,
  given: Row = {},
  event: Row = {},
): Promise<number> {
  const { id } = await makeRow(t.services, 'events', event);
  return Number(
    (
      await makeRow(t.services, 'instances', {
        eventId: id ?? null,
        locationId,
        startsAt,
        endsAt,
        status: 'published',
        ...given,
      })
    ).id,
  );
}

const at = (zone: string, text: string): Date => DateTime.fromISO(text, { zone }).toJSDate();
const locationToday = (services: TestApp['services'], actor: Actor, id: number, now: Date) =>
  locationCalendar(services, actor, id, { now });
const hoursOf = (id: number | string, query = '', cookie = '') =>
  t.app.inject({ url: `/api/locations/${id}/hours${query}`, headers: { cookie } });
const todayOf = (id: number | string, query = '?today=true', cookie = '') =>
  t.app.inject({ url: `/api/ViewScheduling/GetCalendarFor/${id}${query}`, headers: { cookie } });

describe('the hours of a week', () => {
  test('are seven days from a Sunday, with holidays applied', async () => {
    const id = await location({ displayName: 'Makeshop', buildingCode: 'ITLL' });
    await special({ reason: 'Thanksgiving', startsOn: '2025-11-27', endsOn: '2025-11-28' });
    await special({
      reason: 'Inventory',
      locationId: id,
      startsOn: '2025-11-26',
      endsOn: '2025-11-26',
      closed: false,
      opensAt: 13,
      closesAt: 15.5,
    });
    await special({ reason: 'Elsewhere', locationId: await location(), startsOn: '2025-11-25', endsOn: '2025-11-25' });
    for (const day of ['2025-11-23', '2025-11-27', '2025-11-29']) {
      const week = (await hoursOf(id, `?week=${day}`)).json<WeekHours>();
      expect(week).toMatchObject({
        locationId: id,
        displayName: 'Makeshop',
        buildingCode: 'ITLL',
        timezone: 'America/Denver',
        weekends: true,
      });
      expect(
        week.days?.map(({ date, weekday, opens, closes, reason }) => [date, weekday, opens, closes, reason]),
      ).toEqual([
        ['2025-11-23', 0, 12, 17, null],
        ['2025-11-24', 1, 9, 20, null],
        ['2025-11-25', 2, 9, 20, null],
        ['2025-11-26', 3, 13, 15.5, 'Inventory'],
        ['2025-11-27', 4, null, null, 'Thanksgiving'],
        ['2025-11-28', 5, null, null, 'Thanksgiving'],
        ['2025-11-29', 6, 10, 24, null],
      ]);
      expect(week.next).toMatchObject({ date: '2025-11-30', opens: 12 });
    }
  });

  test('apply to the current minute, and link to the published page that lists them: home first', async () => {
    const id = await location();
    const card = { type: 'LocationCard', title: 'Hours', order: 1 };
    const hoursAt = async () => (await hoursOf(id)).json<WeekHours>().hoursAt;
    const pageWith = async (given: Row, ...cards: Row[]) => {
      const page = await makeRow(t.services, 'pages', { type: 'Card', published: true, ...given });
      for (const each of cards) await makeRow(t.services, 'cards', { pageId: page['id'] ?? 0, ...card, ...each });
      return page;
    };
    await pageWith({ name: 'drafted', published: false }, { data: { id, mode: 'hours' } });
    await pageWith({ name: 'today' }, { data: { id, mode: 'day' } });
    expect(await hoursAt()).toBeNull();
    await pageWith(
      { name: 'places' },
      { title: 'Straße & Co', data: { id: await location(), mode: 'hours' } },
      { title: 'Straße & Co', order: 2, data: { id, mode: 'hours' } },
    );
    expect(await hoursAt()).toBe('/content/static/places#strasse-co-2');
    const home = await t.services.db.selectFrom('pages').select('id').where('name', '=', 'home').executeTakeFirst();
    const start = home ?? (await pageWith({ name: 'home' }));
    await makeRow(t.services, 'cards', { pageId: start.id, ...card, title: 'When', data: { id, mode: 'hours' } });
    expect(await hoursAt()).toBe('/#when');
    const now = new Date('2026-11-17T10:20:59Z');
    expect((await weekHours(t.services, VISITOR, id, { now })).asOf).toBe(Date.parse('2026-11-17T10:20:00Z'));
  });

  test('show when it opens again after a break', async () => {
    const id = await location();
    await special({ reason: 'Winter break', locationId: id, startsOn: '2026-12-20', endsOn: '2027-01-10' });
    const week = await weekHours(t.services, VISITOR, id, { week: '2026-12-25' });
    expect(week.days?.every(({ opens, reason }) => opens === null && reason === 'Winter break')).toBe(true);
    expect(week.next).toMatchObject({ date: '2027-01-11', weekday: 1, opens: 9 });
    await special({ reason: 'Moved away', locationId: id, startsOn: '2027-01-11', endsOn: '2030-01-01' });
    expect((await weekHours(t.services, VISITOR, id, { week: '2026-12-25' })).next).toBeNull();
  });

  test.each(ZONES)(
    'in %s are of the local date, also when clocks change on %s and %s',
    async (timezone, ...sundays) => {
      const id = await location({ timezone });
      for (const sunday of sundays) {
        for (const [moment, today] of [
          [`${sunday}T00:00:01`, sunday],
          [`${sunday}T12:00`, sunday],
          [`${sunday}T23:59:59`, sunday],
        ] as const) {
          const week = await weekHours(t.services, VISITOR, id, { now: at(timezone, moment) });
          expect([week.today, week.days?.[0]?.date]).toEqual([today, sunday]);
          expect(new Set(week.days?.map(({ date }) => date)).size).toBe(7);
          expect(week.days?.map(({ weekday }) => weekday)).toEqual([0, 1, 2, 3, 4, 5, 6]);
          expect(week.days?.[0]).toMatchObject({ opens: 12, closes: 17 });
        }
        const before = at(timezone, `${sunday}T00:00:00`).getTime() - 1;
        expect((await weekHours(t.services, VISITOR, id, { now: new Date(before) })).days?.[6]?.date).not.toBe(sunday);
      }
    },
  );

  test('stored without a day count that day as closed', async () => {
    const id = await location();
    const storeHours = async (hours: unknown) => {
      await sql`update "locations" set "hours" = ${JSON.stringify(hours)}::jsonb where "id" = ${id}`.execute(
        t.services.db,
      );
      return (await weekHours(t.services, VISITOR, id)).days?.map(({ opens, closes }) => [opens, closes]);
    };
    const closed = [null, null];
    expect(
      await storeHours({ weekends: true, openTimes: [null, 9.25, '9', 0, 24], closeTimes: [5, 17.75, 17, 24, 24, 17] }),
    ).toEqual([closed, [9.25, 17.75], closed, [0, 24], closed, closed, closed]);
    expect(
      await storeHours({ weekends: null, openTimes: [9, 9, 9, 9, 9, 9, 9], closeTimes: [8, 9, 17, 17, 17, 17, 17] }),
    ).toEqual([closed, closed, ...Array.from({ length: 5 }, () => [9, 17])]);
    for (const hours of [{ weekends: true }, { openTimes: [9], closeTimes: null }])
      expect(await storeHours(hours)).toBeUndefined();
  });

  test('of a place without hours are none', async () => {
    const week = (await hoursOf(await location({ hours: null }))).json<WeekHours>();
    expect([week.days, week.next, week.weekends]).toEqual([null, null, false]);
    expect(week.today).toBe(DateTime.fromMillis(clock.now(), { zone: 'America/Denver' }).toISODate());
  });

  test.each([
    '?week=2026-02-30',
    '?week=x',
    '?week=26-01-01',
    '?week=99999-01-01',
    '?day=2026-01-01',
    '?week=2026-01-01&week=2026-01-02',
  ])('%s is refused', async (query) => {
    const answer = await hoursOf(await location(), query);
    expect(answer.statusCode).toBe(400);
    expectProblem(answer);
  });
});

describe('today’s calendar', () => {
  test('has the announced events, with title and text, in local time', async () => {
    const id = await location({ displayName: 'Laser studio' });
    const day = '2026-05-12';
    await scheduled(
      id,
      '2026-05-12T16:00:00Z',
      '2026-05-12T17:30:00Z',
      {},
      { title: 'Laser <training>', description: '<p>Bring <b>wood</b> &amp; time.</p><ul><li>Goggles</li></ul>' },
    );
    await scheduled(
      id,
      '2026-05-12T15:00:00Z',
      '2026-05-12T15:30:00Z',
      { status: 'done' },
      { title: 'Early', summary: 'In short' },
    );
    for (const status of ['draft', 'cancelled'])
      await scheduled(id, '2026-05-12T16:00:00Z', '2026-05-12T17:00:00Z', { status });
    await scheduled(await location(), '2026-05-12T16:00:00Z', '2026-05-12T17:00:00Z');
    await scheduled(id, '2026-05-13T06:00:00Z', '2026-05-13T07:00:00Z');
    await scheduled(id, '2026-05-12T05:00:00Z', '2026-05-12T06:00:00Z');
    const calendar = await locationToday(t.services, VISITOR, id, at('America/Denver', `${day}T10:00`));
    expect(calendar).toMatchObject({
      location: { id, displayName: 'Laser studio', timezone: 'America/Denver' },
      hours: { date: day, opens: 9, closes: 20, reason: null },
    });
    expect(calendar.events.map(({ title, start, end, description }) => [title, start, end, description])).toEqual([
      ['Early', '2026-05-12T09:00:00-06:00', '2026-05-12T09:30:00-06:00', 'In short'],
      ['Laser <training>', '2026-05-12T10:00:00-06:00', '2026-05-12T11:30:00-06:00', 'Bring wood & time.\nGoggles'],
    ]);
  });

  test('has events across midnight on both days', async () => {
    const id = await location();
    await scheduled(id, '2026-05-13T04:00:00Z', '2026-05-13T08:00:00Z', {}, { title: 'Night' });
    for (const day of ['2026-05-12', '2026-05-13']) {
      const { events } = await locationToday(t.services, VISITOR, id, at('America/Denver', `${day}T12:00`));
      expect(events.map(({ start, end }) => [start, end])).toEqual([
        ['2026-05-12T22:00:00-06:00', '2026-05-13T02:00:00-06:00'],
      ]);
    }
    expect((await locationToday(t.services, VISITOR, id, at('America/Denver', '2026-05-14T12:00'))).events).toEqual([]);
  });

  test.each(ZONES)('in %s is the whole local day, also when clocks change on %s and %s', async (zone, ...sundays) => {
    const id = await location({ timezone: zone });
    for (const day of sundays) {
      const midnight = DateTime.fromISO(day, { zone });
      const iso = (time: DateTime): string => time.toUTC().toISO() ?? '';
      const end = midnight.plus({ days: 1 });
      await scheduled(id, iso(midnight), iso(midnight.plus({ hours: 1 })), {}, { title: 'First' });
      await scheduled(id, iso(end.minus({ hours: 1 })), iso(end), {}, { title: 'Last' });
      await scheduled(id, iso(midnight.minus({ hours: 1 })), iso(midnight), {}, { title: 'Before' });
      await scheduled(id, iso(end), iso(end.plus({ hours: 1 })), {}, { title: 'After' });
      const { events, hours } = await locationToday(t.services, VISITOR, id, at(zone, `${day}T12:00`));
      expect(events.map(({ title, start }) => [title, start.slice(0, 16)])).toEqual([
        ['First', `${day}T00:00`],
        ['Last', `${day}T23:00`],
      ]);
      expect(hours).toMatchObject({ date: day, opens: 12, closes: 17 });
      expect(events.map(({ start }) => DateTime.fromISO(start).toMillis())).toEqual([
        midnight.toMillis(),
        end.minus({ hours: 1 }).toMillis(),
      ]);
    }
  });

  test('of a day that begins at one o’clock, because clocks change at midnight, begins there', async () => {
    const zone = 'America/Santiago';
    const id = await location({ timezone: zone });
    await scheduled(id, '2026-09-06T03:30:00Z', '2026-09-06T04:00:00Z', {}, { title: 'Saturday' });
    await scheduled(id, '2026-09-06T04:00:00Z', '2026-09-06T05:00:00Z', {}, { title: 'Sunday' });
    const { events } = await locationToday(t.services, VISITOR, id, at(zone, '2026-09-06T12:00'));
    expect(events.map(({ title, start }) => [title, start])).toEqual([['Sunday', '2026-09-06T01:00:00-03:00']]);
  });

  test.each([
    ['America/Havana', '2026-11-01', '2026-11-01T00:00-04:00'],
    ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00+00:00'],
  ])('in %s of a day with two midnights, %s, begins at the first', async (zone, day, midnight) => {
    const id = await location({ timezone: zone });
    const first = Date.parse(midnight);
    const at30 = (minutes: number): string => new Date(first + minutes * 60_000).toISOString();
    await scheduled(id, at30(-30), at30(0), {}, { title: 'Before' });
    await scheduled(id, at30(0), at30(30), {}, { title: 'First' });
    await scheduled(id, at30(60), at30(90), {}, { title: 'Second' });
    const titles = async (text: string) =>
      (await locationToday(t.services, VISITOR, id, at(zone, text))).events.map(({ title }) => title);
    expect(await titles(`${day}T12:00`)).toEqual(['First', 'Second']);
    expect(
      (await locationToday(t.services, VISITOR, id, new Date(first + 45 * 60_000))).events.map(({ title }) => title),
    ).toEqual(['First', 'Second']);
    expect(
      (await locationToday(t.services, VISITOR, id, new Date(first - 3_600_000))).events.map(({ title }) => title),
    ).toEqual(['Before']);
  });

  test('has the usual hours of the location, and those of today', async () => {
    const id = await location();
    const { hours } = await locationToday(t.services, VISITOR, id, at('America/Denver', '2026-05-16T12:00'));
    expect(hours).toEqual({ ...HOURS, date: '2026-05-16', weekday: 6, opens: 10, closes: 24, reason: null });
  });

  test('leaves out events that were deleted, and has no hours where the place has none', async () => {
    const id = await location({ hours: null });
    await scheduled(id, '2026-05-12T16:00:00Z', '2026-05-12T17:00:00Z', {}, { title: `Gone ${id}` });
    await sql`update events set "deletedAt" = atrium_now() where title = ${`Gone ${id}`}`.execute(t.services.db);
    expect(await locationToday(t.services, VISITOR, id, at('America/Denver', '2026-05-12T12:00'))).toMatchObject({
      events: [],
      hours: null,
    });
  });

  test('is that of the current day', async () => {
    const id = await location();
    const now = DateTime.fromMillis(clock.now(), { zone: 'America/Denver' });
    await scheduled(
      id,
      now.startOf('day').toUTC().toISO()!,
      now.endOf('day').toUTC().toISO()!,
      {},
      { title: 'All day' },
    );
    const calendar = (await todayOf(id)).json<LocationCalendar>();
    expect(calendar.events.map(({ title }) => title)).toEqual(['All day']);
    expect(calendar.hours?.date).toBe(now.toISODate());
  });

  test.each(['', '?today=false', '?today=', '?today=true&week=1'])('requested as "%s" is refused', async (query) => {
    const answer = await todayOf(await location(), query);
    expect(answer.statusCode).toBe(400);
    expectProblem(answer);
  });
});

describe('a place that is not public', () => {
  test.each([{ isPublic: false }, { active: false }])('%j is found only by people who can see it', async (given) => {
    const id = await location(given);
    const { cookie } = await t.createUser({ roles: ['CalendarAdmin'] });
    for (const ask of [hoursOf, todayOf]) {
      const answer = await ask(id);
      expect(answer.statusCode).toBe(404);
      expectProblem(answer);
    }
    expect((await hoursOf(id, '', cookie)).statusCode).toBe(200);
    expect((await todayOf(id, '?today=true', cookie)).statusCode).toBe(200);
  });

  test.each(['999999', '%2e%2e'])('"%s" is not found', async (id) => {
    for (const ask of [hoursOf, todayOf]) expect((await ask(id)).statusCode).toBe(404);
  });

  test.each(['x', '1e3', '0x1', '-1'])('"%s" is no id', async (id) => {
    for (const ask of [hoursOf, todayOf]) expect((await ask(id)).statusCode).toBe(400);
  });
});

describe('special hours', () => {
  const create = async (payload: object) =>
    t.app.inject({
      method: 'POST',
      url: '/api/hoursExceptions',
      headers: { cookie: await t.loginAs('calendaradmin') },
      payload: { reason: 'Test', startsOn: '2026-07-01', endsOn: '2026-07-02', ...payload },
    });

  test.each([
    [{ closed: true, endsOn: '2026-06-30' }, { endsOn: 'Must not be before the first day' }],
    [{ closed: false }, { opensAt: 'This field is required', closesAt: 'This field is required' }],
    [{ closed: false, opensAt: 9 }, { closesAt: 'This field is required' }],
    [{ closed: false, opensAt: 17, closesAt: 9 }, { closesAt: 'Must be after it opens' }],
    [{ closed: false, opensAt: 9, closesAt: 9 }, { closesAt: 'Must be after it opens' }],
    [{ closed: false, opensAt: 9, closesAt: 25 }, { closesAt: 'Must be at most 24' }],
    [{ closed: true, startsOn: '2026-02-30' }, { startsOn: 'Please enter a valid date' }],
  ])('that say %j are refused: %j', async (payload, errors) => {
    const answer = await create(payload);
    expect(answer.statusCode).toBe(400);
    expect(expectProblem(answer).errors).toEqual(errors);
  });

  test('are stored, those of a closed day without hours', async () => {
    expect((await create({ closed: false, opensAt: 0, closesAt: 24 })).json<Row>()).toMatchObject({
      opensAt: 0,
      closesAt: 24,
    });
    const answer = await create({ closed: true, opensAt: 9, closesAt: 17 });
    expect(answer.json<Row>()).toMatchObject({ opensAt: null, closesAt: null });
    const id = Number(answer.json<Row>().id);
    const opened = await t.services.engine.update(SYSTEM, 'hoursExceptions', id, {
      closed: false,
      opensAt: 10,
      closesAt: 12,
    });
    expect(opened).toMatchObject({ closed: false, opensAt: 10, closesAt: 12 });
    expect(await t.services.engine.update(SYSTEM, 'hoursExceptions', id, { closed: true })).toMatchObject({
      opensAt: null,
      closesAt: null,
    });
  });
});
