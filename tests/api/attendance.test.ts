import type { ReportAnswer } from '../../domain/calls/reports.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { ROOT, startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

const HOUR = 3_600_000;
/** Thursday, two weeks after the change to summer time in Denver, the site's zone. */
const NOW = Date.parse('2027-03-25T18:00:00Z');
const PERIOD = 'from=2027-03-01&to=2027-03-31';

let t: TestApp;
let staff: TestUser;
let teacher: TestUser;
let people: TestUser[];
let laser: Row;
let sewing: Row;
let category: Row;
beforeAll(async () => {
  t = await startTestApp();
  t.services.clock.moveTo(NOW);
  staff = await t.createUser({ roles: ['EventProcessor'] });
  teacher = await t.createUser({ roles: ['Staff'] });
  people = await Promise.all(Array.from({ length: 7 }, () => t.createUser({ roles: ['Student'] })));
  category = await makeRow(t.services, 'categories', { name: 'Machines' });
  laser = await makeRow(t.services, 'events', {
    title: 'Laser cutter',
    active: true,
    categoryId: category['id'] ?? null,
  });
  sewing = await makeRow(t.services, 'events', { title: 'Sewing', active: true });
  // 6 PM on both sides of the change of 14 March.
  const before = await session(laser, '2027-03-11T01:00:00Z', { instructorIds: [teacher.id] });
  for (const [index, given] of [
    { status: 'attended' },
    { status: 'late' },
    { status: 'noShow' },
    { status: 'confirmed' },
    { status: 'cancelled', cancelledLate: true },
    { status: 'attended', waitingSince: '2027-03-01T00:00:00Z' },
    { status: 'cancelled', waitingSince: '2027-03-01T00:00:00Z' },
  ].entries())
    await ticket(before, index, given);
  await ticket(await session(laser, '2027-03-25T00:00:00Z', {}), 0, { status: 'attended' });
  await ticket(await session(sewing, '2027-03-30T16:30:00Z', { capacity: 4 }), 0, { status: 'confirmed' });
  await ticket(await session(sewing, '2027-03-12T16:00:00Z', { status: 'cancelled' }), 0, { status: 'cancelled' });
  await session(sewing, '2027-03-13T16:00:00Z', { status: 'draft' });
  // Local midnight of the first day, and the first instant after the last one.
  await session(sewing, '2027-03-01T07:00:00Z', { capacity: 1 });
  await session(sewing, '2027-04-01T06:00:00Z', { capacity: 1 });
});
afterAll(() => t.close());

async function session(event: Row, startsAt: string, given: Row): Promise<number> {
  const instance = await makeRow(t.services, 'instances', {
    eventId: event['id'] ?? null,
    status: 'published',
    startsAt,
    endsAt: new Date(Date.parse(startsAt) + HOUR).toISOString(),
    capacity: 10,
    ...given,
  });
  return Number(instance['id']);
}

async function ticket(instanceId: number, person: number, given: Row): Promise<void> {
  const waitingSince = given['waitingSince'];
  const made = await makeRow(t.services, 'tickets', { instanceId, userId: people[person]?.id ?? 0, ...given });
  if (typeof waitingSince === 'string')
    await t.services.db.updateTable('tickets').set({ waitingSince }).where('id', '=', Number(made['id'])).execute();
}

const { measures } = JSON.parse(readFileSync(join(ROOT, 'config/reports/attendance.json'), 'utf8')) as {
  measures: { name: string }[];
};

const ask = (query: string, user = staff) =>
  t.app.inject({ url: `/api/reports/attendance?${PERIOD}&${query}`, headers: { cookie: user.cookie } });
const report = async (by: string, filter: object = {}): Promise<ReportAnswer> =>
  (await ask(`by=${by}&filter=${encodeURIComponent(JSON.stringify(filter))}`)).json();
const named = (figures: readonly (number | null)[]) =>
  Object.fromEntries(measures.map(({ name }, index) => [name, figures[index]]));

const LASER = {
  sessions: 2,
  seats: 20,
  seated: 6,
  taken: 0.3,
  attended: 4,
  attendance: 0.8,
  late: 1,
  noShow: 1,
  unmarked: 1,
  cancelled: 2,
  cancelledLate: 1,
  waitlisted: 2,
  promoted: 1,
  sessionsCancelled: 0,
};

test('sums up the sessions of the site’s days by event, category, instructor, term and hour of the week', async () => {
  const { groups, total } = await report('event');
  expect(named(total)).toMatchObject({ sessions: 4, sessionsCancelled: 1, seats: 25, seated: 7, unmarked: 1 });
  expect(groups.map(({ label }) => label)).toEqual(['Laser cutter', 'Sewing']);
  expect(named(groups[0]!.figures)).toEqual(LASER);
  const [machines] = (await report('category')).groups;
  expect(machines).toMatchObject({ key: category['id'], label: 'Machines' });
  expect(named(machines!.figures)).toEqual(LASER);
  expect((await report('term')).groups[0]!.label).toBe('Spring 2027');
  // The same hour of a Wednesday, before and after the change of the clocks; and Monday, midnight.
  const hours = (await report('hourOfWeek')).groups;
  expect(named(hours.find(({ key }) => key === 2 * 24 + 18)!.figures)).toMatchObject({ sessions: 2, attended: 4 });
  expect(hours.map(({ key }) => key)).toContain(0);
});

test('counts hours and weekdays as the clock at the place shows them', async () => {
  const berlin = await makeRow(t.services, 'locations', { timezone: 'Europe/Berlin' });
  const event = await makeRow(t.services, 'events', { title: 'Weaving', active: true });
  // Tuesday at 6 PM in Denver is Wednesday at 1 AM in Berlin, where clocks have not changed yet.
  const id = await session(event, '2027-03-24T00:00:00Z', { locationId: berlin['id'] ?? null });
  await ticket(id, 1, { status: 'attended' });
  const filter = { eventId: [event['id']] };
  expect((await report('hourOfWeek', filter)).groups.map(({ key }) => key)).toEqual([2 * 24 + 1]);
  const query = `${PERIOD}&by=hour&filter=${encodeURIComponent(JSON.stringify({ 'instanceId.eventId': event['id'] }))}`;
  const people = await t.app.inject({ url: `/api/reports/participants?${query}`, headers: { cookie: staff.cookie } });
  expect(people.json<ReportAnswer>().groups, people.body).toMatchObject([{ key: 1 }]);
  await t.services.db.deleteFrom('tickets').where('instanceId', '=', id).execute();
  await t.services.db.deleteFrom('instances').where('id', '=', id).execute();
});

test('is narrowed to an event, a category or an instructor', async () => {
  for (const filter of [{ eventId: [laser['id']] }, { categoryId: [category['id']] }])
    expect(named((await report('event', filter)).total)).toEqual(LASER);
  const { total } = await report('event', { instructorIds: [teacher.id] });
  expect(named(total)).toMatchObject({ sessions: 1, attended: 3 });
  expect(named((await report('event', { eventId: 999_999 })).total)['sessions']).toBe(0);
});

test('names instructors, and counts sessions without any', async () => {
  const { displayName } = await t.services.engine.get(SYSTEM, 'users', teacher.id);
  expect((await report('instructor')).groups.map(({ label }) => label)).toEqual([displayName, null]);
});

test('is refused to others', async () => {
  expect((await ask('by=event', people[0])).statusCode).toBe(403);
  expect((await ask('by=event')).statusCode).toBe(200);
});

test('the sessions of a period are listed in figures', async () => {
  const filter = encodeURIComponent(JSON.stringify({ eventId: laser['id'] }));
  const list = await t.app.inject({ url: `/api/sessionFigures?filter=${filter}`, headers: { cookie: staff.cookie } });
  expect(list.json()).toMatchObject([
    { startsAt: '2027-03-25T00:00:00.000Z', seats: 10, attended: 1 },
    { startsAt: '2027-03-11T01:00:00.000Z', seats: 10, attended: 3, status: 'published' },
  ]);
});
