import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import type { AddedAtDoor } from '../../domain/calls/door.ts';
import type { OwnSession, OwnTicket } from '../../domain/calls/tickets.ts';
import type { SessionDetails } from '../../domain/calls/sessions.ts';
import type { Tx } from '../../server/platform/database.ts';
import { takeLock } from '../../server/platform/locks.ts';
import { makeRow } from '../factories/any-row.ts';
import { runTicketAction, setTicketStatus } from './event-support.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

const HOUR = 3_600_000;

let t: TestApp;
let ada: TestUser;
let ben: TestUser;
let staff: TestUser;
let days = 0;
beforeAll(async () => {
  t = await startTestApp();
  [ada, ben] = [await t.createUser({ roles: ['Student'] }), await t.createUser({ roles: ['Student'] })];
  staff = await t.createUser({ roles: ['EventProcessor'] });
});
afterAll(() => t.close());

const iso = (ahead: number): string => new Date(t.services.clock.now() + ahead).toISOString();

/** A published series of sessions a week apart. Sign-up opens three days before each, unless the event says otherwise. */
async function series(given: { event?: Row; instances?: Row[]; isBookedAsWhole?: boolean } = {}) {
  const { event = {}, instances = [{}, {}, {}], isBookedAsWhole = true } = given;
  days += 1;
  const made = await makeRow(t.services, 'events', { active: true, signupOpensDays: 3, feeCents: 0, ...event });
  const begins = 24 * HOUR + days * 2 * HOUR;
  const { id: seriesId } = await makeRow(t.services, 'eventSeries', {
    ...{ eventId: made['id'] ?? null, startsAt: iso(begins), endsAt: iso(begins + HOUR), isBookedAsWhole },
    rule: null,
  });
  const ids: number[] = [];
  for (const [week, more] of instances.entries()) {
    const at = begins + week * 7 * 24 * HOUR;
    const row = await makeRow(t.services, 'instances', {
      ...{ eventId: made['id'] ?? null, seriesId: seriesId ?? null, status: 'published', capacity: 2 },
      ...{ startsAt: iso(at), endsAt: iso(at + HOUR), ...more },
    });
    ids.push(Number(row['id']));
  }
  return { seriesId: Number(seriesId), ids };
}

function call(user: TestUser, url: string, payload?: object) {
  const headers = { cookie: user.cookie, 'sec-fetch-site': 'same-origin' };
  return t.app.inject({ method: 'POST', url: `/api/events/${url}`, headers, ...(payload ? { payload } : {}) });
}

const repeat = ({ cookie }: TestUser, id: number, payload: object) =>
  t.app.inject({
    method: 'POST',
    url: '/api/instances/actions/repeat',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    payload: { ids: [id], inputs: payload },
  });
const take = (user: TestUser, [id]: number[]) => call(user, `instances/${id}/tickets?whole=true`);
const statuses = async (user: TestUser, ids: number[]): Promise<string[]> => {
  const rows = await t.services.db
    .selectFrom('tickets')
    .select(['status', 'instanceId'])
    .where('userId', '=', user.id)
    .where('instanceId', 'in', ids)
    .orderBy('instanceId')
    .orderBy('id')
    .execute();
  return rows.map(({ status }) => status);
};
const counts = async (ids: number[]): Promise<unknown[]> =>
  Promise.all(ids.map(async (id) => (await t.services.engine.get(SYSTEM, 'instances', id)).confirmed));

describe('a series that is booked as a whole', () => {
  test('gives a ticket for each session, once, with one message, as soon as sign-up for the first one opens', async () => {
    const { ids } = await series();
    const first = await take(ada, ids);
    expect(first.statusCode, first.body).toBe(200);
    expect(first.json<OwnTicket>()).toMatchObject({ instanceId: ids[0], status: 'confirmed' });
    expect((await take(ada, ids)).json<OwnTicket>().id).toBe(first.json<OwnTicket>().id);
    expect(await statuses(ada, ids)).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect(await counts(ids)).toEqual([1, 1, 1]);
    const notified = await t.services.db
      .selectFrom('messageRecipients as r')
      .innerJoin('messages as m', 'm.id', 'r.messageId')
      .select('m.event')
      .where('r.userId', '=', ada.id)
      .execute();
    expect(notified.map(({ event }) => event)).toEqual(['ticketConfirmed']);
  });

  test('puts each session into the calendar with its message, and takes each out again', async () => {
    const { ids } = await series();
    const { id } = (await take(ada, ids)).json<OwnTicket>();
    const entries = async () => {
      const message = await t.services.db
        .selectFrom('messages')
        .select(['event', 'calendar'])
        .where('aboutId', '=', id)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      const parts = message.calendar as { uid: string; method: string; start: string; sequence: number }[];
      return { event: message.event, parts: parts.map(({ uid, method }) => [uid.split('@')[0], method]), raw: parts };
    };
    const booked = await entries();
    expect([booked.event, booked.parts]).toEqual(['ticketConfirmed', ids.map((one) => [`session-${one}`, 'REQUEST'])]);
    t.services.clock.moveTo(iso(60_000));
    await call(ada, `tickets/${id}/cancel`);
    const given = await entries();
    expect([given.event, given.parts]).toEqual(['ticketGivenUp', ids.map((one) => [`session-${one}`, 'CANCEL'])]);
    for (const [nth, { sequence }] of given.raw.entries())
      expect(sequence).toBeGreaterThan(booked.raw[nth]?.sequence ?? 0);
    expect((await take(ben, ids)).statusCode).toBe(200);
  });

  test('warns of what its later sessions conflict with, too', async () => {
    const person = await t.createUser({ roles: ['Student'] });
    const { ids } = await series();
    const third = await t.services.engine.get(SYSTEM, 'instances', ids[2] ?? 0);
    const at = { startsAt: third['startsAt'] ?? null, endsAt: third['endsAt'] ?? null, signupOpensAt: iso(-HOUR) };
    const other = await series({ isBookedAsWhole: false, instances: [at] });
    expect((await call(person, `instances/${other.ids[0]}/tickets`)).statusCode).toBe(200);
    const own = await t.app.inject({
      url: `/api/events/sessions/${ids[0]}/own`,
      headers: { cookie: person.cookie },
    });
    expect(own.json<OwnSession>().conflicts.map(({ id }) => id)).toEqual(other.ids);
  });

  test('is taken as a whole or not at all: one full session refuses all', async () => {
    const { ids } = await series({ instances: [{}, { capacity: 1 }, {}] });
    expect((await take(ada, ids)).statusCode).toBe(200);
    const refused = await take(ben, ids);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'events.series-full']);
    expect(await statuses(ben, ids)).toEqual([]);
    expect(await counts(ids)).toEqual([1, 1, 1]);
    const own = await t.app.inject({ url: `/api/events/sessions/${ids[0]}/own`, headers: { cookie: ben.cookie } });
    expect(own.json<OwnSession>().outcome).toEqual({
      kind: 'refused',
      words: 'One of its sessions is full, and the series can only be booked as a whole.',
    });
  });

  test('is canceled as a whole by any of its tickets, and can be booked again', async () => {
    const { ids } = await series();
    const second = (await take(ada, ids.toReversed())).json<OwnTicket>();
    expect((await call(ada, `tickets/${second.id}/cancel`)).statusCode).toBe(200);
    expect([await statuses(ada, ids), await counts(ids)]).toEqual([Array(3).fill('cancelled'), [0, 0, 0]]);
    expect((await take(ada, ids)).statusCode).toBe(200);
    expect(await counts(ids)).toEqual([1, 1, 1]);
  });

  test('has no single tickets, in any way', async () => {
    const { ids } = await series();
    const single = await call(ada, `instances/${ids[1]}/tickets`);
    expect(single.statusCode).toBe(409);
    for (const to of ['attended', 'waitlisted'])
      expect((await call(staff, `door/${ids[0]}/tickets`, { userId: ben.id, to })).statusCode).toBe(409);
    expect(await statuses(ben, ids)).toEqual([]);
    const { ids: free } = await series({ isBookedAsWhole: false });
    expect((await call(ada, `instances/${free[0]}/tickets`)).statusCode).toBe(200);
    expect((await take(ada, free)).statusCode).toBe(404);
  });

  test('is given by staff as a whole, above its seats with a reason, and canceled as a whole', async () => {
    const { ids } = await series({ event: { overbookLimit: 1 }, instances: [{}, { capacity: 1 }, {}] });
    const [cleo, dan] = [await t.createUser({ roles: ['Student'] }), await t.createUser({ roles: ['Student'] })];
    await take(ada, ids);
    const add = (user: TestUser, more: object = {}) =>
      call(staff, `door/${ids[0]}/tickets`, { userId: user.id, to: 'confirmed', ...more });
    const refused = await add(cleo);
    expect(refused.json()).toMatchObject({
      status: 409,
      code: 'events.reason-needed',
      detail: expect.stringMatching(/^[A-Z][a-z]{2} \d+, \d{4}: The only seat is taken: /) as string,
    });
    expect(await statuses(cleo, ids)).toEqual([]);
    const added = (await add(cleo, { reason: 'Their thesis' })).json<AddedAtDoor>();
    expect([await statuses(cleo, ids), await counts(ids)]).toEqual([Array(3).fill('confirmed'), [2, 2, 2]]);
    const notified = await t.services.db
      .selectFrom('messages as m')
      .innerJoin('messageRecipients as r', 'r.messageId', 'm.id')
      .select(['m.event', 'm.calendar'])
      .where('r.userId', '=', cleo.id)
      .execute();
    expect(notified.map(({ event, calendar }) => [event, (calendar as unknown[]).length])).toEqual([
      ['ticketConfirmed', 3],
    ]);
    expect((await add(cleo)).json()).toMatchObject({ isNew: false });
    expect((await add(dan, { reason: 'Me too' })).json()).toMatchObject({
      code: 'events.not-possible',
      detail: expect.stringContaining('including those that staff can give above the capacity') as string,
    });
    expect([await statuses(dan, ids), await counts(ids)]).toEqual([[], [2, 2, 2]]);
    expect((await runTicketAction(t, staff, 'remove', added.ticketId)).statusCode).toBe(200);
    expect([await statuses(cleo, ids), await counts(ids)]).toEqual([Array(3).fill('cancelled'), [1, 1, 1]]);
  });

  test('is paid as a whole; one message lists the dates and the price', async () => {
    const { ids } = await series({ event: { feeCents: 500 } });
    const ticket = (await take(ada, ids)).json<OwnTicket>();
    const { html } = await t.services.db
      .selectFrom('messages')
      .select('html')
      .where('event', '=', 'ticketHeld')
      .where('aboutId', '=', ticket.id)
      .executeTakeFirstOrThrow();
    expect(html).toContain('$15.00');
    expect(html).toContain(`<a href="/payment/ticket/${ticket.id}">Pay now</a>`);
    expect(html.match(/<br/g)).toHaveLength(2);
    expect(await statuses(ada, ids)).toEqual(['held', 'held', 'held']);
    await setTicketStatus(t, staff, ticket.id, { from: 'held', to: 'confirmed' });
    expect(await statuses(ada, ids)).toEqual(['confirmed', 'confirmed', 'confirmed']);
  });

  test('that was given back is not had again in part by a session that was canceled meanwhile', async () => {
    const { ids } = await series();
    const ticket = (await take(ada, ids)).json<OwnTicket>();
    await take(ben, ids);
    const set = (status: 'cancelled' | 'published') =>
      t.services.engine.update(SYSTEM, 'instances', ids[1] ?? 0, { status }, { command: true });
    await set('cancelled');
    expect((await call(ada, `tickets/${ticket.id}/cancel`)).statusCode).toBe(200);
    await set('published');
    expect([await statuses(ada, ids), await statuses(ben, ids)]).toEqual([
      Array(3).fill('cancelled'),
      Array(3).fill('confirmed'),
    ]);
  });

  test('is held until one instant, before the first session begins, and lost as a whole', async () => {
    const { clock } = t.services;
    const now = clock.now();
    const soon = { startsAt: iso(2 * HOUR), endsAt: iso(3 * HOUR) };
    const { ids } = await series({ event: { feeCents: 500, offerHours: 168 }, instances: [soon, {}, {}] });
    await take(ada, ids);
    const { startsAt } = await t.services.engine.get(SYSTEM, 'instances', ids[0] ?? 0);
    const tickets = await t.services.engine.list(SYSTEM, 'tickets', { filter: { instanceId: ids } });
    expect(tickets.rows.map(({ holdExpiresAt }) => holdExpiresAt)).toEqual([startsAt, startsAt, startsAt]);
    clock.moveTo(Date.parse(startsAt ?? ''));
    // Paid too late, by whichever of them it is shown.
    const last = tickets.rows.find(({ instanceId }) => instanceId === ids[2]);
    const paid = await setTicketStatus(t, staff, last?.id ?? 0, { from: 'held', to: 'confirmed' });
    expect(paid.statusCode).toBe(409);
    clock.moveTo(now);
  });

  test('is never sold beyond its seats, with any number of concurrent sign-ups', async () => {
    const { ids } = await series({ instances: [{ capacity: 3 }, { capacity: 3 }] });
    const people = await Promise.all(Array.from({ length: 8 }, () => t.createUser({ roles: ['Student'] })));
    const answers = await Promise.all(people.map((user) => take(user, ids)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 409, 409, 409, 409, 409]);
    expect(await counts(ids)).toEqual([3, 3]);
  });

  test('says on the page of each session what it is one of', async () => {
    const { seriesId, ids } = await series();
    const answer = await t.app.inject({ url: `/api/events/sessions/${ids[2]}` });
    const { series: of, seriesSessions, state } = answer.json<SessionDetails>();
    expect(of).toEqual({ id: seriesId, isBookedAsWhole: true });
    expect(seriesSessions.map(({ id }) => id)).toEqual(ids);
    // Alone, it would open in two weeks.
    expect(state).toBe('open');
  });
});

describe('people who sign up at the same time', () => {
  const waitsFor = async (pid: number): Promise<boolean> => {
    const { rows } = await sql`select from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`.execute(
      t.services.db,
    );
    return rows.length > 0;
  };
  /** Does `work` while the call waits for the session, and answers as the call. */
  async function during(
    id: number,
    work: (tx: Tx) => Promise<unknown>,
    request: () => ReturnType<typeof call>,
    { isScheduling = false } = {},
  ) {
    const [answer] = await t.services.engine.transaction(async (tx) => {
      if (isScheduling) await takeLock(tx, 'scheduling');
      await t.services.engine.lock(tx, 'instances', [id]);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      const answers = [request()];
      await expect.poll(() => waitsFor(rows[0]?.pid ?? 0), { timeout: 10_000 }).toBe(true);
      await work(tx);
      return answers;
    });
    return answer!;
  }

  test('as a session is added to the series has no ticket without a seat in it', async () => {
    const { ids, seriesId } = await series();
    const { eventId } = await t.services.engine.get(SYSTEM, 'instances', ids[0] ?? 0);
    const times = { startsAt: iso(90 * 24 * HOUR), endsAt: iso(90 * 24 * HOUR + HOUR) };
    const data = { eventId: Number(eventId), seriesId, status: 'published', capacity: 2, ...times } as const;
    const add = (tx: Tx) => t.services.engine.create(SYSTEM, 'instances', data, { tx, command: true });
    const refused = await during(ids[1] ?? 0, add, () => take(ada, ids), { isScheduling: true });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'events.series-changed']);
    expect(await statuses(ada, ids)).toEqual([]);
    expect((await take(ada, ids)).statusCode).toBe(200);
  });

  test('do not wait for each other while a person cancels the series, with any ticket', async () => {
    const { ids } = await series();
    const [, , last] = await Promise.all([take(ada, ids), take(ben, ids), take(ada, ids.toReversed())]);
    const isFree = (tx: Tx) => sql`select from "instances" where "id" = ${ids[2] ?? 0} for update nowait`.execute(tx);
    const given = await during(ids[0] ?? 0, isFree, () => call(ada, `tickets/${last.json<OwnTicket>().id}/cancel`));
    expect([given.statusCode, await counts(ids)]).toEqual([200, [1, 1, 1]]);
  });

  test('keeps the series unchanged when another session of it would have been made', async () => {
    const { ids } = await series();
    const scheduler = await t.createUser({ roles: ['EventScheduler'] });
    const more = { dates: ['2099-04-30'] };
    const [instanceId = 0] = ids;
    const seat = { instanceId, userId: ben.id, status: 'confirmed', source: 'web' } as const;
    const give = (tx: Tx) => t.services.engine.create(SYSTEM, 'tickets', seat, { tx, command: true });
    const refused = await during(instanceId, give, () => repeat(scheduler, instanceId, more));
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'scheduling.series-has-tickets']);
  });
});
