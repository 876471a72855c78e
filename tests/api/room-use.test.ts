import type { ReportAnswer } from '../../domain/calls/reports.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { sessions } from '../../server/features/sessions/feature.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

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

test('does not count hours that are blocked as open, but those of a hold', async () => {
  const booth = await makeRow(t.services, 'locations', { displayName: 'Paint booth', hours: EVERY_DAY });
  const locationId = booth['id'] ?? null;
  const block = (kind: string, startsAt: string, endsAt: string, rule: string | null = null) =>
    makeRow(t.services, 'blocks', { kind, locationId, startsAt, endsAt, rule, exceptDates: null });
  // Every Tuesday from 9 to 11, on both sides of the clock change; the last two hours of Wednesday, until Thursday at 10; Friday.
  const weekly = await block('maintenance', '2027-03-09T16:00:00Z', '2027-03-09T18:00:00Z', 'FREQ=WEEKLY');
  await block('private', '2027-03-17T21:00:00Z', '2027-03-18T16:00:00Z');
  await block('hold', '2027-03-19T16:00:00Z', '2027-03-19T18:00:00Z');
  // Tuesday from 10 to 12.
  const eventId = (await makeRow(t.services, 'events', { active: true }))['id'] ?? null;
  const times = { startsAt: '2027-03-16T16:00:00Z', endsAt: '2027-03-16T18:00:00Z' };
  await makeRow(t.services, 'instances', { eventId, status: 'published', locationId, ...times });
  expect(await daysOf(booth, '2027-03-15', '2027-03-19')).toEqual([
    [8, 0, 0],
    [6, 1, 1],
    [6, 0, 0],
    [7, 0, 0],
    [12, 0, 0],
  ]);
  const tuesdays = async () => (await daysOf(booth, '2027-03-23', '2027-03-23'))[0]?.[0];
  expect(await tuesdays()).toBe(6);
  await t.services.engine.update(SYSTEM, 'blocks', Number(weekly.id), { exceptDates: ['2027-03-23'] });
  expect(await tuesdays()).toBe(8);
  await t.services.db.deleteFrom('blockDates').execute();
  await sessions.catchUp?.(t.services);
  expect(await daysOf(booth, '2027-03-16', '2027-03-17')).toEqual([
    [6, 1, 1],
    [6, 0, 0],
  ]);
  await t.services.engine.remove(SYSTEM, 'blocks', Number(weekly.id));
  expect(await daysOf(booth, '2027-03-16', '2027-03-16')).toEqual([[8, 2, 0]]);
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
