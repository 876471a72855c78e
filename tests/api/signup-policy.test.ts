import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import type { OwnSession } from '../../domain/calls/tickets.ts';
import type { SessionDetails } from '../../domain/calls/sessions.ts';
import { actorOfAccount } from '../../server/features/accounts/held-roles.ts';
import type { Ticket } from '../../server/features/registration/seats/locked-session.ts';
import { cancelTicket } from '../../server/features/registration/booking/own-ticket.ts';
import { signUp } from '../../server/features/registration/booking/sign-up.ts';
import type { ProblemError } from '../../server/platform/problem.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MORNING = Date.parse('2027-03-09T17:00:00Z');
const POLICY = { cancelDeadlineHours: 24, lateCancelLimit: 2, noShowLimit: 1, limitDays: 60, blockDays: 14 };

let t: TestApp;
let student: TestUser;
let admin: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  t.services.clock.moveTo(MORNING);
  admin = await t.createUser({ roles: ['EventAdmin'] });
});
afterAll(() => t.close());
beforeEach(async () => {
  t.services.clock.moveTo(MORNING);
  student = await t.createUser({ roles: ['Student'] });
});

async function event(given: Row = POLICY): Promise<number> {
  return Number((await makeRow(t.services, 'events', { active: true, waitlistOn: true, ...given }))['id']);
}

async function session(eventId: number, startsAt: number, given: Row = {}): Promise<number> {
  const { id } = await makeRow(t.services, 'instances', {
    eventId,
    status: 'published',
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(startsAt + HOUR).toISOString(),
    signupOpensAt: new Date(MORNING - 2 * DAY).toISOString(),
    signupClosesAt: new Date(startsAt).toISOString(),
    capacity: 2,
    ...given,
  });
  return Number(id);
}

const post = (url: string, payload: object = {}, user = student) =>
  t.app.inject({
    method: 'POST',
    url: `/api/${url}`,
    headers: { cookie: user.cookie, 'sec-fetch-site': 'same-origin' },
    payload,
  });
type Refused = { code: string; detail: string };
const actorOf = async (user: TestUser) => (await actorOfAccount(t.services, user.id, ''))!;
/** As the route does, without a session, which does not last for days. */
const join = async (id: number, user = student): Promise<Ticket & Refused> =>
  signUp(t.services, await actorOf(user), id, { inAddition: true }).catch(
    (error: unknown) => (error as ProblemError).problem,
  ) as Promise<Ticket & Refused>;
const cancel = async (ticket: number) => cancelTicket(t.services, await actorOf(student), ticket);
const get = async <Answer>(url: string): Promise<Answer> =>
  (await t.app.inject({ url: `/api/${url}`, headers: { cookie: student.cookie } })).json<Answer>();
const isLate = async (ticket: number): Promise<unknown> =>
  (await t.services.engine.get(SYSTEM, 'tickets', ticket)).cancelledLate;

/** Cancels a seat three hours before it begins. */
async function cancelLate(eventId: number, startsAt: number): Promise<number> {
  t.services.clock.moveTo(startsAt - 4 * HOUR);
  const { id } = await join(await session(eventId, startsAt));
  t.services.clock.moveTo(startsAt - 3 * HOUR);
  expect(await cancel(id)).toMatchObject({ status: 'cancelled' });
  return id;
}

describe('a late cancellation', () => {
  test('is one of a seat after the deadline, not immediately after signing up, and not of a place on the waitlist', async () => {
    const eventId = await event();
    const late = await cancelLate(eventId, MORNING + DAY);
    expect(await isLate(late)).toBe(true);
    const inTime = await join(await session(eventId, MORNING + 9 * DAY));
    await cancel(inTime.id);
    expect(await isLate(inTime.id)).toBe(false);
    const startsAt = MORNING + 3 * DAY;
    const full = await session(eventId, startsAt, { capacity: 1 });
    const other = await t.createUser({ roles: ['Student'] });
    t.services.clock.moveTo(startsAt - 5 * HOUR);
    await join(full, other);
    const waiting = await join(full);
    const undone = await join(await session(eventId, startsAt + 2 * HOUR));
    await cancel(undone.id);
    expect(await isLate(undone.id)).toBe(false);
    t.services.clock.moveTo(startsAt - 2 * HOUR);
    await cancel(waiting.id);
    expect([waiting.status, await isLate(waiting.id)]).toEqual(['waitlisted', false]);
  });

  test('blocks sign-up for that event alone when there are as many as the policy says, for its days, counted by the clock of the place', async () => {
    const eventId = await event();
    const ahead = await session(eventId, MORNING + 40 * DAY);
    await cancelLate(eventId, MORNING + DAY);
    const back = await join(ahead);
    expect(back).toMatchObject({ status: 'confirmed' });
    await cancel(back.id);
    await cancelLate(eventId, MORNING + 2 * DAY);
    expect(await join(ahead)).toMatchObject({
      code: 'events.blocked',
      detail: expect.stringMatching(
        /^You cannot sign up for this event until Thursday, March 25, 2027, 7 AM, because you canceled late 2 times\. This blocks sign-up for 14 days; staff can lift it\.$/,
      ) as string,
    });
    expect(await join(await session(await event(), MORNING + 41 * DAY))).toMatchObject({ status: 'confirmed' });
    t.services.clock.moveTo(MORNING + 17 * DAY);
    expect(await join(ahead)).toMatchObject({ status: 'confirmed' });
  });
});

describe('a no-show', () => {
  const missed = async (eventId: number): Promise<void> => {
    const instanceId = await session(eventId, MORNING - DAY);
    await makeRow(t.services, 'tickets', { instanceId, userId: student.id, status: 'noShow', source: 'web' });
  };

  test('blocks as well, until staff lift it; what comes after that counts again', async () => {
    const eventId = await event();
    const ahead = await session(eventId, MORNING + 40 * DAY);
    await missed(eventId);
    expect(await join(ahead)).toMatchObject({
      code: 'events.blocked',
      detail: expect.stringContaining('you did not come once') as string,
    });
    expect((await get<OwnSession>(`events/sessions/${ahead}/own`)).outcome).toMatchObject({
      kind: 'refused',
      words: expect.stringContaining('did not come once') as string,
    });
    const lift = { userId: student.id, kind: 'block', eventId, reason: 'Was ill' };
    expect((await post('waivers', lift)).statusCode).toBe(403);
    expect((await post('waivers', lift, admin)).statusCode).toBe(201);
    const seat = await join(ahead);
    expect(seat).toMatchObject({ status: 'confirmed' });
    await cancel(seat.id);
    await cancelLate(eventId, MORNING + 2 * DAY);
    await cancelLate(eventId, MORNING + 3 * DAY);
    expect(await join(ahead)).toMatchObject({ code: 'events.blocked' });
  });

  test('blocks no one without a policy, and the policy is on the page beforehand', async () => {
    const free = await event({});
    await missed(free);
    expect(await join(await session(free, MORNING + 40 * DAY))).toMatchObject({ status: 'confirmed' });
    const ahead = await session(await event(), MORNING + 50 * DAY);
    expect((await get<SessionDetails>(`events/sessions/${ahead}`)).policy).toEqual({
      noShowLimit: 1,
      lateCancelLimit: 2,
      limitDays: 60,
      blockDays: 14,
    });
  });
});

test('people who cancel in time keep all rights: to a seat, or to the end of the queue', async () => {
  const id = await session(await event(), MORNING + 40 * DAY, { capacity: 1 });
  const first = await join(id);
  await cancel(first.id);
  const again = await join(id);
  expect([again.status, again.id === first.id]).toEqual(['confirmed', false]);
  const [ben, cleo] = [await t.createUser({ roles: ['Student'] }), await t.createUser({ roles: ['Student'] })];
  for (const user of [ben, cleo]) await join(id, user);
  await cancel(again.id);
  expect(await join(id)).toMatchObject({ status: 'waitlisted' });
  expect((await get<OwnSession>(`events/sessions/${id}/own`)).ticket).toMatchObject({ position: 2 });
});
