import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OwnSession, OwnTicket } from '../../domain/calls/tickets.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { expireAndOfferIn } from '../../server/features/registration/booking/expire-and-offer-later.ts';
import { makeRow } from '../factories/any-row.ts';
import { DAY, HOUR, makeSession, setTicketStatus, callAs, isoAhead } from './event-support.ts';
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
const join = (user: TestUser, id: number, body?: object) => call(user, `instances/${id}/tickets`, body);
const seat = async (user: TestUser, id: number, body?: object): Promise<OwnTicket> => {
  const answer = await join(user, id, body);
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { instanceId: id }]);
  return answer.json<OwnTicket>();
};
const refusal = async (answer: ReturnType<typeof join>): Promise<unknown[]> => {
  const { statusCode, json } = await answer.then((one) => ({ statusCode: one.statusCode, json: one.json<Row>() }));
  return [statusCode, json['code'], json['detail']];
};
const own = async (user: TestUser, id: number) =>
  (await callAs(t, user, 'GET', `/api/events/sessions/${id}/own`)).json<OwnSession>();
const ticket = async ({ id }: Pick<OwnTicket, 'id'>) => t.services.engine.get(SYSTEM, 'tickets', id);
const statusOf = async (one: Pick<OwnTicket, 'id'>) => (await ticket(one)).status;
const seatsOf = async ({ id }: TestUser): Promise<number> => {
  const rows = await t.services.db
    .selectFrom('tickets')
    .select('id')
    .where('userId', '=', id)
    .where('status', 'in', ['held', 'confirmed'])
    .execute();
  return rows.length;
};
const taken = async (id: number) => (await t.services.engine.get(SYSTEM, 'instances', id)).confirmed;

/** Two sessions of an event, a day apart. */
async function pair(event: Row = {}, later: Row = {}): Promise<[number, number]> {
  const first = await makeSession(t, [3 * DAY, 3 * DAY + HOUR], { event: { feeCents: 0, ...event } });
  const { eventId } = await t.services.engine.get(SYSTEM, 'instances', first);
  const second = await makeSession(t, [4 * DAY, 4 * DAY + HOUR], { instance: { eventId: eventId ?? null, ...later } });
  return [first, second];
}

describe('a second ticket for the same event', () => {
  test('is refused until it is requested, and the person is notified of the first', async () => {
    const [first, second] = await pair();
    expect(await own(ada, second)).toMatchObject({ otherSeats: [] });
    const had = await seat(ada, first);
    expect(await own(ada, second)).toMatchObject({
      otherSeats: [{ ticketId: had.id, sessionId: first, status: 'confirmed', canMove: true, isLate: false }],
    });
    expect(await refusal(join(ada, second))).toEqual([
      409,
      'events.other-seat',
      expect.stringMatching(/^You already have a seat on \w+day, .*\. Move it to this session, or sign up for both\.$/),
    ]);
    expect(await seatsOf(ada)).toBe(1);
    const added = await seat(ada, second, { inAddition: true });
    // Sent again, by a page that does not know of the first.
    expect((await seat(ada, second)).id).toBe(added.id);
    expect(await seatsOf(ada)).toBe(2);
    expect(await own(ada, second)).toMatchObject({ otherSeats: [] });
  });

  test('is none for another event, a session that is over, or a ticket that is canceled', async () => {
    const [first, second] = await pair();
    const [other] = await pair();
    await seat(ada, other);
    const had = await seat(ada, first);
    await call(ada, `tickets/${had.id}/cancel`);
    await seat(ada, second);
    await t.services.db
      .updateTable('instances')
      .set({ startsAt: isoAhead(t, -2 * HOUR), endsAt: isoAhead(t, -HOUR) })
      .where('id', '=', second)
      .execute();
    await seat(ada, first);
  });

  test('takes the place of the first in one step, with its answers', async () => {
    const [first, second] = await pair({ asksWishes: true });
    const had = await seat(ada, first, { wishes: 'A high table' });
    const waiting = await fillAndWait(first);
    const moved = await seat(ada, second, { moveFrom: had.id });
    expect(moved.status).toBe('confirmed');
    expect(await ticket(had)).toMatchObject({
      status: 'cancelled',
      reason: expect.stringMatching(/^Moved to the session of \w+day/) as string,
    });
    expect(await ticket(moved)).toMatchObject({ wishes: 'A high table' });
    expect(await statusOf(waiting)).toBe('offered');
    expect((await seat(ada, second, { moveFrom: had.id })).id).toBe(moved.id);
    expect(await seatsOf(ada)).toBe(1);
  });

  test('leaves the first as it is if the session is full, or refuses the person', async () => {
    const [first, second] = await pair({}, { capacity: 1 });
    const had = await seat(ada, first);
    await seat(ben, second);
    expect(await refusal(join(ada, second, { moveFrom: had.id }))).toEqual([
      409,
      'events.no-seat-to-move-to',
      'This session is now full. You keep your seat, and you can join the waitlist.',
    ]);
    expect(await statusOf(had)).toBe('confirmed');
    expect((await seat(ada, second, { inAddition: true })).status).toBe('waitlisted');
    const { eventId = null } = await t.services.engine.get(SYSTEM, 'instances', first);
    const closed = await makeSession(t, [6 * DAY, 6 * DAY + HOUR], {
      instance: { eventId, signupClosesAt: isoAhead(t, -HOUR) },
    });
    expect((await refusal(join(ada, closed, { moveFrom: had.id })))[1]).toBe('events.closed');
    expect(await statusOf(had)).toBe('confirmed');
  });

  test('is not moved from another event, or from the ticket of someone else', async () => {
    const [first, second] = await pair();
    const [other] = await pair();
    const had = await seat(ada, first);
    expect((await refusal(join(ada, other, { moveFrom: had.id })))[1]).toBe('events.not-possible');
    expect((await refusal(join(ben, second, { moveFrom: had.id })))[0]).toBe(404);
    expect(await statusOf(had)).toBe('confirmed');
  });

  test('a seat that is paid is not paid again when it is moved', async () => {
    const [first, second] = await pair({ feeCents: 500 });
    const had = await seat(ada, first);
    expect(had.status).toBe('held');
    await setTicketStatus(t, staff, had.id, { from: 'held', to: 'confirmed' });
    expect((await seat(ada, second, { moveFrom: had.id })).status).toBe('confirmed');
    const unpaid = await seat(ben, first);
    expect((await seat(ben, second, { moveFrom: unpaid.id })).status).toBe('held');
  });

  test('moves in opposite directions wait for each other, and leave one seat to each', async () => {
    const [first, second] = await pair();
    const [adas, bens] = [await seat(ada, first), await seat(ben, second)];
    const answers = await Promise.all([
      join(ada, second, { moveFrom: adas.id }),
      join(ben, first, { moveFrom: bens.id }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect([await seatsOf(ada), await seatsOf(ben), await taken(first), await taken(second)]).toEqual([1, 1, 1, 1]);
  });

  test('is one booking for a series that is booked as a whole, which cannot be moved', async () => {
    const [single, one] = await pair({ oneSeatPerPerson: true });
    const { eventId = null } = await t.services.engine.get(SYSTEM, 'instances', single);
    const { id: seriesId = null } = await makeRow(t.services, 'eventSeries', {
      ...{ eventId, startsAt: isoAhead(t, 4 * DAY), endsAt: isoAhead(t, 4 * DAY + HOUR), isBookedAsWhole: true },
      rule: null,
    });
    const two = await makeSession(t, [5 * DAY, 5 * DAY + HOUR], { instance: { eventId, seriesId } });
    await t.services.db
      .updateTable('instances')
      .set({ seriesId: Number(seriesId) })
      .where('id', '=', one)
      .execute();
    const takeSeries = (body?: object) => call(ada, `instances/${one}/tickets?whole=true`, body);
    const had = await seat(ada, single);
    expect((await refusal(takeSeries({ moveFrom: had.id })))[1]).toBe('events.not-possible');
    expect((await refusal(takeSeries({ inAddition: true })))[1]).toBe('events.one-seat');
    await call(ada, `tickets/${had.id}/cancel`);
    expect((await takeSeries()).statusCode).toBe(200);
    expect([await taken(one), await taken(two)]).toEqual([1, 1]);
    expect(await own(ada, single)).toMatchObject({ otherSeats: [{ canMove: false }, { canMove: false }] });
    expect((await refusal(join(ada, single)))[1]).toBe('events.one-seat');
  });

  test('staff give it only with a reason', async () => {
    const [first, second] = await pair();
    await seat(ada, first);
    const add = (more: object = {}) =>
      call(staff, `door/${second}/tickets`, { userId: ada.id, to: 'confirmed', ...more });
    expect(await refusal(add())).toEqual([
      409,
      'events.reason-needed',
      expect.stringMatching(/already has a seat on \w+day, .*\.$/),
    ]);
    expect((await add({ reason: 'She teaches it' })).statusCode).toBe(200);
    expect(await seatsOf(ada)).toBe(2);
  });
});

describe('one seat per person', () => {
  const once = { oneSeatPerPerson: true };

  test('refuses a second seat, also on request, and moves the first', async () => {
    const [first, second] = await pair(once);
    const had = await seat(ada, first);
    expect(await own(ada, second)).toMatchObject({ isOneSeat: true, otherSeats: [{ ticketId: had.id }] });
    expect((await refusal(join(ada, second, { inAddition: true })))[1]).toBe('events.one-seat');
    expect(await seatsOf(ada)).toBe(1);
    await seat(ada, second, { moveFrom: had.id });
    expect(await seatsOf(ada)).toBe(1);
  });

  test('gives one seat to a person who signs up for several sessions at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [first, second] = await pair(once);
      const user = await t.createUser({ roles: ['Student'] });
      const others = await Promise.all([1, 2].map(() => t.createUser({ roles: ['Student'] })));
      const answers = await Promise.all([
        join(user, first, { inAddition: true }),
        join(others[0]!, first),
        join(user, second, { inAddition: true }),
        join(others[1]!, second),
      ]);
      const codes = [answers[0], answers[2]].map((answer) => answer!.json<{ code?: string }>().code).toSorted();
      expect(codes).toEqual(['events.one-seat', undefined]);
      expect([await seatsOf(user), ...(await Promise.all(others.map(seatsOf)))]).toEqual([1, 1, 1]);
    }
  });

  test('gives one seat to a person added to another session by staff during sign-up', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [first, second] = await pair(once);
      const user = await t.createUser({ roles: ['Student'] });
      const add = { userId: user.id, to: 'confirmed' };
      const calls = [join(user, first), call(staff, `door/${second}/tickets`, add)];
      const codes = (await Promise.all(calls)).map((answer) => answer.json<{ code?: string }>().code);
      expect(codes.filter((code) => code === undefined)).toHaveLength(1);
      expect(['events.one-seat', 'events.reason-needed']).toContain(codes.find((code) => code !== undefined));
      expect(await seatsOf(user)).toBe(1);
    }
  });

  test('lets people wait for other sessions, and an accepted offer takes the place of the seat', async () => {
    const [first, second] = await pair(once, { capacity: 1 });
    const bens = await seat(ben, second);
    const had = await seat(ada, first);
    expect((await refusal(join(ada, second)))[1]).toBe('events.other-seat');
    const waiting = await seat(ada, second, { inAddition: true });
    expect(waiting.status).toBe('waitlisted');
    await call(ben, `tickets/${bens.id}/cancel`);
    expect(await statusOf(waiting)).toBe('offered');
    expect(await own(ada, second)).toMatchObject({ isOneSeat: true, otherSeats: [{ ticketId: had.id }] });
    expect((await call(ada, `tickets/${waiting.id}/accept`)).json()).toMatchObject({ status: 'confirmed' });
    expect([await statusOf(had), await seatsOf(ada)]).toEqual(['cancelled', 1]);
    expect((await call(ada, `tickets/${waiting.id}/accept`)).statusCode).toBe(200);
  });

  test('keeps one seat when a session takes place after all, or staff give a seat without a reason', async () => {
    const [first, second] = await pair(once, { capacity: 1 });
    const had = await seat(ada, first);
    await t.services.engine.update(SYSTEM, 'instances', first, { status: 'cancelled' });
    await seat(ada, second);
    await t.services.engine.update(SYSTEM, 'instances', first, { status: 'published' });
    expect([await statusOf(had), await seatsOf(ada)]).toEqual(['cancelled', 1]);
    const bens = await seat(ben, first);
    const waiting = await seat(ben, second, { inAddition: true });
    expect([await statusOf(bens), waiting.status]).toEqual(['confirmed', 'waitlisted']);
    await t.services.db.updateTable('instances').set({ capacity: 2 }).where('id', '=', second).execute();
    await expireAndOfferIn(t.services, second);
    const give = (more: { reason?: string }) =>
      setTicketStatus(t, staff, waiting.id, { from: 'offered', to: 'confirmed', ...more });
    expect((await give({})).json()).toMatchObject({ errors: { reason: 'This field is required' } });
    const plan = await callAs(t, staff, 'POST', '/api/tickets/actions/seat/plan', { ids: [waiting.id] });
    const { notes } = plan.json<{ notes: string[] }>();
    expect(notes.at(-1)).toContain('already has a seat on');
    expect((await give({ reason: 'For the second part' })).statusCode).toBe(200);
  });
});

/** Takes the other seat of a session with two, and waits for one. */
async function fillAndWait(id: number): Promise<OwnTicket> {
  const [one, two] = await Promise.all([1, 2].map(() => t.createUser({ roles: ['Student'] })));
  await seat(one!, id);
  const waiting = await seat(two!, id);
  expect(waiting.status).toBe('waitlisted');
  await expireAndOfferIn(t.services, id);
  return waiting;
}
