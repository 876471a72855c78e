import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DoorList, DoorMark, DoorMarksAnswer } from '../../domain/calls/door.ts';
import type { SelfCheckedIn } from '../../domain/calls/self-check-in.ts';
import type { OwnSession } from '../../domain/calls/tickets.ts';
import type { EventTerms, SessionDetails } from '../../domain/calls/sessions.ts';
import { makeRow } from '../factories/any-row.ts';
import { callAs, setTicketStatus } from './event-support.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';
import { TestBrowser } from './test-browser.ts';

const HOUR = 3_600_000;
const wholeMinute = (at: number): number => at - (at % 60_000);
const TERMS = 'I wear goggles.\nI know that saws cut.';

let t: TestApp;
let ada: TestUser;
let ben: TestUser;
beforeAll(async () => {
  t = await startTestApp({ works: true });
  ada = await t.createUser({ roles: ['Student'] });
  ben = await t.createUser({ roles: ['Student'] });
});
afterAll(() => t.close());

const post = (url: string, user: TestUser, payload: object = {}) =>
  t.app.inject({
    method: 'POST',
    url: `/api/events/instances/${url}`,
    headers: { cookie: user.cookie, 'sec-fetch-site': 'same-origin' },
    payload,
  });
const get = async <Answer>(url: string, user: TestUser): Promise<Answer> =>
  (await t.app.inject({ url: `/api/events/sessions/${url}`, headers: { cookie: user.cookie } })).json<Answer>();

test('terms and a minimum age are confirmed in their present words before someone signs up, each for themselves', async () => {
  const event = await makeRow(t.services, 'events', { active: true, minimumAge: 18, liabilityText: TERMS });
  const begins = wholeMinute(t.services.clock.now()) + 48 * HOUR;
  const instance = await makeRow(t.services, 'instances', {
    eventId: event['id'] ?? null,
    status: 'published',
    startsAt: new Date(begins).toISOString(),
    endsAt: new Date(begins + HOUR).toISOString(),
    capacity: 5,
  });
  const id = Number(instance['id']);
  const { terms } = await get<SessionDetails>(String(id), ada);
  expect(terms).toMatchObject({ minimumAge: 18, text: TERMS });
  expect((await post(`${id}/tickets`, ada)).json()).toMatchObject({ status: 409, code: 'events.terms' });
  expect((await post(`${id}/agreement`, ada, { version: 'guessed' })).statusCode).toBe(409);
  for (let time = 0; time < 2; time += 1)
    expect((await post(`${id}/agreement`, ada, { version: terms?.version })).statusCode).toBe(204);
  expect((await get<OwnSession>(`${id}/own`, ada)).agreedAt).toEqual(expect.any(String));
  const stored = await t.services.db.selectFrom('agreements').selectAll().where('userId', '=', ada.id).execute();
  expect(stored.map(({ text, minimumAge, termsVersion }) => [text, minimumAge, termsVersion])).toEqual([
    [TERMS, 18, terms?.version],
  ]);
  expect((await post(`${id}/tickets`, ben)).statusCode).toBe(409);
  expect((await post(`${id}/tickets`, ada)).json()).toMatchObject({ status: 'confirmed' });
  await t.services.engine.update(SYSTEM, 'events', Number(event['id']), { minimumAge: 16 }, { command: true });
  expect((await post(`${id}/agreement`, ben, { version: terms?.version })).statusCode).toBe(409);
  expect((await get<OwnSession>(`${id}/own`, ada)).agreedAt).toBeNull();
});

test('a person below the minimum age confirms the terms without the age after staff recorded a guardian’s consent', async () => {
  const event = await makeRow(t.services, 'events', { active: true, minimumAge: 18, liabilityText: TERMS });
  const begins = wholeMinute(t.services.clock.now()) + 96 * HOUR;
  const instance = await makeRow(t.services, 'instances', {
    eventId: event['id'] ?? null,
    status: 'published',
    startsAt: new Date(begins).toISOString(),
    endsAt: new Date(begins + HOUR).toISOString(),
  });
  const id = Number(instance['id']);
  const young = await t.createUser({ roles: ['Student'] });
  const consent = {
    ...{ userId: young.id, eventId: event['id'] ?? null, kind: 'age', prerequisiteId: null },
    ...{ validUntil: null, revoked: false, reason: 'Her mother, Eve Day, on March 3, on paper' },
  };
  const waiver = await makeRow(t.services, 'waivers', consent);
  const own = () => get<OwnSession>(`${id}/own`, young);
  expect((await own()).isAgeWaived).toBe(true);
  expect(await get<OwnSession>(`${id}/own`, ben)).not.toHaveProperty('isAgeWaived');
  const { terms } = await get<SessionDetails>(String(id), young);
  await post(`${id}/agreement`, young, { version: terms?.version });
  const stored = await t.services.db.selectFrom('agreements').selectAll().where('userId', '=', young.id).execute();
  expect(stored.map(({ text, minimumAge }) => [text, minimumAge])).toEqual([[TERMS, null]]);
  expect((await post(`${id}/tickets`, young)).json()).toMatchObject({ status: 'confirmed' });
  await t.services.engine.update(SYSTEM, 'waivers', Number(waiver['id']), { revoked: true }, { command: true });
  expect(await own()).not.toHaveProperty('isAgeWaived');
});

test('an event without terms asks for none, and no one accepts those of a session that they cannot see', async () => {
  const event = await makeRow(t.services, 'events', { active: true, minimumAge: 18, visibleToRoles: ['Staff'] });
  const instance = await makeRow(t.services, 'instances', { eventId: event['id'] ?? null, status: 'published' });
  expect((await post(`${Number(instance['id'])}/agreement`, ada, { version: 'x' })).statusCode).toBe(404);
  const free = await makeRow(t.services, 'events', { active: true });
  const other = await makeRow(t.services, 'instances', { eventId: free['id'] ?? null, status: 'published' });
  expect((await get<SessionDetails>(String(other['id']), ada)).terms).toBeUndefined();
});

test('at the door staff record the consent, or continue with a reason', async () => {
  const staff = await t.createUser({ roles: ['EventProcessor'] });
  const door = (method: 'GET' | 'POST', url: string, payload?: object) =>
    t.app.inject({
      method,
      url: `/api/events/door/${url}`,
      headers: { cookie: staff.cookie, 'sec-fetch-site': 'same-origin' },
      ...(payload === undefined ? {} : { payload }),
    });
  const agreements = (userId: number) =>
    t.services.db.selectFrom('agreements').select(['createdById', 'eventId']).where('userId', '=', userId).execute();
  const event = await makeRow(t.services, 'events', { active: true, minimumAge: 18, liabilityText: TERMS });
  const begins = wholeMinute(t.services.clock.now()) + HOUR / 2;
  const { id } = await makeRow(t.services, 'instances', {
    eventId: event['id'] ?? null,
    status: 'published',
    startsAt: new Date(begins).toISOString(),
    endsAt: new Date(begins + HOUR).toISOString(),
    capacity: 5,
    walkInsAllowed: true,
  });
  const [cleo, dan] = [await t.createUser({ roles: ['Student'] }), await t.createUser({ roles: ['Student'] })];
  const terms = (await door('GET', `${Number(id)}/terms`)).json<EventTerms>();
  expect(terms).toMatchObject({ minimumAge: 18, text: TERMS });
  const add = async (userId: number, how: object): Promise<string> => {
    const answer = await door('POST', `${Number(id)}/tickets`, { userId, to: 'attended', ...how });
    const { code, status } = answer.json<{ code?: string; status: string }>();
    return code ?? status;
  };
  expect(await add(cleo.id, {})).toBe('events.terms');
  expect(await add(cleo.id, { reason: 'In a hurry' })).toBe('events.terms');
  expect(await add(cleo.id, { agreedTo: 'others' })).toBe('events.terms-changed');
  expect(await add(cleo.id, { withoutTerms: true })).toBe('events.reason-needed');
  expect(await agreements(cleo.id)).toEqual([]);
  expect(await add(cleo.id, { agreedTo: terms.version })).toBe('attended');
  expect(await agreements(cleo.id)).toEqual([{ createdById: staff.id, eventId: event['id'] }]);
  expect(await add(dan.id, { withoutTerms: true, reason: 'Watches only' })).toBe('attended');

  const list = async () => (await door('GET', String(Number(id)))).json<DoorList>().tickets;
  const missing = async () => (await list()).filter((ticket) => ticket.termsMissing).map(({ userId }) => userId);
  expect(await missing()).toEqual([dan.id]);
  const dans = (await list()).find(({ userId }) => userId === dan.id);
  expect(dans?.reason).toBe('Watches only');
  expect((await door('POST', `tickets/${dans?.id}/agreement`, { version: 'others' })).statusCode).toBe(409);
  expect((await door('POST', `tickets/${dans?.id}/agreement`, { version: terms.version })).statusCode).toBe(204);
  expect(await missing()).toEqual([]);

  // Someone without an account agrees too, and the account that they get later has it.
  const email = 'gus@terms.example';
  const guest = { name: 'Gus', email, to: 'attended', agreedTo: terms.version };
  expect((await door('POST', `${Number(id)}/walk-ins`, guest)).json()).toMatchObject({ status: 'attended' });
  const gus = await t.createUser({ roles: ['Student'] });
  await t.services.engine.update(SYSTEM, 'users', gus.id, { email });
  await expect.poll(() => agreements(gus.id)).toHaveLength(1);
  await expect.poll(missing).toEqual([]);
});

test('every way to check in records the consent; only staff continue without it, with a reason', async () => {
  const event = await makeRow(t.services, 'events', { active: true, minimumAge: null, liabilityText: TERMS });
  const begins = wholeMinute(t.services.clock.now()) + HOUR / 2;
  const people = [
    await t.createUser({ roles: ['Student'] }),
    await t.createUser({ roles: ['Student'] }),
    await t.createUser({ roles: ['Student'] }),
  ] as const;
  const instance = await makeRow(t.services, 'instances', {
    eventId: event['id'] ?? null,
    status: 'published',
    startsAt: new Date(begins).toISOString(),
    endsAt: new Date(begins + HOUR).toISOString(),
    capacity: 5,
    confirmed: people.length,
  });
  const id = Number(instance['id']);
  const tickets: number[] = [];
  for (const { id: userId } of people)
    tickets.push(Number((await makeRow(t.services, 'tickets', { instanceId: id, userId, status: 'confirmed' }))['id']));
  const [first, second, third] = tickets as [number, number, number];
  const status = async (which: number) => (await t.services.engine.get(SYSTEM, 'tickets', which)).status;

  const kiosk = new TestBrowser(t.app, (await t.createUser({ roles: ['EventProcessor'] })).cookie);
  const staff = await t.createUser({ roles: ['EventProcessor'] });
  const call = (user: TestUser, url: string, payload: object) =>
    t.app.inject({
      method: 'POST',
      url: `/api/events/${url}`,
      headers: { cookie: user.cookie, 'sec-fetch-site': 'same-origin' },
      payload,
    });
  await t.services.engine.update(SYSTEM, 'users', people[0].id, { displayName: 'Marsh, Cleo', studentId: '004004004' });
  await kiosk.call('POST', '/api/events/self-check-in', { instanceId: id });
  const shows = async () =>
    (await kiosk.call('POST', '/api/events/self-check-in/scan', { text: '004004004' })).json<SelfCheckedIn>();
  expect(await shows()).toEqual({
    outcome: 'refused',
    firstName: null,
    words: 'Please see the staff at the desk before you go in. They will check you in.',
  });

  const at = t.services.clock.instant();
  const mark = async (ticketId: number, to: DoorMark['to'], how: Partial<DoorMark> = {}): Promise<string | null> => {
    const from = await status(ticketId);
    const marks = [{ key: randomUUID(), ticketId, from, to, at, ...how }];
    return (await call(staff, `door/${id}/marks`, { marks })).json<DoorMarksAnswer>().results[0]!.words;
  };
  const version = (await get<SessionDetails>(String(id), staff)).terms?.version ?? '';
  for (const to of ['attended', 'late'] as const)
    expect(await mark(first, to)).toBe('Marsh, Cleo has not agreed to the terms or minimum age of this event yet.');
  expect(await mark(first, 'attended', { agreedTo: 'others' })).toMatch('These terms have changed.');
  expect(await mark(first, 'attended', { withoutTerms: true })).toMatch(
    'has not agreed to the terms or minimum age of this event yet.',
  );
  expect(await status(first)).toBe('confirmed');
  t.services.clock.moveTo(begins);
  expect(await mark(first, 'noShow')).toBeNull();
  // A mark that is refused takes none of the others with it.
  const marks = [first, second].map((ticketId, index) => ({
    ...{ key: randomUUID(), ticketId, to: 'attended', at },
    ...(index === 0 ? { from: 'noShow', agreedTo: 'others' } : { from: 'confirmed', agreedTo: version }),
  }));
  await call(staff, `door/${id}/marks`, { marks });
  expect([await status(first), await status(second)]).toEqual(['noShow', 'attended']);
  expect(await mark(first, 'attended', { withoutTerms: true, reason: 'Watches only' })).toBeNull();
  expect(await t.services.engine.get(SYSTEM, 'tickets', first)).toMatchObject({ reason: 'Watches only' });
  // People who are present are not asked again.
  expect(await mark(first, 'late')).toBeNull();
  expect(await shows()).toMatchObject({ outcome: 'already', firstName: 'Cleo' });

  const attended = { from: 'confirmed', to: 'attended' };
  expect((await setTicketStatus(t, staff, third, attended)).json()).toMatchObject({
    errors: { reason: 'This field is required' },
  });
  const plan = await callAs(t, staff, 'POST', '/api/tickets/actions/attended/plan', { ids: [third] });
  expect(plan.json()).toMatchObject({
    ...{ asks: true, inputs: { reason: {} } },
    notes: [expect.stringContaining('has not agreed to the terms or minimum age of this event yet.') as string],
  });
  await call(staff, `door/tickets/${third}/agreement`, { version });
  expect((await setTicketStatus(t, staff, third, attended)).statusCode).toBe(200);
  const agreed = await t.services.db
    .selectFrom('agreements')
    .select(['userId', 'createdById'])
    .where('eventId', '=', Number(event['id']))
    .orderBy('id')
    .execute();
  expect(agreed).toEqual([people[1], people[2]].map(({ id: userId }) => ({ userId, createdById: staff.id })));
});
