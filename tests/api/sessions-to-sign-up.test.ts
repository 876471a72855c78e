import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OwnSession, OwnTickets } from '../../domain/calls/tickets.ts';
import type { SessionChoices, SessionDetails, UpcomingSessions } from '../../domain/calls/sessions.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let t: TestApp;
let [ada, ben]: TestUser[] = [];
beforeAll(async () => {
  t = await startTestApp();
  [ada, ben] = await Promise.all([t.createUser({ roles: ['Student'] }), t.createUser({ roles: ['Student'] })]);
});
afterAll(() => t.close());

const iso = (ahead: number): string => new Date(t.services.clock.now() + ahead).toISOString();
let made = 0;

async function event(given: Row = {}): Promise<number> {
  const row = { active: true, waitlistOn: true, feeCents: 0, cancelDeadlineHours: 24, offerHours: 12, ...given };
  const category = await makeRow(t.services, 'categories', { name: `Category ${(made += 1)}`, active: true });
  return Number((await makeRow(t.services, 'events', { categoryId: category['id'] ?? null, ...row }))['id']);
}

async function session(eventId: number, given: Row = {}): Promise<number> {
  const begins = 2 * DAY + 3 * HOUR * (made += 1);
  const row = {
    status: 'published',
    startsAt: iso(begins),
    endsAt: iso(begins + 2 * HOUR),
    capacity: 2,
    locationId: null,
    signupOpensAt: null,
    signupClosesAt: null,
    ...given,
  };
  return Number((await makeRow(t.services, 'instances', { eventId, ...row }))['id']);
}

const get = (url: string, user?: TestUser) =>
  t.app.inject({ url: `/api/events/${url}`, headers: user ? { cookie: user.cookie } : {} });
const list = async (query: string, user?: TestUser): Promise<UpcomingSessions> =>
  (await get(`sessions?${query}`, user)).json();
const details = async (id: number, user?: TestUser): Promise<SessionDetails> =>
  (await get(`sessions/${id}`, user)).json();
const own = async (id: number, user = ada!): Promise<OwnSession> => (await get(`sessions/${id}/own`, user)).json();
const tickets = async (when: string, user = ada!): Promise<OwnTickets> =>
  (await get(`tickets?when=${when}`, user)).json();

async function post(user: TestUser, url: string): Promise<number> {
  const headers = { cookie: user.cookie, 'sec-fetch-site': 'same-origin' };
  const answer = await t.app.inject({ method: 'POST', url: `/api/events/${url}`, headers });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ id: number }>().id;
}

describe('upcoming sessions', () => {
  test('are those that are published and not over, of active events, by start', async () => {
    const eventId = await event({ title: 'Laser' });
    const second = await session(eventId, { startsAt: iso(3 * DAY), endsAt: iso(3 * DAY + HOUR) });
    const first = await session(eventId, { startsAt: iso(-HOUR), endsAt: iso(HOUR) });
    for (const status of ['draft', 'cancelled', 'done']) await session(eventId, { status });
    await session(eventId, { startsAt: iso(-3 * HOUR), endsAt: iso(-HOUR) });
    const hidden = await session(await event({ active: false }));
    const { sessions, total } = await list(`eventId=${eventId}`);
    expect(sessions.map(({ id, state }) => [id, state])).toEqual([
      [first, 'begun'],
      [second, 'open'],
    ]);
    expect(total).toBe(2);
    expect((await list('')).sessions.map(({ id }) => id)).not.toContain(hidden);
  });

  test('are filtered by event, category and dates, and the choices are listed', async () => {
    const [one, other] = [await event({ title: 'A printing' }), await event({ title: 'B sewing' })];
    const [inOne, inOther] = [await session(one), await session(other)];
    const choices = (await get('sessions/choices')).json<SessionChoices>();
    const category = choices.events.find(({ id }) => id === one)?.categoryId;
    expect(choices.categories.map(({ id }) => id)).toContain(category);
    expect((await list(`categoryId=${category}`)).sessions.map(({ id }) => id)).toEqual([inOne]);
    const { start } = await details(inOther);
    const day = start.slice(0, 10);
    expect((await list(`eventId=${other}&from=${day}&to=${day}`)).sessions.map(({ id }) => id)).toEqual([inOther]);
    expect((await list(`eventId=${other}&from=2100-01-01&to=2100-01-02`)).sessions).toEqual([]);
    for (const query of ['from=2100-01-01', 'from=2100-01-02&to=2100-01-01', 'from=2100-01-01&to=2100-06-01'])
      expect((await get(`sessions?${query}`)).json()).toMatchObject({ status: 400, code: 'events.bad-dates' });
    for (const query of ['eventId=x', 'page=0', 'other=1'])
      expect((await get(`sessions?${query}`)).statusCode).toBe(400);
  });

  test('say whether they take sign-ups', async () => {
    const cases: [string, Row, Row][] = [
      ['open', {}, {}],
      ['early', {}, { signupOpensAt: iso(HOUR) }],
      ['closed', {}, { signupClosesAt: iso(-HOUR) }],
      ['waitlist', {}, { capacity: 1, confirmed: 1 }],
      ['full', { waitlistOn: false }, { capacity: 1, confirmed: 1 }],
      ['full', { waitlistMax: 1 }, { capacity: 1, confirmed: 1, waiting: 1 }],
    ];
    for (const [state, ofEvent, ofSession] of cases) {
      const id = await session(await event(ofEvent), ofSession);
      expect(await details(id)).toMatchObject({ id, state });
    }
  });

  test('reveal nothing to visitors that only staff or members can know', async () => {
    const hidden = await makeRow(t.services, 'locations', { displayName: 'Secret lab', isPublic: false, active: true });
    const category = await makeRow(t.services, 'categories', { name: 'Unannounced', active: false });
    const instructor = await t.createUser({});
    const id = await session(await event({ categoryId: category['id'] ?? null }), {
      locationId: hidden['id'] ?? null,
      joinUrl: 'https://meet.example/secret-room',
      notes: 'Bring the spare key',
      instructorIds: [instructor.id],
    });
    const { sessions } = await list('');
    const { categories } = (await get('sessions/choices')).json<SessionChoices>();
    expect(sessions.find((one) => one.id === id)).toMatchObject({ category: null, place: '' });
    expect(categories.map(({ name }) => name)).not.toContain('Unannounced');
    const seen = await get(`sessions/${id}`);
    expect(seen.json()).toMatchObject({ isOnline: true, instructors: [], locationId: null });
    expect(seen.body).not.toMatch(/secret|spare key|Unannounced/i);
    const staff = await t.createUser({ roles: ['EventAdmin'] });
    expect((await details(id, staff)).instructors).toHaveLength(1);
    for (const status of ['draft', 'published']) {
      const closed = await session(await event({ active: status === 'draft' }), { status });
      expect((await get(`sessions/${closed}`)).statusCode).toBe(404);
      expect((await get(`sessions/${closed}/session.ics`)).statusCode).toBe(404);
    }
    expect((await get('sessions/999999')).json()).toMatchObject({ status: 404, code: 'events.not-found' });
  });
});

describe('a session', () => {
  test('shows the rules of its event, and its calendar file has the identifier of the feeds', async () => {
    const eventId = await event({ title: 'Resin printing', description: '<p>Fine detail.</p>' });
    const id = await session(eventId);
    // Visitors' answers come from memory, and are made again when this is written.
    expect(await details(id)).toMatchObject({ prerequisites: [], hasPrerequisites: false });
    for (const role of ['Student', 'EventProcessor'])
      await makeRow(t.services, 'prerequisites', { eventId, kind: 'role', role, alternative: 'either' });
    const seen = await details(id);
    expect(seen).toMatchObject({
      title: 'Resin printing',
      description: '<p>Fine detail.</p>',
      offerHours: 12,
      prerequisites: [['the role Student', 'the role Event processor']],
      hasPrerequisites: true,
      seatsLeft: 2,
    });
    expect(Date.parse(seen.start) - Date.parse(seen.cancelUntil)).toBe(DAY);
    const file = await get(`sessions/${id}/session.ics`);
    expect(file.headers['content-type']).toContain('text/calendar');
    expect(file.body).toContain(`UID:session-${id}@`);
    expect(file.body).toContain('SUMMARY:Resin printing');
    expect(file.body.replaceAll('\r\n ', '')).toMatch(new RegExp(`URL;VALUE=URI:http://[^/]+/signup/details/${id}\r`));
    expect(seen.calendarLinks).toHaveLength(1);
    const starts = new URL(seen.calendarLinks[0]!.outlook).searchParams.get('startdt');
    expect(Date.parse(starts ?? '')).toBe(Date.parse(seen.start));
    await t.services.engine.update(SYSTEM, 'instances', id, { status: 'cancelled' }, { command: true });
    expect((await details(id)).calendarLinks).toEqual([]);
    expect((await get(`sessions/${id}/session.ics`)).body).toContain('STATUS:CANCELLED');
  });
});

describe('a logged-in person', () => {
  test('sees the result of a sign-up, then the ticket, and the link only with a seat', async () => {
    const id = await session(await event({ feeCents: 0 }), { capacity: 1, joinUrl: 'https://meet.example/room' });
    expect(await own(id)).toMatchObject({ ticket: null, joinUrl: null, missing: [], outcome: { kind: 'seat' } });
    const seat = await post(ada!, `instances/${id}/tickets`);
    expect(await own(id)).toMatchObject({
      ticket: { id: seat, status: 'confirmed', graceEndsAt: expect.any(String) as string },
      joinUrl: 'https://meet.example/room',
      canCancel: true,
      outcome: null,
    });
    expect(await own(id, ben)).toMatchObject({ joinUrl: null, outcome: { kind: 'waitlisted', position: 1 } });
    const waiting = await post(ben!, `instances/${id}/tickets`);
    expect(await own(id, ben)).toMatchObject({ ticket: { id: waiting, position: 1 }, joinUrl: null });
    await post(ada!, `tickets/${seat}/cancel`);
    expect(await own(id, ben)).toMatchObject({ ticket: { status: 'offered' }, joinUrl: null, canCancel: true });
    expect(await own(id)).toMatchObject({
      ticket: { status: 'cancelled' },
      canCancel: false,
      joinUrl: null,
      outcome: { kind: 'waitlisted' },
    });
    expect((await get(`sessions/${id}/own`)).statusCode).toBe(401);
    const priced = await session(await event({ feeCents: 500 }));
    expect(await own(priced)).toMatchObject({ outcome: { kind: 'held', until: expect.any(String) as string } });
    const closed = await session(await event(), { signupClosesAt: iso(-HOUR) });
    expect(await own(closed)).toMatchObject({
      outcome: { kind: 'refused', words: 'Sign-up for this session is closed.' },
    });
  });

  test('sees missing prerequisites, with the next sessions that give them', async () => {
    const [basics, eventId] = [await event({ title: 'Basics' }), await event()];
    await makeRow(t.services, 'prerequisites', {
      eventId,
      kind: 'eventAttended',
      requiredEventId: basics,
      alternative: null,
      validDays: null,
    });
    await session(basics, { signupClosesAt: iso(-HOUR) });
    await session(basics, { status: 'draft' });
    const bookable = [await session(basics), await session(basics, { capacity: 1, confirmed: 1 })];
    const id = await session(eventId);
    const { missing, outcome } = await own(id);
    expect(missing).toMatchObject([{ anyOf: ['Basics'] }]);
    expect(missing[0]?.sessions.map((one) => [one.id, one.state])).toEqual([
      [bookable[0], 'open'],
      [bookable[1], 'waitlist'],
    ]);
    expect(outcome).toMatchObject({ kind: 'refused' });
  });

  test('is warned of their own sessions at the same time', async () => {
    const at = { startsAt: iso(9 * DAY), endsAt: iso(9 * DAY + 2 * HOUR) };
    const [first, second] = [await session(await event({ title: 'First' }), at), await session(await event(), at)];
    await post(ada!, `instances/${first}/tickets`);
    expect((await own(second)).conflicts).toMatchObject([{ id: first, title: 'First' }]);
    expect((await own(second, ben)).conflicts).toEqual([]);
  });

  test('sees the place with a ticket, also if visitors do not see it', async () => {
    const dan = await t.createUser({ roles: ['Student'] });
    const [hidden, annex] = await Promise.all(
      ['Cleanroom', 'Annex'].map((displayName, index) =>
        makeRow(t.services, 'locations', {
          ...{ displayName, buildingCode: 'B', room: String(index + 1) },
          ...{ isPublic: false, active: true },
        }),
      ),
    );
    const at = { locationId: hidden!['id'] ?? null, locationNote: 'Ring twice', signupOpensAt: iso(-HOUR) };
    const one = await session(await event(), at);
    const times = [20, 27].map((day) => ({ startsAt: iso(day * DAY), endsAt: iso(day * DAY + HOUR) }));
    const dates = [times[0]!, { ...times[1]!, locationId: annex!['id'] ?? null }];
    const whole = { startsAt: times[0]!.startsAt, endsAt: times[1]!.endsAt };
    const several = await session(await event(), { ...at, ...whole, dates });
    const shown = async (id: number, user?: TestUser) => {
      const { place, locationId, locationNote, dates: own } = await details(id, user);
      return [place, locationNote, locationId, ...own.map((date) => date.place)];
    };
    for (const user of [undefined, dan]) expect(await shown(one, user)).toEqual(['Ring twice', '', null]);
    for (const id of [one, several]) await post(dan, `instances/${id}/tickets`);
    expect(await shown(one, dan)).toEqual(['Cleanroom, B 1', 'Ring twice', null]);
    expect((await shown(several, dan)).slice(3)).toEqual(['Cleanroom, B 1', 'Annex, B 2']);
    expect(await shown(one)).toEqual(['Ring twice', '', null]);
    const place = 'Cleanroom, B 1, Ring twice';
    for (const [user, where] of [
      [dan, place],
      [undefined, 'Ring twice'],
    ] as const)
      expect((await get(`sessions/${one}/session.ics`, user)).body).toContain(
        `LOCATION:${where.replaceAll(',', '\\,')}\r`,
      );
    expect((await tickets('upcoming', dan)).tickets.map((ticket) => ticket.session.place)).toEqual([place, place]);
    const headers = { cookie: dan.cookie, 'sec-fetch-site': 'same-origin' };
    const { path } = (await t.app.inject({ method: 'POST', url: '/api/events/feed', headers })).json<{
      path: string;
    }>();
    const entries = (await t.app.inject(path)).body.replaceAll('\r\n ', '').match(/^LOCATION:.*(?=\r$)/gm);
    expect(entries).toEqual([place, place, 'Annex, B 2'].map((text) => `LOCATION:${text.replaceAll(',', '\\,')}`));
  });

  test('lists their tickets: of what is to come, then of what is over or canceled', async () => {
    const cleo = await t.createUser({ roles: ['Student'] });
    const [soon, later, left, off] = [
      await session(await event()),
      await session(await event(), { capacity: 1, confirmed: 0 }),
      await session(await event()),
      await session(await event()),
    ];
    await post(ben!, `instances/${later}/tickets`);
    for (const id of [later, soon, off]) await post(cleo, `instances/${id}/tickets`);
    await post(cleo, `tickets/${await post(cleo, `instances/${left}/tickets`)}/cancel`);
    await t.services.engine.update(SYSTEM, 'instances', off, { status: 'cancelled' }, { command: true });
    const upcoming = await tickets('upcoming', cleo);
    expect(upcoming.tickets.map(({ session: one, ticket }) => [one.id, ticket.status, ticket.position])).toEqual([
      [soon, 'confirmed', null],
      [later, 'waitlisted', 1],
      [off, 'cancelled', null],
    ]);
    expect(upcoming.tickets[2]).toMatchObject({ session: { state: 'cancelled' }, canCancel: false });
    expect((await tickets('past', cleo)).tickets.map(({ session: one }) => one.id)).toEqual([left]);
    for (const id of [soon, later, left, off])
      await t.services.db
        .updateTable('instances')
        .set({ startsAt: iso(-id * HOUR - HOUR), endsAt: iso(-id * HOUR) })
        .where('id', '=', id)
        .execute();
    expect((await tickets('upcoming', cleo)).total).toBe(0);
    expect((await tickets('past', cleo)).tickets.map(({ session: one }) => one.id)).toEqual([soon, later, left, off]);
    expect((await tickets('past', ben)).tickets.map(({ session: one }) => one.id)).not.toContain(left);
  });
});
