import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LocationCalendar } from '../../domain/calls/places.ts';
import type { Row } from '../../domain/declarations/model.ts';
import type { HoursConflicts, StaffCalendar } from '../../domain/calls/staff-calendar.ts';
import type { OwnSession } from '../../domain/calls/tickets.ts';
import type { SessionDetails } from '../../domain/calls/sessions.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let [staff, ada]: TestUser[] = [];
let places: number[] = [];
beforeAll(async () => {
  t = await startTestApp();
  t.services.clock.moveTo('2026-10-20T12:00:00Z');
  [staff, ada] = await Promise.all([t.createUser({ roles: ['EventAdmin'] }), t.createUser({ roles: ['Student'] })]);
});
afterAll(() => t.close());

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, user?: TestUser) =>
  t.app.inject({
    method,
    url,
    headers: { 'sec-fetch-site': 'same-origin', ...(user ? { cookie: user.cookie } : {}) },
    ...(payload ? { payload } : {}),
  });
/** Six to eight in the evening of Denver's local time; its clocks are set back on the first of November. */
const evening = (day: string, more: Row = {}): Row => {
  const offset = day < '2026-11-01' ? '-06:00' : '-07:00';
  return { startsAt: `${day}T18:00:00${offset}`, endsAt: `${day}T20:00:00${offset}`, ...more };
};
const DAYS = ['2026-10-29', '2026-11-05', '2026-11-12'];

async function scheduled(given: Row = {}): Promise<Row & { id: number }> {
  const eventId = Number((await makeRow(t.services, 'events', { title: 'Joinery', active: true })).id);
  const payload = { eventId, status: 'published', capacity: 5, locationId: places[0], ...given };
  const answer = await send('POST', '/api/instances', payload, staff);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
/** In rooms of its own, so that nothing is in its way. */
async function joinery() {
  places = await Promise.all(
    [
      { displayName: 'Wood shop', timezone: 'America/Denver' },
      { displayName: 'Annex', timezone: 'America/New_York' },
    ].map(async (room) =>
      Number((await makeRow(t.services, 'locations', { ...room, isPublic: true, active: true })).id),
    ),
  );
  return scheduled({
    ...evening(DAYS[0]!),
    dates: [evening(DAYS[2]!), evening(DAYS[1]!, { locationId: places[1]!, note: 'Bring a plank' })],
  });
}
const utc = (day: string, hour: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000).toISOString();

describe('a session of several dates', () => {
  test('begins with the first and ends with the last, regardless of the author', async () => {
    const { id, ...row } = await joinery();
    expect(row).toMatchObject({
      startsAt: utc('2026-10-30', 0),
      endsAt: utc('2026-11-13', 3),
      dates: [
        { startsAt: utc('2026-10-30', 0), endsAt: utc('2026-10-30', 2) },
        { startsAt: utc('2026-11-06', 1), locationId: places[1], note: 'Bring a plank' },
        { startsAt: utc('2026-11-13', 1), endsAt: utc('2026-11-13', 3) },
      ],
    });
    const fewer = await send('PUT', `/api/instances/${id}`, { dates: (row['dates'] as Row[]).slice(1) }, staff);
    expect(fewer.json()).toMatchObject({ startsAt: utc('2026-11-06', 1), endsAt: utc('2026-11-13', 3) });
    const one = await send('PUT', `/api/instances/${id}`, { dates: null }, staff);
    expect(one.json()).toMatchObject({ dates: null, startsAt: utc('2026-11-06', 1), endsAt: utc('2026-11-06', 3) });
  });

  test('is refused with a reason if its times contradict each other, or a place does not exist', async () => {
    const { id } = await joinery();
    const refused = async (payload: object) => {
      const answer = await send('PUT', `/api/instances/${id}`, payload, staff);
      expect(answer.statusCode).toBe(400);
      return answer.json<{ errors: Row }>().errors;
    };
    expect(await refused({ startsAt: utc('2026-10-01', 0) })).toHaveProperty('startsAt');
    expect(await refused({ dates: [evening(DAYS[0]!), evening(DAYS[0]!)] })).toEqual({
      dates: 'Date 2 begins before date 1 has ended',
    });
    expect(await refused({ dates: [evening(DAYS[0]!, { locationId: 999_999 }), evening(DAYS[1]!)] })).toEqual({
      dates: 'Contains an entry that does not exist',
    });
    const deleted = await send(
      'DELETE',
      `/api/locations/${places[1]}`,
      undefined,
      await t.createUser({ roles: ['Administrator'] }),
    );
    expect(deleted.statusCode).toBe(409);
  });

  test('shows each date with its place in its local time', async () => {
    const { id } = await joinery();
    const { start, end, dates } = (await send('GET', `/api/events/sessions/${id}`)).json<SessionDetails>();
    expect([start, end]).toEqual(['2026-10-29T18:00:00-06:00', '2026-11-12T20:00:00-07:00']);
    expect(dates.map((date) => [date.start, date.timezone, date.place.split(',')[0], date.note])).toEqual([
      ['2026-10-29T18:00:00-06:00', 'America/Denver', 'Wood shop', ''],
      ['2026-11-05T20:00:00-05:00', 'America/New_York', 'Annex', 'Bring a plank'],
      ['2026-11-12T18:00:00-07:00', 'America/Denver', 'Wood shop', ''],
    ]);
  });

  test('is in the calendar of each place on its dates there', async () => {
    const { id } = await joinery();
    const shown = async (place: number) => {
      const url = `/api/ViewScheduling/GetCalendarFor/${place}?from=2026-10-25&to=2026-11-25`;
      const { events } = (await send('GET', url)).json<LocationCalendar>();
      return events.filter((one) => one.id === id).map(({ start }) => start);
    };
    expect(await shown(places[0]!)).toEqual(['2026-10-29T18:00:00-06:00', '2026-11-12T18:00:00-07:00']);
    expect(await shown(places[1]!)).toEqual(['2026-11-05T20:00:00-05:00']);
    const counts = await send(
      'GET',
      `/api/ViewScheduling/GetCalendarCounts/${places[1]}?from=2026-10-01&to=2026-12-31`,
    );
    const november = (await shown(places[1]!)).length;
    expect(counts.json<{ months: Record<string, number> }>().months['2026-11']).toBeGreaterThanOrEqual(november);
    const staffed = await send('GET', '/api/scheduling/calendar?from=2026-10-25&to=2026-11-25', undefined, staff);
    const entries = staffed.json<StaffCalendar>().entries.filter(({ recordId }) => recordId === id);
    expect(entries.map((one) => [one.id, one.start, one.placeId])).toEqual([
      [`instance-${id}`, utc('2026-10-30', 0), places[0]],
      [`instance-${id}-2`, utc('2026-11-06', 1), places[1]],
      [`instance-${id}-3`, utc('2026-11-13', 1), places[0]],
    ]);
  });

  test('is an entry for each date in feeds, on both sides of the night on which clocks change', async () => {
    const { id } = await joinery();
    const entries = (text: string) =>
      new ICAL.Component(ICAL.parse(text) as unknown[] as never)
        .getAllSubcomponents('vevent')
        .map((component) => new ICAL.Event(component))
        .filter(({ uid }) => new RegExp(`^session-${id}(-|@)`).test(uid))
        .map(({ uid, startDate, location }) => [
          uid.split('@')[0],
          startDate.toJSDate().toISOString(),
          location.split(',')[0],
        ]);
    const first = [`session-${id}`, utc('2026-10-30', 0), 'Wood shop'];
    const second = [`session-${id}-2`, utc('2026-11-06', 1), 'Annex'];
    const third = [`session-${id}-3`, utc('2026-11-13', 1), 'Wood shop'];
    expect(entries((await send('GET', `/api/events/sessions/${id}/session.ics`)).body)).toEqual([first, second, third]);
    expect(entries((await send('GET', `/api/ViewScheduling/Feed/${places[0]}.ics`)).body)).toEqual([first, third]);
    expect(entries((await send('GET', `/api/ViewScheduling/Feed/${places[1]}.ics`)).body)).toEqual([second]);
    const made = await send('POST', '/api/feeds', { locationId: null }, staff);
    const feed = await send('GET', made.json<{ path: string }>().path);
    expect(entries(feed.body)).toEqual([first, second, third]);
  });

  test('conflicts on its dates and not between them', async () => {
    const { id } = await joinery();
    expect((await send('POST', `/api/events/instances/${id}/tickets`, undefined, ada)).statusCode).toBe(200);
    const between = await scheduled(evening('2026-11-04'));
    const moved = { ...evening('2026-11-12') };
    const taken = await send('PUT', `/api/instances/${between.id}`, moved, staff);
    expect(taken.json()).toMatchObject({ status: 409, code: 'scheduling.conflict' });
    const during = await scheduled({ ...evening('2026-11-12'), locationId: null });
    const conflicts = async (other: number) =>
      (await send('GET', `/api/events/sessions/${other}/own`, undefined, ada))
        .json<OwnSession>()
        .conflicts.map((one) => one.id);
    expect(await conflicts(between.id)).toEqual([]);
    expect(await conflicts(during.id)).toEqual([id]);
    const closing = (day: string) =>
      send('POST', '/api/scheduling/collisions', { block: { ...evening(day), locationId: places[1] } }, staff);
    const inTheWay = (await closing('2026-11-05'))
      .json<HoursConflicts>()
      .sessions.filter((one) => one.instanceId === id);
    expect(inTheWay.map(({ start, placeId }) => [start, placeId])).toEqual([[utc('2026-11-06', 1), places[1]]]);
    expect(
      (await closing('2026-11-12')).json<HoursConflicts>().sessions.filter((one) => one.instanceId === id),
    ).toEqual([]);
  });
});
