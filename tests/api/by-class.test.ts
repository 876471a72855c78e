import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClassChoices, ClassGrid, MarkedCells, ScheduledForClass } from '../../domain/calls/classes.ts';
import type { UpcomingSessions } from '../../domain/calls/sessions.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { callAs, makeDoorSession, MORNING } from './event-support.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let admin: TestUser;
let processor: TestUser;
let student: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  t.services.clock.moveTo(MORNING);
  admin = await t.createUser({ roles: ['EventAdmin'] });
  processor = await t.createUser({ roles: ['EventProcessor'] });
  student = await t.createUser({ roles: ['Student'] });
});
afterAll(() => t.close());

const get = async <Answer>(url: string, as = admin): Promise<Answer> =>
  (await t.app.inject({ url: `/api/events/${url}`, headers: { cookie: as.cookie } })).json<Answer>();
const post = (url: string, payload: object, as = admin) => callAs(t, as, 'POST', `/api/${url}`, payload);
const idOf = (row: Row): number => Number(row['id']);
const make = async (resource: string, given: Row): Promise<number> => idOf(await makeRow(t.services, resource, given));

interface Made {
  classId: number;
  laser: { id: number; eventId: number };
  wood: { id: number; eventId: number };
  people: Record<'ada' | 'ben' | 'cleo' | 'dan', { id: number; userId: number | null }>;
  session: (eventId: number, given?: Row) => Promise<number>;
}

async function aClass(): Promise<Made> {
  const classId = await make('classes', { instructorId: null, requiredBy: '2027-03-01', active: true });
  const event = () =>
    make('events', {
      ...{ active: true, waitlistOn: true, waitlistMax: null, feeCents: 0, signupOpensDays: 30, signupClosesHours: 0 },
    });
  const requirement = async (dueOn: string | null) => {
    const eventId = await event();
    return { eventId, id: await make('classRequirements', { classId, eventId, dueOn }) };
  };
  const entry = async (name: string, userId: number | null) => ({
    userId,
    id: await make('rosterEntries', {
      classId,
      name,
      userId,
      status: 'enrolled',
      droppedOn: null,
      studentId: `${name}-${classId}`.slice(0, 20),
      email: null,
    }),
  });
  const [laser, wood] = [await requirement('2027-03-20'), await requirement(null)];
  const someone = async () => (await t.createUser({ roles: ['Student'] })).id;
  return {
    classId,
    laser,
    wood,
    people: {
      ada: await entry('Ada', await someone()),
      ben: await entry('Ben', await someone()),
      cleo: await entry('Cleo', await someone()),
      dan: await entry('Dan', null),
    },
    session: (eventId, given = {}) => makeDoorSession(t, { instance: { eventId, capacity: 5, ...given } }),
  };
}
const grid = (classId: number, as = admin) => get<ClassGrid>(`classes/${classId}`, as);
const states = ({ people }: ClassGrid) =>
  Object.fromEntries(people.map(({ name, cells }) => [name, cells.map(({ state }) => state)]));

describe('the grid of a class', () => {
  test('says of everyone enrolled what is done, signed up for, waited for, missing and overdue', async () => {
    const { classId, laser, wood, people, session } = await aClass();
    await make('rosterEntries', { classId, name: 'Eve', userId: null, status: 'dropped', studentId: `e${classId}` });
    const id = await session(laser.eventId, { capacity: 2 });
    await post(`events/door/${id}/tickets`, { userId: people.ada.userId, to: 'attended' });
    await post(`events/door/${id}/tickets`, { userId: people.ben.userId, to: 'confirmed' });
    await post(`events/door/${id}/tickets`, { userId: people.cleo.userId, to: 'waitlisted' });
    const found = await grid(classId);
    expect(states(found)).toEqual({
      Ada: ['overdue', 'done'],
      Ben: ['overdue', 'signedUp'],
      Cleo: ['overdue', 'waiting'],
      Dan: ['overdue', 'missing'],
    });
    expect(found.people[0]?.cells[1]).toMatchObject({ date: '2027-03-09', instanceId: id, exemption: null });
    expect(found.columns).toMatchObject([
      { id: wood.id, dueOn: '2027-03-01', isOverdue: true, sums: { overdue: 4 } },
      { id: laser.id, dueOn: '2027-03-20', isOverdue: false, sums: { done: 1, signedUp: 1, waiting: 1, missing: 1 } },
    ]);
    const { classes } = await get<ClassChoices>('classes');
    expect(classes.find((one) => one.id === classId)).toMatchObject({ people: 4, requirements: 2, active: true });
  });

  test('counts cells as done with a reason, once, and takes that back', async () => {
    const { classId, laser, wood, people, session } = await aClass();
    const id = await session(laser.eventId);
    await post(`events/door/${id}/tickets`, { userId: people.ada.userId, to: 'attended' });
    const cells = [people.ada, people.dan].flatMap((person) =>
      [laser, wood].map((requirement) => ({ entryId: person.id, requirementId: requirement.id })),
    );
    const answer = await post(
      `events/classes/${classId}/exemptions`,
      { cells, reason: ' At the summer school ' },
      processor,
    );
    expect(answer.statusCode, answer.body).toBe(200);
    const { changes, skipped } = answer.json<MarkedCells>();
    expect([changes.length, skipped]).toEqual([3, 1]);
    expect(states(await grid(classId))).toMatchObject({ Ada: ['done', 'done'], Dan: ['done', 'done'] });
    const [ada] = (await grid(classId)).people;
    expect(ada?.cells.map(({ exemption }) => exemption?.reason)).toEqual(['At the summer school', undefined]);
    const undone = await post('undo', { changes }, processor);
    expect(undone.statusCode, undone.body).toBe(200);
    expect(states(await grid(classId))).toMatchObject({ Ada: ['overdue', 'done'], Dan: ['overdue', 'missing'] });
  });

  test('is marked by more people at the same time than there are connections', async () => {
    const { classId, laser, people } = await aClass();
    const cells = [{ entryId: people.dan.id, requirementId: laser.id }];
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => post(`events/classes/${classId}/exemptions`, { cells, reason: 'Elsewhere' })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(answers.map((answer) => answer.json<MarkedCells>().skipped).toSorted()).toEqual([0, ...Array(11).fill(1)]);
  });

  test('marks no cell of another class, and none without a reason', async () => {
    const [one, other] = [await aClass(), await aClass()];
    const cells = [{ entryId: other.people.ada.id, requirementId: one.laser.id }];
    const refused = await post(`events/classes/${one.classId}/exemptions`, { cells, reason: 'x' });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'events.class-changed']);
    const own = [{ entryId: one.people.ada.id, requirementId: one.laser.id }];
    expect((await post(`events/classes/${one.classId}/exemptions`, { cells: own, reason: '  ' })).statusCode).toBe(400);
  });

  test('is for staff of events; its sessions are scheduled by those who schedule', async () => {
    const { classId, laser } = await aClass();
    expect(await grid(classId, student)).toMatchObject({ status: 403 });
    expect(await grid(999_999_999)).toMatchObject({ status: 404 });
    expect((await grid(classId, processor)).can).toEqual({
      mark: true,
      write: false,
      schedule: false,
      require: false,
      import: false,
    });
    expect((await grid(classId)).can).toEqual({
      mark: true,
      write: true,
      schedule: true,
      require: true,
      import: false,
    });
    const payload = { ...WHEN, requirementId: laser.id, capacity: 3, entryIds: [] };
    expect((await post(`events/classes/${classId}/sessions`, payload, processor)).statusCode).toBe(403);
  });
});

const WHEN = { startsAt: '2027-03-12T17:00:00Z', minutes: 60, locationId: null, locationNote: 'Studio 2' };

describe('a session for a class', () => {
  test('has the chosen people, and says who could not be signed up and why', async () => {
    const { classId, laser, people } = await aClass();
    const entryIds = Object.values(people).map(({ id }) => id);
    const payload = { ...WHEN, requirementId: laser.id, capacity: 2, entryIds };
    const answer = await post(`events/classes/${classId}/sessions`, payload);
    expect(answer.statusCode, answer.body).toBe(200);
    const { instanceId, signedUp, refused } = answer.json<ScheduledForClass>();
    expect(signedUp).toBe(2);
    expect(refused).toEqual([
      { name: 'Cleo', words: 'All seats of this session are taken. Add the person to the waitlist instead.' },
      { name: 'Dan', words: 'has no account yet' },
    ]);
    const row = await t.services.db
      .selectFrom('instances')
      .selectAll()
      .where('id', '=', instanceId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ classId, eventId: laser.eventId, status: 'published', confirmed: 2 });
    expect(states(await grid(classId))).toMatchObject({ Ada: ['overdue', 'signedUp'], Cleo: ['overdue', 'missing'] });
  });

  test('is visible and bookable for the class only, and no longer for people who dropped it', async () => {
    const { classId, laser } = await aClass();
    const [inside, outside] = [await t.createUser({ roles: ['Student'] }), student];
    const entryId = await make('rosterEntries', {
      ...{ classId, name: 'In', userId: inside.id, status: 'enrolled', studentId: `i${classId}` },
    });
    const payload = { ...WHEN, requirementId: laser.id, capacity: 2, entryIds: [] };
    const { instanceId } = (await post(`events/classes/${classId}/sessions`, payload)).json<ScheduledForClass>();
    const sees = async (as: TestUser) => {
      const { sessions } = await get<UpcomingSessions>(`sessions?eventId=${laser.eventId}`, as);
      const { statusCode } = await t.app.inject({
        url: `/api/events/sessions/${instanceId}`,
        headers: { cookie: as.cookie },
      });
      return [sessions.map(({ id }) => id).includes(instanceId), statusCode];
    };
    expect(await sees(inside)).toEqual([true, 200]);
    expect(await sees(outside)).toEqual([false, 404]);
    const totalFor = async (as: TestUser) =>
      (await get<UpcomingSessions>(`sessions?eventId=${laser.eventId}`, as)).total;
    expect([await totalFor(inside), await totalFor(outside)]).toEqual([1, 0]);
    expect((await post(`events/instances/${instanceId}/tickets`, {}, outside)).statusCode).toBe(404);
    await t.services.db.updateTable('rosterEntries').set({ status: 'dropped' }).where('id', '=', entryId).execute();
    expect(await sees(inside)).toEqual([false, 404]);
    await t.services.db.updateTable('rosterEntries').set({ status: 'enrolled' }).where('id', '=', entryId).execute();
    expect((await post(`events/instances/${instanceId}/tickets`, {}, inside)).statusCode).toBe(200);
  });

  test('is created once, also for repeated calls, and its people stay in it', async () => {
    const { classId, laser, people } = await aClass();
    const payload = { ...WHEN, requirementId: laser.id, capacity: 2, entryIds: [people.ada.id] };
    const send = async () => {
      const { statusCode, body, json } = await t.app.inject({
        ...{ method: 'POST', url: `/api/events/classes/${classId}/sessions`, payload },
        headers: { cookie: admin.cookie, 'sec-fetch-site': 'same-origin', 'idempotency-key': `class-${classId}-once` },
      });
      expect(statusCode, body).toBe(200);
      return json<ScheduledForClass>();
    };
    const first = await send();
    t.services.clock.moveTo(t.services.clock.now() + 60_000);
    expect(await send()).toEqual(first);
    expect(first.signedUp).toBe(1);
  });

  test('is refused by name where something is in the way, and takes place all the same with a reason', async () => {
    const { classId, laser } = await aClass();
    const locationId = await make('locations', { timezone: 'America/Denver', active: true, hours: null });
    const payload = { ...WHEN, locationId, requirementId: laser.id, capacity: 2, entryIds: [] };
    const at = (more: object) => post(`events/classes/${classId}/sessions`, { ...payload, ...more });
    expect((await at({})).statusCode).toBe(200);
    const refused = await at({});
    expect(refused.json()).toMatchObject({ status: 409, code: 'scheduling.conflict' });
    expect(refused.json<{ detail: string }>().detail).toMatch(/Overlaps .*, 10 AM – 11 AM/);
    const { instanceId } = (await at({ overrideReason: 'Two halves of the room' })).json<ScheduledForClass>();
    const noted = await t.services.db.selectFrom('conflictOverrides').selectAll().execute();
    expect(noted).toMatchObject([{ instanceId, reason: 'Two halves of the room', createdById: admin.id }]);
  });

  test('is still to come', async () => {
    const { classId, laser } = await aClass();
    const payload = { ...WHEN, startsAt: '2027-03-08T17:00:00Z', requirementId: laser.id, capacity: 2, entryIds: [] };
    expect((await post(`events/classes/${classId}/sessions`, payload)).statusCode).toBe(400);
    // A leap second.
    const never = { ...payload, startsAt: '2027-06-30T23:59:60Z' };
    expect((await post(`events/classes/${classId}/sessions`, never)).statusCode).toBe(400);
  });
});

test('people enrolled in a class meet the prerequisite for it; people who dropped it do not', async () => {
  const { classId, session } = await aClass();
  const eventId = await make('events', { active: true, waitlistOn: true, feeCents: 0 });
  await make('prerequisites', {
    eventId,
    kind: 'class',
    classId,
    alternative: null,
    requiredEventId: null,
    role: null,
  });
  const id = await session(eventId);
  const who = await t.createUser({ roles: ['Student'] });
  const signUp = async () => (await post(`events/instances/${id}/tickets`, {}, who)).statusCode;
  expect(await signUp()).toBe(409);
  const entryId = await make('rosterEntries', {
    classId,
    name: 'Who',
    userId: who.id,
    status: 'dropped',
    studentId: `w${classId}`,
  });
  expect(await signUp()).toBe(409);
  await t.services.db.updateTable('rosterEntries').set({ status: 'enrolled' }).where('id', '=', entryId).execute();
  expect(await signUp()).toBe(200);
});
