import { afterAll, beforeAll, expect, test } from 'vitest';
import { sumOf, type AttendanceFigures, type AttendanceReport } from '../../domain/sessions/attendance.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

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

const ask = (query: string, user = staff) =>
  t.app.inject({ url: `/api/events/attendance?${query}`, headers: { cookie: user.cookie } });
const report = async (query: string): Promise<AttendanceReport> => (await ask(query)).json();
const namesOf = (groups: readonly { name: string }[]): string[] => groups.map(({ name }) => name);
const LASER: AttendanceFigures = {
  sessions: 2,
  seats: 20,
  seated: 6,
  came: 4,
  late: 1,
  noShow: 1,
  unmarked: 1,
  cancelled: 2,
  cancelledLate: 1,
  waited: 2,
  promoted: 1,
  sessionsCancelled: 0,
};

test('sums up the sessions of the site’s days by event, category, instructor, term and hour of the week', async () => {
  const { total, events, categories, instructors, terms, hours } = await report(PERIOD);
  expect(total).toMatchObject({ sessions: 4, sessionsCancelled: 1, seats: 25, seated: 7, unmarked: 1 });
  expect(events[0]).toEqual({ id: laser['id'], name: 'Laser cutter', ...LASER });
  expect(namesOf(events)).toEqual(['Laser cutter', 'Sewing']);
  expect(categories[0]).toEqual({ id: category['id'], name: 'Machines', ...LASER });
  for (const groups of [events, categories, instructors, terms, hours]) expect(sumOf(groups)).toEqual(total);
  // The same hour of a Wednesday, before and after the change of the clocks.
  expect(hours.find(({ weekday, hour }) => weekday === 3 && hour === 18)).toMatchObject({ sessions: 2, came: 4 });
  expect(hours.map(({ weekday, hour }) => [weekday, hour])).toContainEqual([1, 0]);
});

test('is narrowed to an event, a category or an instructor, and what can be chosen stays', async () => {
  const whole = await report(PERIOD);
  for (const query of [`eventId=${Number(laser['id'])}`, `categoryId=${Number(category['id'])}`]) {
    const { total, choices } = await report(`${PERIOD}&${query}`);
    expect(total).toEqual(LASER);
    expect(choices).toEqual(whole.choices);
  }
  const { total } = await report(`${PERIOD}&instructorId=${teacher.id}`);
  expect(total).toMatchObject({ sessions: 1, came: 3 });
  expect((await report(`${PERIOD}&eventId=999999`)).total.sessions).toBe(0);
});

test('names instructors, and says where nobody is', async () => {
  const { displayName } = await t.services.engine.get(SYSTEM, 'users', teacher.id);
  expect(namesOf((await report(PERIOD)).instructors).toSorted()).toEqual([displayName, 'Nobody named'].toSorted());
});

test('is refused to others, and for days that are none, in the wrong order or too many', async () => {
  expect((await ask(PERIOD, people[0])).statusCode).toBe(403);
  for (const query of [
    'from=2027-03-02&to=2027-03-01',
    'from=2027-02-30&to=2027-03-01',
    'from=2001-01-01&to=2027-03-01',
  ])
    expect((await ask(query)).json()).toMatchObject({ code: 'events.bad-period' });
  for (const query of ['', 'from=2027-03-01', `${PERIOD}&eventId=x`, `${PERIOD}&other=1`])
    expect((await ask(query)).statusCode).toBe(400);
});
