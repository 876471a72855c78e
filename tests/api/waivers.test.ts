import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OwnSession } from '../../domain/calls/tickets.ts';
import { makeRow } from '../factories/any-row.ts';
import { callAs, DAY, HOUR, isoAhead, makeSession, MORNING } from './event-support.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let admin: TestUser;
let processor: TestUser;
let student: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  t.services.clock.moveTo(MORNING);
  admin = await t.createUser({ roles: ['EventAdmin'] });
  processor = await t.createUser({ roles: ['EventProcessor'] });
});
afterAll(() => t.close());
beforeEach(async () => {
  t.services.clock.moveTo(MORNING);
  student = await t.createUser({ roles: ['Student'] });
});

const iso = (ahead: number): string => isoAhead(t, ahead);
const post = (url: string, user: TestUser, payload: object = {}) => callAs(t, user, 'POST', `/api/${url}`, payload);
const change = (url: string, version: number, user: TestUser, payload: object) =>
  t.app.inject({
    method: 'PUT',
    url: `/api/${url}`,
    headers: { cookie: user.cookie, 'sec-fetch-site': 'same-origin', 'if-match': `"${version}"` },
    payload,
  });

/** A session with two prerequisites, which no one has. */
async function session(capacity = 2) {
  const eventId = Number((await makeRow(t.services, 'events', { active: true })).id);
  const prerequisite = async (): Promise<number> =>
    Number((await makeRow(t.services, 'prerequisites', { eventId, kind: 'role', role: 'Staff' }))['id']);
  const prerequisites = [await prerequisite(), await prerequisite()] as const;
  const id = await makeSession(t, [DAY, DAY + HOUR], { instance: { eventId, capacity } });
  return { id, eventId, prerequisites };
}

const waive = async (eventId: number, prerequisiteId: number | null, validUntil: string | null = null) => {
  const values = {
    userId: student.id,
    kind: 'prerequisite',
    eventId,
    prerequisiteId,
    reason: 'Taught elsewhere',
    validUntil,
  };
  const answer = await post('waivers', admin, values);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: number; version: number }>();
};
const joined = async (id: number, user = student): Promise<unknown> =>
  (await post(`events/instances/${id}/tickets`, user)).json<{ status: unknown; code: unknown }>();

test('a waived prerequisite is not required: in sign-up, at the door, and beforehand', async () => {
  const { id, eventId, prerequisites } = await session();
  await waive(eventId, prerequisites[0]);
  expect(await joined(id)).toMatchObject({ code: 'events.prerequisites' });
  await waive(eventId, prerequisites[1]);
  const own = await t.app.inject({ url: `/api/events/sessions/${id}/own`, headers: { cookie: student.cookie } });
  expect(own.json<OwnSession>()).toMatchObject({ missing: [], outcome: { kind: 'seat' } });
  expect(await joined(id)).toMatchObject({ status: 'confirmed' });
  const other = await session();
  const add = () => post(`events/door/${other.id}/tickets`, processor, { userId: student.id, to: 'confirmed' });
  expect((await add()).json()).toMatchObject({ code: 'events.prerequisites' });
  await waive(other.eventId, null);
  expect((await add()).json()).toMatchObject({ status: 'confirmed' });
});

test('a waiver ends at its time and when it is revoked, and its history says who', async () => {
  const { id, eventId } = await session();
  await waive(eventId, null, iso(HOUR));
  t.services.clock.moveTo(MORNING + 2 * HOUR);
  expect(await joined(id)).toMatchObject({ code: 'events.prerequisites' });
  const { id: waiver, version } = await waive(eventId, null);
  const revoke = (user: TestUser) => change(`waivers/${waiver}`, version, user, { revoked: true });
  expect((await revoke(processor)).statusCode).toBe(403);
  expect((await revoke(admin)).statusCode).toBe(200);
  expect(await joined(id)).toMatchObject({ code: 'events.prerequisites' });
  const history = await t.app.inject({ url: `/api/waivers/${waiver}/history`, headers: { cookie: admin.cookie } });
  expect(history.json<unknown[]>()).toHaveLength(2);
});

test('a seat that becomes free is offered to a waitlisted person with an exemption', async () => {
  const { id, eventId } = await session(1);
  const first = await t.createUser({ roles: ['Staff'] });
  const seat = (await post(`events/instances/${id}/tickets`, first)).json<{ id: number }>();
  const { id: waiver } = await waive(eventId, null);
  expect(await joined(id)).toMatchObject({ status: 'waitlisted' });
  await t.services.engine.update(SYSTEM, 'waivers', waiver, { revoked: true }, { command: true });
  await post(`events/tickets/${seat.id}/cancel`, first);
  expect(await joined(id)).toMatchObject({ status: 'waitlisted' });
  await waive(eventId, null);
  await t.services.engine.update(SYSTEM, 'instances', id, { capacity: 2 }, { command: true });
  expect(await joined(id)).toMatchObject({ status: 'offered' });
});

test('no one waives but event administrators, for others or themselves, and only what the event asks for', async () => {
  const [one, other] = [await session(), await session()];
  const values = { userId: student.id, kind: 'prerequisite', eventId: one.eventId, reason: 'x' };
  for (const user of [student, processor]) expect((await post('waivers', user, values)).statusCode).toBe(403);
  const refused = await post('waivers', admin, { ...values, prerequisiteId: other.prerequisites[0] });
  expect(refused.json()).toMatchObject({ errors: { prerequisiteId: 'This event does not require it.' } });
});

test('a prerequisite asks for one thing, and events for each other in no circle, even by two writes at the same time', async () => {
  const event = async (title: string) => Number((await makeRow(t.services, 'events', { title })).id);
  const [laser, basics, resin, safety] = [
    await event('Laser'),
    await event('Basics'),
    await event('Resin'),
    await event('Safety'),
  ];
  const ask = (eventId: number, more: object) =>
    post('prerequisites', admin, { eventId, kind: 'eventAttended', ...more });
  expect((await ask(laser, {})).json()).toMatchObject({
    status: 400,
    errors: { requiredEventId: 'Choose the event that has to be attended.' },
  });
  expect((await ask(laser, { requiredEventId: laser })).json()).toMatchObject({
    errors: { requiredEventId: 'No one could attend this event: it would require itself.' },
  });
  const made = await ask(laser, { requiredEventId: basics });
  expect(made.statusCode, made.body).toBe(201);
  expect((await ask(basics, { requiredEventId: laser })).json()).toMatchObject({
    errors: { requiredEventId: 'No one could attend it: “Basics” requires “Laser”, which requires “Basics”.' },
  });
  const both = await Promise.all([ask(resin, { requiredEventId: safety }), ask(safety, { requiredEventId: resin })]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400]);

  const { id, version } = made.json<{ id: number; version: number }>();
  const changed = await change(`prerequisites/${id}`, version, admin, { kind: 'role', role: 'Staff' });
  expect(changed.json()).toMatchObject({ kind: 'role', role: 'Staff', requiredEventId: null });
  expect((await ask(basics, { requiredEventId: laser })).statusCode).toBe(201);
});
