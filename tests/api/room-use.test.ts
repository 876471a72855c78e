import type { ReportAnswer } from '../../domain/calls/reports.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

/** Of the site's zone, America/Denver: the clocks change on 14 March. */
const NOW = Date.parse('2027-03-25T18:00:00Z');
const EVERY_DAY = { weekends: true, openTimes: Array<number>(7).fill(9), closeTimes: Array<number>(7).fill(17) };

let t: TestApp;
let staff: TestUser;
let room: Row;
let berlin: Row;

beforeAll(async () => {
  t = await startTestApp();
  t.services.clock.moveTo(NOW);
  staff = await t.createUser({ roles: ['EventScheduler'] });
  const hours = { ...EVERY_DAY, weekends: false };
  room = await makeRow(t.services, 'locations', { displayName: 'Wood shop', hours });
  berlin = await makeRow(t.services, 'locations', { timezone: 'Europe/Berlin', hours: EVERY_DAY });
  const event = await makeRow(t.services, 'events', { title: 'Laser cutter', active: true });
  const session = (startsAt: string, endsAt: string, given: Row = {}) =>
    makeRow(t.services, 'instances', {
      ...{ eventId: event['id'] ?? null, status: 'published', locationId: room['id'] ?? null, startsAt, endsAt },
      ...given,
    });
  // Monday, 15 March, 10 to 12, 11 to 13 (at the same time), and 16 to 19.
  await session('2027-03-15T16:00:00Z', '2027-03-15T18:00:00Z');
  await session('2027-03-15T17:00:00Z', '2027-03-15T19:00:00Z');
  await session('2027-03-15T22:00:00Z', '2027-03-16T01:00:00Z');
  await session('2027-03-15T16:00:00Z', '2027-03-15T18:00:00Z', { status: 'cancelled' });
  await session('2027-03-16T16:00:00Z', '2027-03-16T18:00:00Z', { status: 'draft' });
  // Wednesday in this room, Thursday elsewhere.
  await session('2027-03-17T16:00:00Z', '2027-03-18T18:00:00Z', {
    dates: [
      { startsAt: '2027-03-17T16:00:00.000Z', endsAt: '2027-03-17T18:00:00.000Z' },
      { startsAt: '2027-03-18T16:00:00.000Z', endsAt: '2027-03-18T18:00:00.000Z', locationId: berlin['id'] ?? null },
    ],
  });
  const special = { reason: 'Inventory', startsOn: '2027-03-19', endsOn: '2027-03-20' };
  await makeRow(t.services, 'hoursExceptions', {
    ...special,
    locationId: null,
    closed: false,
    opensAt: 8,
    closesAt: 20,
  });
  await makeRow(t.services, 'hoursExceptions', { ...special, locationId: room['id'] ?? null, closed: true });
});
afterAll(() => t.close());

async function daysOf(place: Row, from: string, to: string): Promise<number[][]> {
  const filter = encodeURIComponent(JSON.stringify({ locationId: place['id'], day_gte: from, day_lte: to }));
  const url = `/api/locationDays?filter=${filter}&sort=["day","ASC"]`;
  const answer = await t.app.inject({ url, headers: { cookie: staff.cookie } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer
    .json<{ openHours: number; usedHours: number; outsideHours: number }[]>()
    .map(({ openHours, usedHours, outsideHours }) => [openHours, usedHours, outsideHours]);
}

test('counts open hours, those in use, and sessions outside of them, by the day of the place', async () => {
  expect(await daysOf(room, '2027-03-14', '2027-03-20')).toEqual([
    [0, 0, 0],
    [8, 4, 2],
    [8, 0, 0],
    [8, 2, 0],
    [8, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ]);
  // 17:00 to 19:00 in Berlin, which closes at 17:00; and longer hours for every place on the 19th.
  expect(await daysOf(berlin, '2027-03-18', '2027-03-19')).toEqual([
    [8, 0, 2],
    [12, 0, 0],
  ]);
});

test('is reported by location and week', async () => {
  const filter = encodeURIComponent(JSON.stringify({ locationId: [room['id']] }));
  const ask = (user: TestUser) =>
    t.app.inject({
      url: `/api/reports/roomUse?by=location&from=2027-03-14&to=2027-03-20&filter=${filter}`,
      headers: { cookie: user.cookie },
    });
  const { groups, total } = (await ask(staff)).json<ReportAnswer>();
  expect(groups).toMatchObject([{ label: 'Wood shop', figures: [6, 32, 6 / 32, 2] }]);
  expect(total).toEqual([6, 32, 6 / 32, 2]);
  expect((await ask(await t.createUser({ roles: ['Student'] }))).statusCode).toBe(403);
});
