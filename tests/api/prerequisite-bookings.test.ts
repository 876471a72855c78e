import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DoorList } from '../../domain/calls/door.ts';
import type { OwnSession, OwnTicket, OwnTickets } from '../../domain/calls/tickets.ts';
import { reviewConditions } from '../../server/features/registration/booking/review-conditions.ts';
import {
  expireAndOfferIn,
  expireAndOfferEverywhere,
} from '../../server/features/registration/booking/expire-and-offer-later.ts';
import { makeRow } from '../factories/any-row.ts';
import { DAY, HOUR, makeSession, setTicketStatus, callAs, isoAhead, type GivenSession } from './event-support.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let ada: TestUser;
let ben: TestUser;
let staff: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  staff = await t.createUser({ roles: ['EventProcessor', 'EventAdmin', 'EventScheduler'] });
});
beforeEach(async () => {
  [ada, ben] = await Promise.all([t.createUser({ roles: ['Student'] }), t.createUser({ roles: ['Student'] })]);
});
afterAll(() => t.close());

const call = (user: TestUser, url: string, payload?: object) => callAs(t, user, 'POST', `/api/events/${url}`, payload);
const read = async <T>(user: TestUser, url: string): Promise<T> =>
  (await callAs(t, user, 'GET', `/api/events/${url}`)).json<T>();
const signUp = async (user: TestUser, id: number): Promise<OwnTicket> => {
  const answer = await call(user, `instances/${id}/tickets`);
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { instanceId: id }]);
  return answer.json<OwnTicket>();
};
const refusedBy = async (user: TestUser, id: number) =>
  (await call(user, `instances/${id}/tickets`)).json<{ code: string }>().code;
const cancel = async (user: TestUser, { id }: Pick<OwnTicket, 'id'>) =>
  expect((await call(user, `tickets/${id}/cancel`)).statusCode).toBe(200);
const row = async ({ id }: Pick<OwnTicket, 'id'>) => {
  const { status, isConditional, reason } = await t.services.engine.get(SYSTEM, 'tickets', id);
  return { status, isConditional: isConditional === true, reason };
};
const own = (user: TestUser, id: number) => read<OwnSession>(user, `sessions/${id}/own`);
const review = ({ id }: TestUser) => reviewConditions(t.services, { userId: id });
const eventOf = async (id: number) => Number((await t.services.engine.get(SYSTEM, 'instances', id)).eventId);
const notified = async ({ id }: TestUser, event: string): Promise<string[]> => {
  const rows = await t.services.db
    .selectFrom('messageRecipients as r')
    .innerJoin('messages as m', 'm.id', 'r.messageId')
    .select('m.html')
    .where('r.userId', '=', id)
    .where('m.event', '=', event)
    .orderBy('m.id')
    .execute();
  return rows.map(({ html }) => html);
};
const mark = (ticket: OwnTicket, from: string, to: string) =>
  setTicketStatus(t, staff, ticket.id, { from, to, ...(to === 'cancelled' ? { reason: 'Ill' } : {}) });

const free = { feeCents: 0, cancelDeadlineHours: 0 };

interface Course {
  basics: number;
  basicsEvent: number;
  advanced: number;
}

/** A session of an event that requires another event, and a session of that one two days earlier. */
async function course(advanced: GivenSession = {}, basics: GivenSession = {}): Promise<Course> {
  const basicsId = await makeSession(t, [2 * DAY, 2 * DAY + HOUR], {
    event: { ...free, title: 'Basics', ...basics.event },
    ...(basics.instance === undefined ? {} : { instance: basics.instance }),
  });
  const basicsEvent = await eventOf(basicsId);
  const advancedId = await makeSession(t, [4 * DAY, 4 * DAY + HOUR], {
    event: { ...free, title: 'Advanced', ...advanced.event },
    instance: { capacity: 1, ...advanced.instance },
  });
  const eventId = await eventOf(advancedId);
  await makeRow(t.services, 'prerequisites', { eventId, kind: 'eventAttended', requiredEventId: basicsEvent });
  return { basics: basicsId, basicsEvent, advanced: advancedId };
}

const anotherSession = (eventId: number, from: number, more: object = {}) =>
  makeSession(t, [from, from + HOUR], { instance: { eventId, ...more } });

/** It takes place from and to so many milliseconds from now. */
const takesPlace = (id: number, from: number, to: number) =>
  t.services.db
    .updateTable('instances')
    .set({ startsAt: isoAhead(t, from), endsAt: isoAhead(t, to) })
    .where('id', '=', id)
    .execute();

describe('a booked prerequisite', () => {
  test('admits if its session ends before the later one starts, and the ticket says so', async () => {
    const { basics, advanced } = await course();
    expect(await refusedBy(ada, advanced)).toBe('events.prerequisites');
    await signUp(ada, basics);
    expect(await own(ada, advanced)).toMatchObject({
      missing: [],
      dependsOn: [{ anyOf: ['Basics'], sessionId: basics, title: 'Basics' }],
      outcome: { kind: 'seat' },
    });
    const seat = await signUp(ada, advanced);
    expect(await row(seat)).toMatchObject({ status: 'confirmed', isConditional: true });
    expect(await own(ada, advanced)).toMatchObject({ dependsOn: [{ sessionId: basics }], outcome: null });
    const [html] = await notified(ada, 'ticketConfirmed').then((all) => all.slice(-1));
    expect(html).toMatch(
      /This seat depends on Basics on \w+day, \w+ \d+, .*\. If you miss or cancel it, this seat is released\./,
    );
    expect((await notified(ada, 'ticketConfirmed'))[0]).not.toContain('depends');
    const { tickets } = await read<OwnTickets>(ada, 'tickets?when=upcoming');
    expect(tickets.map(({ session, dependsOn }) => [session.id, dependsOn])).toMatchObject([
      [basics, []],
      [advanced, [{ sessionId: basics }]],
    ]);
    const list = await read<DoorList>(staff, `door/${advanced}`);
    expect(list.tickets).toMatchObject([{ userId: ada.id, dependsOn: [{ sessionId: basics, title: 'Basics' }] }]);
  });

  test('does not admit while its session ends after the later one starts, or the person only waits for it', async () => {
    const { basicsEvent, advanced, basics } = await course({}, { instance: { capacity: 1 } });
    const late = await anotherSession(basicsEvent, 4 * DAY - HOUR / 2);
    await signUp(ada, late);
    expect(await refusedBy(ada, advanced)).toBe('events.prerequisites');
    await signUp(ben, basics);
    const waiting = await call(ada, `instances/${basics}/tickets`, { inAddition: true });
    expect(waiting.json<OwnTicket>().status).toBe('waitlisted');
    expect(await refusedBy(ada, advanced)).toBe('events.prerequisites');
  });

  test('admits where it gives the credential that is required', async () => {
    const credential = await makeRow(t.services, 'eventCredentials', { name: 'Laser', validDays: null });
    const basics = await makeSession(t, [2 * DAY, 2 * DAY + HOUR], {
      event: { ...free, title: 'Laser training', credentialId: credential['id'] ?? null },
    });
    const advanced = await makeSession(t, [4 * DAY, 4 * DAY + HOUR], { event: free });
    await makeRow(t.services, 'prerequisites', {
      eventId: await eventOf(advanced),
      kind: 'credential',
      credentialId: credential['id'] ?? null,
      requiredEventId: null,
    });
    await signUp(ada, basics);
    expect(await row(await signUp(ada, advanced))).toMatchObject({ status: 'confirmed', isConditional: true });
  });

  test('admits people added by staff, and marks their seats', async () => {
    const { basics, advanced } = await course();
    const add = () => call(staff, `door/${advanced}/tickets`, { userId: ada.id, to: 'confirmed' });
    expect((await add()).statusCode).toBe(409);
    await signUp(ada, basics);
    const { ticketId } = (await add()).json<{ ticketId: number }>();
    expect(await row({ id: ticketId })).toMatchObject({ status: 'confirmed', isConditional: true });
  });

  test('admits waitlisted people to an offered seat', async () => {
    const { basics, advanced } = await course();
    await signUp(ben, basics);
    const seat = await signUp(ben, advanced);
    const prior = await signUp(ada, basics);
    const waiting = await signUp(ada, advanced);
    expect(await row(waiting)).toMatchObject({ status: 'waitlisted', isConditional: true });
    await cancel(ada, prior);
    await cancel(ben, seat);
    expect(await row(waiting)).toMatchObject({ status: 'waitlisted' });
    await signUp(ada, basics);
    await expireAndOfferIn(t.services, advanced);
    expect(await row(waiting)).toMatchObject({ status: 'offered', isConditional: true });
    expect((await notified(ada, 'ticketOffered')).at(-1)).toContain('This seat depends on Basics');
    await call(ada, `tickets/${waiting.id}/accept`);
    expect(await row(waiting)).toMatchObject({ status: 'confirmed', isConditional: true });
  });
});

describe('the seat that depends on it', () => {
  test('is released half a minute after the prerequisite is canceled, and goes to the next person', async () => {
    const { basics, advanced } = await course();
    const prior = await signUp(ada, basics);
    const seat = await signUp(ada, advanced);
    await signUp(ben, basics);
    const waiting = await signUp(ben, advanced);
    const jobs = await jobsOf('events.conditions');
    await cancel(ada, prior);
    // Until then the cancellation can be undone by signing up again.
    expect(await row(seat)).toMatchObject({ status: 'confirmed' });
    expect((await jobsOf('events.conditions')).slice(jobs.length)).toEqual([{ userId: ada.id }]);
    await review(ada);
    expect(await row(seat)).toEqual({
      status: 'cancelled',
      isConditional: true,
      reason: expect.stringMatching(/^You no longer have a seat in Basics before this session/) as string,
    });
    expect(await row(waiting)).toMatchObject({ status: 'offered' });
    expect(await notified(ada, 'ticketReleased')).toEqual([expect.stringContaining('Basics')]);
    await review(ada);
    expect(await notified(ada, 'ticketReleased')).toHaveLength(1);
  });

  test('stays if the person signed up again, or for another session in time', async () => {
    const { basics, basicsEvent, advanced } = await course();
    const prior = await signUp(ada, basics);
    const seat = await signUp(ada, advanced);
    await cancel(ada, prior);
    const again = await signUp(ada, basics);
    await review(ada);
    expect(await row(seat)).toMatchObject({ status: 'confirmed', isConditional: true });
    const other = await anotherSession(basicsEvent, 3 * DAY);
    const moved = await call(ada, `instances/${other}/tickets`, { moveFrom: again.id });
    expect(moved.statusCode).toBe(200);
    await review(ada);
    expect(await row(seat)).toMatchObject({ status: 'confirmed' });
    const late = await anotherSession(basicsEvent, 5 * DAY);
    expect((await own(ada, late)).otherSeats).toMatchObject([
      { sessionId: other, releases: [{ sessionId: advanced }] },
    ]);
    await call(ada, `instances/${late}/tickets`, { moveFrom: moved.json<OwnTicket>().id });
    await review(ada);
    expect(await row(seat)).toMatchObject({ status: 'cancelled' });
  });

  test('is released when staff cancel the prerequisite or mark a no-show, and stays until the mark is reviewed', async () => {
    const { basics, advanced } = await course({ instance: { capacity: 5 } });
    const [adas, bens] = [await signUp(ada, basics), await signUp(ben, basics)];
    const [first, second] = [await signUp(ada, advanced), await signUp(ben, advanced)];
    expect((await mark(adas, 'confirmed', 'cancelled')).statusCode).toBe(200);
    await review(ada);
    expect(await row(first)).toMatchObject({ status: 'cancelled' });
    await takesPlace(basics, -HOUR, HOUR);
    expect((await mark(bens, 'confirmed', 'noShow')).statusCode).toBe(200);
    await mark(bens, 'noShow', 'confirmed');
    await review(ben);
    expect(await row(second)).toMatchObject({ status: 'confirmed', isConditional: true });
    await mark(bens, 'confirmed', 'noShow');
    await review(ben);
    expect(await row(second)).toMatchObject({
      status: 'cancelled',
      reason: expect.stringMatching(/^You missed Basics on \w+day, .*, and this session requires it\.$/) as string,
    });
  });

  test('is no longer conditional once the prerequisite is attended, and is released if that mark is corrected', async () => {
    const { basics, advanced } = await course();
    const prior = await signUp(ada, basics);
    const seat = await signUp(ada, advanced);
    await takesPlace(basics, -HOUR, HOUR);
    await mark(prior, 'confirmed', 'attended');
    await review(ada);
    expect(await row(seat)).toMatchObject({ status: 'confirmed', isConditional: false });
    expect(await own(ada, advanced)).toMatchObject({ dependsOn: [] });
    await mark(prior, 'attended', 'noShow');
    await review(ada);
    expect(await row(seat)).toMatchObject({ status: 'cancelled' });
  });

  test('stays while attendance is not recorded', async () => {
    const { basics, advanced } = await course();
    await signUp(ada, basics);
    const seat = await signUp(ada, advanced);
    await takesPlace(basics, -DAY, -DAY + HOUR);
    await review(ada);
    await expireAndOfferEverywhere(t.services);
    expect(await row(seat)).toMatchObject({ status: 'confirmed', isConditional: true });
    // Without a mark it admits no one to further sessions.
    expect(await refusedBy(ada, await anotherSession(await eventOf(advanced), 4 * DAY))).toBe('events.prerequisites');
  });

  test('is released when the session of the prerequisite is canceled or moved behind it', async () => {
    const later = { startsAt: isoAhead(t, 5 * DAY), endsAt: isoAhead(t, 5 * DAY + HOUR), dates: null };
    for (const change of [{ status: 'cancelled' as const }, later]) {
      const { basics, advanced } = await course();
      const user = await t.createUser({ roles: ['Student'] });
      await signUp(user, basics);
      const seat = await signUp(user, advanced);
      const before = await jobsOf('events.conditions');
      await t.services.engine.update(SYSTEM, 'instances', basics, change);
      const jobs = (await jobsOf('events.conditions')).slice(before.length);
      expect(jobs).toEqual([change === later ? { instanceId: basics } : { userId: user.id }]);
      await reviewConditions(t.services, jobs[0]!);
      expect(await row(seat)).toMatchObject({ status: 'cancelled' });
    }
  });

  test('is released when the hold of the prerequisite expires, also if only the safety net finds it', async () => {
    const { basics, advanced } = await course({}, { event: { feeCents: 500, offerHours: 1 } });
    const prior = await signUp(ada, basics);
    expect(prior.status).toBe('held');
    const seat = await signUp(ada, advanced);
    await t.services.db
      .updateTable('tickets')
      .set({ holdExpiresAt: isoAhead(t, -HOUR) })
      .where('id', '=', prior.id)
      .execute();
    await expireAndOfferIn(t.services, basics);
    expect(await row(prior)).toMatchObject({ status: 'cancelled' });
    await expireAndOfferEverywhere(t.services);
    expect(await row(seat)).toMatchObject({ status: 'cancelled' });
  });

  test('stays when the event no longer requires it, or requires something else', async () => {
    const { basics, advanced } = await course();
    const prior = await signUp(ada, basics);
    const seat = await signUp(ada, advanced);
    const eventId = await eventOf(advanced);
    const other = await makeRow(t.services, 'events', { title: 'Other' });
    await t.services.db.deleteFrom('prerequisites').where('eventId', '=', eventId).execute();
    await makeRow(t.services, 'prerequisites', {
      eventId,
      kind: 'eventAttended',
      requiredEventId: other['id'] ?? null,
    });
    await cancel(ada, prior);
    await review(ada);
    expect(await row(seat)).toMatchObject({ status: 'confirmed', isConditional: false });
  });

  test('releases what depends on it in turn', async () => {
    const { basics, advanced } = await course();
    const expert = await makeSession(t, [6 * DAY, 6 * DAY + HOUR], { event: free });
    await makeRow(t.services, 'prerequisites', {
      eventId: await eventOf(expert),
      kind: 'eventAttended',
      requiredEventId: await eventOf(advanced),
    });
    const prior = await signUp(ada, basics);
    await signUp(ada, advanced);
    const last = await signUp(ada, expert);
    await cancel(ada, prior);
    await review(ada);
    await review(ada);
    expect(await row(last)).toMatchObject({ status: 'cancelled' });
  });
});

/** The data of the jobs that wait, in their order. */
async function jobsOf(name: string): Promise<Record<string, number>[]> {
  const { rows } = await sql<{ data: Record<string, number> }>`
    select data from pgboss.job where name = ${name} order by created_on, id`.execute(t.services.db);
  return rows.map(({ data }) => data);
}
