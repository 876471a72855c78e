import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LocationCalendar, CalendarCounts } from '../../domain/calls/places.ts';
import type { Row } from '../../domain/declarations/model.ts';
import type { OwnSession } from '../../domain/calls/tickets.ts';
import type { SessionChoices, SessionDetails, UpcomingSessions } from '../../domain/calls/sessions.ts';
import type { SessionLink, SessionLinks } from '../../domain/calls/links.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const COMMAND = { command: true } as const;
/** 10 AM in Denver, the zone of the site. */
const MORNING = Date.parse('2027-03-09T17:00:00Z');

let t: TestApp;
let student: TestUser;
let member: TestUser;
let scheduler: TestUser;
let processor: TestUser;
let groupId: number;
beforeAll(async () => {
  t = await startTestApp();
  t.services.clock.moveTo(MORNING);
  groupId = Number((await makeRow(t.services, 'groups', { active: true }))['id']);
  student = await t.createUser({ roles: ['Student'] });
  member = await t.createUser({ roles: ['Student'], groupIds: [groupId] });
  scheduler = await t.createUser({ roles: ['EventScheduler'] });
  processor = await t.createUser({ roles: ['EventProcessor'] });
});
afterAll(() => t.close());
beforeEach(() => t.services.clock.moveTo(MORNING));

const iso = (ahead: number): string => new Date(t.services.clock.now() + ahead).toISOString();

/** Each at a place of its own. */
async function session(given: { event?: Row; instance?: Row } = {}): Promise<number> {
  const event = await makeRow(t.services, 'events', { active: true, waitlistOn: true, ...given.event });
  const place = await makeRow(t.services, 'locations', { isPublic: true, active: true, timezone: 'America/Denver' });
  const { id } = await makeRow(t.services, 'instances', {
    eventId: event['id'] ?? null,
    status: 'published',
    startsAt: iso(DAY),
    endsAt: iso(DAY + HOUR),
    capacity: 2,
    locationId: place['id'] ?? null,
    ...given.instance,
  });
  return Number(id);
}

const headers = (user: TestUser | null) => (user === null ? {} : { cookie: user.cookie });
const get = (url: string, user: TestUser | null) => t.app.inject({ url, headers: headers(user) });
const post = (url: string, user: TestUser | null, payload: object = {}) =>
  t.app.inject({ method: 'POST', url, headers: { ...headers(user), 'sec-fetch-site': 'same-origin' }, payload });
const details = (id: number, user: TestUser | null, query = '') => get(`/api/events/sessions/${id}${query}`, user);
const join = (id: number, user: TestUser | null, query = '') =>
  post(`/api/events/instances/${id}/tickets${query}`, user);

/** Where the session shows to the caller, of all public lists, calendars and feeds. */
async function seenIn(id: number, user: TestUser | null): Promise<string[]> {
  const { eventId, locationId } = await t.services.engine.get(SYSTEM, 'instances', id);
  const { title = '' } = await t.services.engine.get(SYSTEM, 'events', Number(eventId));
  const today = '2027-03-10';
  const [list, card, choices, calendar, place, counts, feed, embed] = await Promise.all([
    get('/api/events/sessions?page=1', user),
    get(`/api/events/sessions?eventId=${eventId}&limit=1`, user),
    get('/api/events/sessions/choices', user),
    get(`/api/events/sessions?from=${today}&to=${today}`, user),
    get(`/api/ViewScheduling/GetCalendarFor/${locationId}?from=${today}&to=${today}`, user),
    get(`/api/ViewScheduling/GetCalendarCounts/${locationId}?from=${today}&to=${today}`, user),
    get(`/api/ViewScheduling/Feed/${locationId}.ics`, user),
    get(`/embed/calendar/${locationId}`, user),
  ]);
  const has = ({ sessions }: UpcomingSessions): boolean => sessions.some((one) => one.id === id);
  const found: [string, boolean][] = [
    ['list', has(list.json())],
    ['card', has(card.json())],
    ['calendar', has(calendar.json())],
    ['filter', choices.json<SessionChoices>().events.some((event) => event.id === eventId)],
    ['place', place.json<LocationCalendar>().events.some((one) => one.id === id && one.kind === 'event')],
    ['counts', Object.values(counts.json<CalendarCounts>().months).some((count) => count > 0)],
    ['feed', feed.body.includes(`session-${id}@`)],
    ['embed', embed.body.includes(String(title))],
    ['details', (await details(id, user)).statusCode === 200],
    ['file', (await get(`/api/events/sessions/${id}/session.ics`, user)).statusCode === 200],
    ['own', user !== null && (await get(`/api/events/sessions/${id}/own`, user)).statusCode === 200],
  ];
  return found.flatMap(([name, isThere]) => (isThere ? [name] : []));
}

const PUBLIC = ['list', 'card', 'calendar', 'filter', 'place', 'counts', 'feed', 'embed', 'details', 'file'];

describe('an event that is limited', () => {
  const category = async (given: Row): Promise<number> =>
    Number((await makeRow(t.services, 'categories', { active: true, ...given }))['id']);

  test('shows everywhere to everyone without limits', async () => {
    const id = await session();
    expect(await seenIn(id, null)).toEqual(PUBLIC);
    expect((await details(id, member)).json()).not.toHaveProperty('audience');
  });

  test.each<[string, () => Promise<Row>]>([
    ['to a role', async () => ({ visibleToRoles: ['Staff'] })],
    ['to a group', async () => ({ visibleToGroupIds: [groupId] })],
    ['by its category', async () => ({ categoryId: await category({ visibleToGroupIds: [groupId] }) })],
    [
      'by what its category is part of',
      async () => ({ categoryId: await category({ parentId: await category({ visibleToRoles: ['Staff'] }) }) }),
    ],
  ])('%s is nowhere for others, and no one else signs up', async (_name, limits) => {
    const id = await session({ event: await limits() });
    for (const user of [null, student]) expect(await seenIn(id, user)).toEqual([]);
    const refused = await join(id, student);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([404, 'events.not-found']);
    expect((await seenIn(id, processor)).includes('list')).toBe(true);
  });

  test('has a category that no call shows to others', async () => {
    const name = `Closed circle ${groupId}`;
    await session({ event: { categoryId: await category({ name, visibleToGroupIds: [groupId] }) } });
    for (const user of [null, student])
      for (const url of ['/api/categories', '/api/events/sessions/choices', '/api/events/sessions?page=1'])
        expect((await get(url, user)).body, url).not.toContain(name);
    expect((await get('/api/events/sessions/choices', member)).body).toContain(name);
  });

  test('is visible to members of one of the groups or roles, and they sign up', async () => {
    const id = await session({ event: { visibleToRoles: ['Staff'], visibleToGroupIds: [groupId] } });
    expect(await seenIn(id, member)).toEqual([...PUBLIC.filter((where) => where !== 'embed'), 'own']);
    const { name } = await t.services.engine.get(SYSTEM, 'groups', groupId);
    const audienceFor = async (user: TestUser) => (await details(id, user)).json<SessionDetails>().audience;
    expect([await audienceFor(member), await audienceFor(scheduler)]).toEqual([[name], ['Staff', name]]);
    const listed = (await get('/api/events/sessions?page=1', member)).json<UpcomingSessions>().sessions;
    expect(listed.find((one) => one.id === id)?.audience).toEqual([name]);
    expect((await join(id, member)).json()).toMatchObject({ status: 'confirmed' });
  });

  test('stays open to ticket holders, but not to people who canceled', async () => {
    const id = await session({ event: { visibleToGroupIds: [groupId] } });
    const leaver = await t.createUser({ roles: ['Student'], groupIds: [groupId] });
    const { id: ticket } = (await join(id, leaver)).json<{ id: number }>();
    await t.services.engine.update(SYSTEM, 'users', leaver.id, { groupIds: [] }, COMMAND);
    expect((await details(id, leaver)).statusCode).toBe(200);
    expect((await post(`/api/events/tickets/${ticket}/cancel`, leaver)).json()).toMatchObject({ status: 'cancelled' });
    expect((await get(`/api/events/sessions/${id}/own`, leaver)).json<OwnSession>().outcome).toMatchObject({
      kind: 'refused',
    });
    expect((await join(id, leaver)).statusCode).toBe(404);
  });

  test('is named as a prerequisite of another event only to people who can see it', async () => {
    const title = `Closed workshop ${groupId}`;
    const hidden = await session({ event: { title, visibleToGroupIds: [groupId] } });
    const { eventId: requiredEventId = 0 } = await t.services.engine.get(SYSTEM, 'instances', hidden);
    const id = await session();
    const { eventId = 0 } = await t.services.engine.get(SYSTEM, 'instances', id);
    const prerequisite = { eventId, kind: 'eventAttended', requiredEventId, alternative: null, validDays: 365 };
    await makeRow(t.services, 'prerequisites', prerequisite);
    const namedFor = async (user: TestUser | null) => {
      const { prerequisites } = (await details(id, user)).json<SessionDetails>();
      if (user === null) return [prerequisites];
      const { missing } = (await get(`/api/events/sessions/${id}/own`, user)).json<OwnSession>();
      const { detail } = (await join(id, user)).json<{ detail: string }>();
      return [prerequisites, missing.map(({ anyOf }) => anyOf), missing[0]?.sessions.length, detail];
    };
    const unnamed = 'an event that is not open to you (attended in the last year)';
    const named = `${title} (attended in the last year)`;
    expect(await namedFor(null)).toEqual([[[unnamed]]]);
    const lacking = 'You need';
    expect(await namedFor(student)).toEqual([[[unnamed]], [[unnamed]], 0, `${lacking} ${unnamed} first.`]);
    expect(await namedFor(member)).toEqual([[[named]], [[named]], 1, `${lacking} ${named} first.`]);
    const added = await post(`/api/events/door/${id}/tickets`, processor, { userId: student.id, to: 'confirmed' });
    expect(added.json<{ detail: string }>().detail).toContain(named);
  });

  test('does not reach visitors by the memory of what members read', async () => {
    const id = await session({ event: { visibleToGroupIds: [groupId] } });
    expect((await details(id, member)).statusCode).toBe(200);
    expect((await details(id, null)).statusCode).toBe(404);
    expect((await get('/api/events/sessions?page=1', null)).body).not.toContain(`"id":${id},`);
  });
});

describe('a private session', () => {
  const make = async (id: number, expiresAt: string | null = null): Promise<SessionLink> => {
    const answer = await post(`/api/events/instances/${id}/links`, scheduler, { label: 'Robotics club', expiresAt });
    expect(answer.statusCode).toBe(201);
    return answer.json();
  };
  const queryOf = ({ address }: SessionLink): string => address.slice(address.indexOf('?'));
  const revoke = (id: number, link: number, user = scheduler) =>
    t.app.inject({
      method: 'DELETE',
      url: `/api/events/instances/${id}/links/${link}`,
      headers: { ...headers(user), 'sec-fetch-site': 'same-origin' },
    });

  test('is in no list, not even of staff, and opens by its link alone', async () => {
    const id = await session({ instance: { isPrivate: true } });
    expect(await seenIn(id, null)).toEqual([]);
    expect(await seenIn(id, student)).toEqual([]);
    expect(await seenIn(id, scheduler)).toEqual(['details', 'file', 'own']);
    expect((await join(id, student)).statusCode).toBe(404);
    const link = await make(id);
    expect(link).toMatchObject({ label: 'Robotics club', works: true });
    const answer = await details(id, null, queryOf(link));
    expect(answer.json<SessionDetails>()).toMatchObject({ id });
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
    expect((await details(id, null)).statusCode).toBe(404);
    const own = await get(`/api/events/sessions/${id}/own${queryOf(link)}`, student);
    expect(own.json<OwnSession>().outcome).toEqual({ kind: 'seat' });
    expect((await join(id, student, queryOf(link))).json()).toMatchObject({ status: 'confirmed' });
    expect((await details(id, student)).statusCode).toBe(200);
  });

  test('appears among the sessions of its series only for its audience', async () => {
    const one = await session();
    const { eventId = 0 } = await t.services.engine.get(SYSTEM, 'instances', one);
    const seriesId = Number((await makeRow(t.services, 'eventSeries', { eventId, isBookedAsWhole: false }))['id']);
    await t.services.engine.update(SYSTEM, 'instances', one, { seriesId }, COMMAND);
    const closed = await session({
      instance: { eventId, seriesId, isPrivate: true, startsAt: iso(2 * DAY), endsAt: iso(3 * DAY) },
    });
    const third = await session({
      instance: { eventId, seriesId, isPrivate: true, startsAt: iso(4 * DAY), endsAt: iso(5 * DAY) },
    });
    const link = queryOf(await make(closed));
    const listed = async (id: number, user: TestUser | null, query = '') =>
      (await details(id, user, query)).json<SessionDetails>().seriesSessions.map((other) => other.id);
    expect([await listed(one, null), await listed(one, student)]).toEqual([[one], [one]]);
    expect(await listed(one, scheduler)).toEqual([one, closed, third]);
    expect(await listed(closed, student, link)).toEqual([one, closed]);
    await join(closed, student, link);
    expect(await listed(one, student)).toEqual([one, closed]);
  });

  test('names its class to the members and to staff, and not to other people with the link', async () => {
    const classId = Number((await makeRow(t.services, 'classes', { title: 'Robotics 101', active: true }))['id']);
    const enrolled = await t.createUser({ roles: ['Student'] });
    const dropped = await t.createUser({ roles: ['Student'] });
    for (const [user, status] of [
      [enrolled, 'enrolled'],
      [dropped, 'dropped'],
    ] as const)
      await makeRow(t.services, 'rosterEntries', { classId, userId: user.id, status });
    const id = await session({ instance: { isPrivate: true, classId } });
    const link = queryOf(await make(id));
    const audienceFor = async (user: TestUser | null) =>
      (await details(id, user, link)).json<SessionDetails>().audience;
    for (const user of [null, student, dropped]) expect(await audienceFor(user)).toBeUndefined();
    for (const user of [enrolled, scheduler]) expect(await audienceFor(user)).toEqual(['Robotics 101']);
  });

  test('opens by none of: a link that was revoked, one that is over, one of another session, one that was changed', async () => {
    const [id, other] = [
      await session({ instance: { isPrivate: true } }),
      await session({ instance: { isPrivate: true } }),
    ];
    const [revoked, over, foreign] = [await make(id), await make(id, iso(HOUR)), await make(other)];
    for (const link of [revoked, over]) expect((await details(id, null, queryOf(link))).statusCode).toBe(200);
    expect((await revoke(other, revoked.id)).statusCode).toBe(204);
    expect((await details(id, null, queryOf(revoked))).statusCode, 'by the wrong session').toBe(200);
    expect((await revoke(id, revoked.id)).statusCode).toBe(204);
    t.services.clock.moveTo(MORNING + 2 * HOUR);
    const changed = `${queryOf(foreign).replace(`link=${other}.`, `link=${id}.`)}`;
    for (const query of [queryOf(revoked), queryOf(over), queryOf(foreign), changed, '?link=1', '?link=']) {
      expect((await details(id, null, query)).statusCode, query).toBe(404);
      expect((await join(id, student, query)).statusCode, query).toBe(404);
    }
    const { links } = (await get(`/api/events/instances/${id}/links`, scheduler)).json<SessionLinks>();
    expect(links.map(({ id: link, works }) => [link, works])).toEqual([
      [over.id, false],
      [revoked.id, false],
    ]);
    expect(links[1]?.revokedAt).not.toBeNull();
  });

  test('has links by schedulers, and not without a future end or a name', async () => {
    const id = await session({ instance: { isPrivate: true } });
    for (const user of [student, processor])
      expect((await post(`/api/events/instances/${id}/links`, user, { label: 'x', expiresAt: null })).statusCode).toBe(
        403,
      );
    for (const payload of [{ label: 'x', expiresAt: iso(-HOUR) }, { label: ' ', expiresAt: null }, { label: 'x' }])
      expect((await post(`/api/events/instances/${id}/links`, scheduler, payload)).statusCode).toBe(400);
    expect(
      (await post('/api/events/instances/999999/links', scheduler, { label: 'x', expiresAt: null })).statusCode,
    ).toBe(404);
  });
});
