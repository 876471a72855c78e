import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OwnSession } from '../../domain/ticket-calls.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MORNING = Date.parse('2027-03-09T17:00:00Z');

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

const iso = (ahead: number): string => new Date(t.services.clock.now() + ahead).toISOString();
const write = (method: 'POST' | 'PUT', url: string, user: TestUser, payload: object = {}) =>
  t.app.inject({
    method,
    url: `/api/${url}`,
    headers: { cookie: user.cookie, 'sec-fetch-site': 'same-origin' },
    payload,
  });

/** A session with two prerequisites, which nobody has. */
async function session(capacity = 2) {
  const event = await makeRow(t.services, 'events', { active: true, waitlistOn: true });
  const eventId = Number(event['id']);
  const prerequisite = async (): Promise<number> =>
    Number((await makeRow(t.services, 'prerequisites', { eventId, kind: 'role', role: 'Staff' }))['id']);
  const prerequisites = [await prerequisite(), await prerequisite()] as const;
  const { id } = await makeRow(t.services, 'instances', {
    eventId,
    status: 'published',
    startsAt: iso(DAY),
    endsAt: iso(DAY + HOUR),
    capacity,
    walkInsAllowed: true,
  });
  return { id: Number(id), eventId, prerequisites };
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
  const answer = await write('POST', 'waivers', admin, values);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: number; version: number }>();
};
const joined = async (id: number, user = student): Promise<unknown> =>
  (await write('POST', `events/instances/${id}/tickets`, user)).json<{ status: unknown; code: unknown }>();

test('a waived prerequisite is not asked for: in sign-up, at the door, and beforehand', async () => {
  const { id, eventId, prerequisites } = await session();
  await waive(eventId, prerequisites[0]);
  expect(await joined(id)).toMatchObject({ code: 'events.prerequisites' });
  await waive(eventId, prerequisites[1]);
  const own = await t.app.inject({ url: `/api/events/sessions/${id}/own`, headers: { cookie: student.cookie } });
  expect(own.json<OwnSession>()).toMatchObject({ missing: [], outcome: { kind: 'seat' } });
  expect(await joined(id)).toMatchObject({ status: 'confirmed' });
  const other = await session();
  const add = () =>
    write('POST', `events/door/${other.id}/tickets`, processor, { userId: student.id, to: 'confirmed' });
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
  const revoke = (user: TestUser) =>
    t.app.inject({
      method: 'PUT',
      url: `/api/waivers/${waiver}`,
      headers: { cookie: user.cookie, 'sec-fetch-site': 'same-origin', 'if-match': `"${version}"` },
      payload: { revoked: true },
    });
  expect((await revoke(processor)).statusCode).toBe(403);
  expect((await revoke(admin)).statusCode).toBe(200);
  expect(await joined(id)).toMatchObject({ code: 'events.prerequisites' });
  const history = await t.app.inject({ url: `/api/waivers/${waiver}/history`, headers: { cookie: admin.cookie } });
  expect(history.json<unknown[]>()).toHaveLength(2);
});

test('a seat that becomes free is offered to who has waited and holds a waiver', async () => {
  const { id, eventId } = await session(1);
  const first = await t.createUser({ roles: ['Staff'] });
  const seat = (await write('POST', `events/instances/${id}/tickets`, first)).json<{ id: number }>();
  const { id: waiver } = await waive(eventId, null);
  expect(await joined(id)).toMatchObject({ status: 'waitlisted' });
  await t.services.engine.update(SYSTEM, 'waivers', waiver, { revoked: true }, { command: true });
  await write('POST', `events/tickets/${seat.id}/cancel`, first);
  expect(await joined(id)).toMatchObject({ status: 'waitlisted' });
  await waive(eventId, null);
  await t.services.engine.update(SYSTEM, 'instances', id, { capacity: 2 }, { command: true });
  expect(await joined(id)).toMatchObject({ status: 'offered' });
});

test('nobody waives but event administrators, for others or themselves, and only what the event asks for', async () => {
  const [one, other] = [await session(), await session()];
  const values = { userId: student.id, kind: 'prerequisite', eventId: one.eventId, reason: 'x' };
  for (const user of [student, processor]) expect((await write('POST', 'waivers', user, values)).statusCode).toBe(403);
  const refused = await write('POST', 'waivers', admin, { ...values, prerequisiteId: other.prerequisites[0] });
  expect(refused.json()).toMatchObject({ errors: { prerequisiteId: 'This event does not ask for it.' } });
});
