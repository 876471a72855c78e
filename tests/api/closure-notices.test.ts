import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import {
  NOTIFY_OF_CLOSURE,
  notifyOfClosure,
  type ClosureData,
} from '../../server/features/sessions/scheduling/closure-notices.ts';
import type { Json } from '../../domain/values/json.ts';
import { instantOfWallClock, wallClockOf } from '../../domain/values/zoned-time.ts';
import { makeRow } from '../factories/any-row.ts';
import { callAs, DAY, HOUR, isoAhead, makeSession } from './event-support.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let [manager, scheduler, teacher, student]: TestUser[] = [];
let place = 0;
beforeAll(async () => {
  t = await startTestApp();
  await t.services.db.updateTable('users').set({ active: false }).execute();
  [manager, scheduler, teacher, student] = await Promise.all(
    ['CalendarAdmin', 'EventScheduler', 'Student', 'Student'].map((role) => t.createUser({ roles: [role] })),
  );
  const row = { displayName: 'Wood shop', timezone: 'America/Denver', isPublic: true, active: true };
  place = Number((await makeRow(t.services, 'locations', row)).id);
});
afterAll(() => t.close());

/** The waiting jobs of a row, which are done. */
async function runWaiting(id: number): Promise<ClosureData[]> {
  const { rows } = await sql<{ data: ClosureData }>`delete from pgboss.job
    where name = ${NOTIFY_OF_CLOSURE} and data ->> 'id' = ${String(id)} returning data`.execute(t.services.db);
  for (const { data } of rows) await notifyOfClosure(t.services, data);
  return rows.map(({ data }) => data);
}

/** The people who were notified since the last call, and their notices. */
async function notified(event = 'placeBlocked') {
  const rows = await t.services.db
    .selectFrom('messages as m')
    .innerJoin('messageRecipients as r', 'r.messageId', 'm.id')
    .select(['r.userId', 'm.html', 'm.audience'])
    .where('m.event', '=', event)
    .orderBy('r.userId')
    .execute();
  await t.services.db.deleteFrom('messages').execute();
  return rows;
}

test('a block over sessions notifies their instructors and those who schedule, once', async () => {
  const instance = { locationId: place, instructorIds: [teacher!.id] };
  const [id] = [
    await makeSession(t, [2 * DAY, 2 * DAY + HOUR], { instance }),
    await makeSession(t, [4 * DAY, 4 * DAY + HOUR], { instance }),
  ];
  const times = { startsAt: isoAhead(t, 2 * DAY - HOUR), endsAt: isoAhead(t, 2 * DAY + 2 * HOUR) };
  const values = { title: 'Fire drill', kind: 'maintenance', locationId: place, ...times };
  const answer = await callAs(t, manager!, 'POST', '/api/blocks', values);
  expect(answer.statusCode, answer.body).toBe(201);
  const block = answer.json<Row>();
  const data: ClosureData = { resource: 'blocks', id: Number(block['id']), actorId: manager!.id, before: null };
  expect(await runWaiting(data.id)).toEqual([data]);
  const rows = await notified();
  expect(rows.map(({ userId }) => userId)).toEqual([scheduler!.id, teacher!.id].toSorted((a, b) => a - b));
  expect(rows.map(({ userId }) => userId)).not.toContain(student!.id);
  expect(rows[0]?.html).toContain('Fire drill');
  expect(rows[0]?.html.match(/seats? taken/g)).toHaveLength(1);
  // The same again, and a session that it was over already, are no news.
  const before = { locationId: place, ...times, rule: null, exceptDates: null, kind: 'maintenance' as const };
  await notifyOfClosure(t.services, { ...data, before });
  expect(await notified()).toEqual([]);
  // Nothing is left of a block that was undone.
  await t.services.db.updateTable('instances').set({ status: 'draft' }).where('id', '=', id!).execute();
  const changes = [{ resource: 'blocks', id: data.id, version: Number(block['version']) }];
  expect((await callAs(t, manager!, 'POST', '/api/undo', { changes })).statusCode).toBe(200);
  await notifyOfClosure(t.services, data);
  expect(await notified()).toEqual([]);
});

test('a block that is changed twice before its notices are sent names each session once', async () => {
  const shop = Number(
    (await makeRow(t.services, 'locations', { displayName: 'Annex', timezone: 'America/Denver' })).id,
  );
  for (const day of [6, 8, 10])
    await makeSession(t, [day * DAY, day * DAY + HOUR], {
      instance: { locationId: shop, instructorIds: [teacher!.id] },
    });
  const on = (first: number, last: number) => ({
    startsAt: isoAhead(t, first * DAY),
    endsAt: isoAhead(t, last * DAY + HOUR),
  });
  const values = { title: 'Paint', kind: 'maintenance', locationId: shop, ...on(6, 6) };
  const block = (await callAs(t, manager!, 'POST', '/api/blocks', values)).json<Row>();
  const id = Number(block['id']);
  await runWaiting(id);
  await notified();
  for (const last of [8, 10])
    expect((await callAs(t, manager!, 'PUT', `/api/blocks/${id}`, on(6, last))).statusCode).toBe(200);
  expect(await runWaiting(id)).toMatchObject([{ before: { endsAt: block['endsAt'] } }]);
  const [message] = await notified();
  expect(message?.html.match(/seats? taken/g)).toHaveLength(2);
  // There and back is no news.
  for (const last of [6, 10]) await callAs(t, manager!, 'PUT', `/api/blocks/${id}`, on(6, last));
  await runWaiting(id);
  expect(await notified()).toEqual([]);
});

test('special hours notify staff and the attendees of the sessions outside them', async () => {
  const hours = { weekends: true, openTimes: [0, 0, 0, 0, 0, 0, 0], closeTimes: [24, 24, 24, 24, 24, 24, 24] };
  const row = { displayName: 'Print shop', timezone: 'America/Denver', isPublic: true, active: true, hours };
  const shop = Number((await makeRow(t.services, 'locations', row)).id);
  const ahead = 12 * DAY;
  const instance = { locationId: shop, instructorIds: [teacher!.id] };
  const sessionId = await makeSession(t, [ahead, ahead + HOUR], { instance });
  await makeRow(t.services, 'tickets', { instanceId: sessionId, userId: student!.id, status: 'confirmed' });
  const day = wallClockOf(isoAhead(t, ahead), 'America/Denver').slice(0, 10);
  const values = { locationId: shop, reason: 'Holiday', startsOn: day, endsOn: day, closed: true };
  const answer = await callAs(t, manager!, 'POST', '/api/hoursExceptions', values);
  expect(answer.statusCode, answer.body).toBe(201);
  await runWaiting(answer.json<{ id: number }>().id);
  const rows = await notified('specialHours');
  expect(rows.filter(({ audience }) => audience === 'attendee').map(({ userId }) => userId)).toEqual([student!.id]);
  expect(rows.filter(({ audience }) => audience === 'staff').map(({ userId }) => userId)).toEqual(
    [scheduler!.id, teacher!.id].toSorted((a, b) => a - b),
  );
  expect(rows.find(({ audience }) => audience === 'attendee')?.html).toContain(
    'Print shop has special hours: Closed on ',
  );
  expect(rows.every(({ html }) => html.includes('Holiday'))).toBe(true);
  // Another reason is no news.
  const { id } = answer.json<{ id: number }>();
  await callAs(t, manager!, 'PUT', `/api/hoursExceptions/${id}`, { reason: 'Campus holiday' });
  expect(await runWaiting(id)).toEqual([]);
});

test('deleted special hours notify the people of the sessions that they closed or opened', async () => {
  const open = [8, 8, 8, 8, 8, 8, 8];
  const hours = { weekends: true, openTimes: open, closeTimes: open.map((hour) => hour + 8) };
  const row = { displayName: 'Textile lab', timezone: 'America/Denver', isPublic: true, active: true, hours };
  const lab = Number((await makeRow(t.services, 'locations', row)).id);
  const day = wallClockOf(isoAhead(t, 20 * DAY), 'America/Denver').slice(0, 10);
  const at = (hour: string) =>
    Date.parse(instantOfWallClock(`${day}T${hour}`, 'America/Denver')!) - t.services.clock.now();
  const instance = { locationId: lab, instructorIds: [teacher!.id] };
  const seat = async (hour: string) => {
    const id = await makeSession(t, [at(hour), at(hour) + HOUR], { instance });
    await makeRow(t.services, 'tickets', { instanceId: id, userId: student!.id, status: 'waitlisted' });
    return id;
  };
  const [within, evening] = [await seat('10:00'), await seat('18:00')];
  const values = { locationId: lab, reason: 'Open house', startsOn: day, endsOn: day, closed: false };
  const late = { ...values, opensAt: 14, closesAt: 22 };
  const create = async () => {
    const answer = await callAs(t, manager!, 'POST', '/api/hoursExceptions', late);
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json<{ id: number; version: number }>();
  };
  // No one has been notified of what is deleted within the half minute.
  const slip = await create();
  expect((await callAs(t, manager!, 'DELETE', `/api/hoursExceptions/${slip.id}`)).statusCode).toBe(200);
  expect(await runWaiting(slip.id)).toEqual([]);

  const { id } = await create();
  await runWaiting(id);
  await notified('specialHours');
  const special = { ...late, id, isDeleted: true, reason: undefined };
  const question = await callAs(t, manager!, 'POST', '/api/scheduling/collisions', { special });
  expect(question.json(), question.body).toMatchObject({
    total: 2,
    sessions: [{ instanceId: within }, { instanceId: evening }],
  });
  const plan = await callAs(t, manager!, 'POST', '/api/hoursExceptions/actions/remove/plan', { ids: [id] });
  expect(plan.json(), plan.body).toMatchObject({
    notes: [{ text: expect.stringContaining('2 sessions take place at that time'), places: [{}, {}] }],
  });
  const deleted = await callAs(t, manager!, 'POST', '/api/hoursExceptions/actions/remove', { ids: [id], inputs: {} });
  expect(deleted.statusCode, deleted.body).toBe(200);
  await runWaiting(id);
  const rows = await notified('specialHoursDeleted');
  expect(rows.map(({ userId, audience }) => [userId, audience])).toEqual(
    [
      [scheduler!.id, 'staff'],
      [teacher!.id, 'staff'],
      [student!.id, 'attendee'],
    ].toSorted(([a], [b]) => Number(a) - Number(b)),
  );
  expect(rows.every(({ html }) => html.includes('Open house'))).toBe(true);
  // An undo within the half minute is no news.
  const again = await create();
  await runWaiting(again.id);
  await notified('specialHours');
  const { changes } = (
    await callAs(t, manager!, 'POST', '/api/hoursExceptions/actions/remove', { ids: [again.id], inputs: {} })
  ).json<{ changes: Json }>();
  const undone = await callAs(t, manager!, 'POST', '/api/undo', { changes });
  expect(undone.statusCode, undone.body).toBe(200);
  await runWaiting(again.id);
  expect(await notified('specialHoursDeleted')).toEqual([]);
  expect(await notified('specialHours')).toEqual([]);
});

test('a loop of checks by one account leaves connections for everyone else', async () => {
  const special = { locationId: null, startsOn: '2027-01-01', endsOn: '2027-12-31', closed: true };
  const question = { special: { ...special, opensAt: null, closesAt: null } };
  const ask = (user: TestUser) => callAs(t, user, 'POST', '/api/scheduling/collisions', question);
  const loop = Promise.all(Array.from({ length: 300 }, () => ask(manager!)));
  expect((await ask(scheduler!)).statusCode).toBe(200);
  expect((await loop).filter(({ statusCode }) => statusCode !== 200 && statusCode !== 429)).toEqual([]);
});
