import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NewOwnFeed, OwnFeed } from '../../domain/calls/tickets.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = '2031-11-25T15:00:00Z';

let t: TestApp;
let [ada, ben]: TestUser[] = [];
beforeAll(async () => {
  t = await startTestApp();
  t.services.clock.moveTo(NOW);
  [ada, ben] = await Promise.all([t.createUser({ roles: ['Student'] }), t.createUser({ roles: ['Student'] })]);
});
afterAll(() => t.close());

async function event(title: string, more: Row = {}): Promise<number> {
  const category = await makeRow(t.services, 'categories', { name: `About ${title}`, active: true });
  const row = { title, summary: `${title} for all`, categoryId: category['id'] ?? null, active: true, ...more };
  return Number((await makeRow(t.services, 'events', row))['id']);
}

async function session(eventId: number, ahead: number, more: Row = {}): Promise<number> {
  const startsAt = Date.parse(NOW) + ahead;
  const row = {
    ...{ eventId, status: 'published', locationId: null, signupOpensAt: null, signupClosesAt: null, capacity: 5 },
    ...{ startsAt: new Date(startsAt).toISOString(), endsAt: new Date(startsAt + HOUR).toISOString(), ...more },
  };
  return Number((await makeRow(t.services, 'instances', row))['id']);
}

const feed = (query: string, headers: Record<string, string> = {}) =>
  t.app.inject({ url: `/api/events/sessions/upcoming.ics${query}`, headers });
const titles = (text: string) => [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title);

describe('the feed of a filter', () => {
  test('has the sessions that the list has, each with its page', async () => {
    const laser = await event('Laser cutting');
    const id = await session(laser, 2 * DAY);
    await session(await event('Sewing'), 3 * DAY);
    await session(laser, 4 * DAY, { status: 'draft' });
    await session(laser, 401 * DAY);
    const all = await feed('');
    expect(titles(all.body)).toEqual(['Laser cutting', 'Sewing']);
    expect(all.headers).toMatchObject({ 'content-type': 'text/calendar; charset=utf-8', 'x-robots-tag': 'noindex' });
    const one = await feed(`?eventId=${laser}`);
    expect(titles(one.body)).toEqual(['Laser cutting']);
    const unfolded = one.body.replaceAll('\r\n ', '');
    expect(unfolded).toContain(`UID:session-${id}@`);
    expect(unfolded).toContain('X-WR-CALNAME:Upcoming events\\, Laser cutting');
    expect(unfolded).toMatch(new RegExp(`URL;VALUE=URI:http://[^/]+/signup/details/${id}\r`));
    expect(unfolded).not.toMatch(/joinUrl|ATTENDEE/);
    expect(titles((await feed('?q=sew&when=month')).body)).toEqual(['Sewing']);
  });

  test('increases the number of an entry with every visible change, also when its place is no longer shown', async () => {
    const place = { displayName: 'Kiln', buildingCode: 'B', room: '2', isPublic: true, active: true };
    const { id: locationId = null } = await makeRow(t.services, 'locations', place);
    const eventId = await event('Glazing');
    await session(eventId, 4.5 * DAY, { locationId });
    const numbered = async (): Promise<[string | undefined, number]> => {
      const text = (await feed(`?eventId=${eventId}`)).body.replaceAll('\r\n ', '');
      return [/^LOCATION:(.*)\r$/m.exec(text)?.[1], Number(/^SEQUENCE:(\d+)\r$/m.exec(text)?.[1])];
    };
    const [where, first] = await numbered();
    expect(where).toBe(String.raw`Kiln\, B 2`);
    let last = first;
    for (const change of [{ room: '3' }, { isPublic: false }]) {
      t.services.clock.moveTo(new Date(t.services.clock.now() + HOUR).toISOString());
      await t.services.engine.update(SYSTEM, 'locations', Number(locationId), change);
      const [, number] = await numbered();
      expect(number).toBeGreaterThan(last);
      last = number;
    }
    t.services.clock.moveTo(NOW);
  });

  test('is refused without such a filter, and answers 304 to clients that have it', async () => {
    for (const query of ['?when=later', '?page=1', '?from=2031-02-30'])
      expect((await feed(query)).statusCode).toBe(400);
    const { etag = '' } = (await feed('')).headers;
    expect((await feed('', { 'if-none-match': etag })).statusCode).toBe(304);
    await session(await event('Welding'), 5 * DAY);
    const changed = await feed('', { 'if-none-match': etag });
    expect([changed.statusCode, titles(changed.body).at(-1)]).toEqual([200, 'Welding']);
  });
});

describe('the feed of one’s own tickets', () => {
  const call = (method: 'GET' | 'POST' | 'DELETE', user = ada!) =>
    t.app.inject({
      method,
      url: '/api/events/feed',
      headers: { cookie: user.cookie, 'sec-fetch-site': 'same-origin' },
    });
  const make = async (user = ada!): Promise<string> => (await call('POST', user)).json<NewOwnFeed>().path;
  const own = async (user = ada!): Promise<OwnFeed['feed']> => (await call('GET', user)).json<OwnFeed>().feed;
  const read = (path: string, headers: Record<string, string> = {}) => t.app.inject({ url: path, headers });
  const ticket = (instanceId: number, status: string, user = ada!) =>
    makeRow(t.services, 'tickets', { instanceId, userId: user.id, status, source: 'web', code: null });
  /** [summary, status, description] of each entry. */
  const entries = (text: string) =>
    text
      .replaceAll('\r\n ', '')
      .split('BEGIN:VEVENT')
      .slice(1)
      .map((entry) =>
        ['SUMMARY', 'STATUS', 'DESCRIPTION'].map((name) => new RegExp(`^${name}:(.*)\r$`, 'm').exec(entry)?.[1]),
      );

  test('has the status of each ticket, and the link to join only with a seat', async () => {
    const eventId = await event('Sculpting', { summary: null });
    const joinUrl = 'https://meet.example/room';
    let ahead = DAY;
    for (const status of ['confirmed', 'held', 'waitlisted', 'offered', 'cancelled'])
      await ticket(await session(eventId, (ahead += DAY), { joinUrl }), status);
    await ticket(await session(eventId, (ahead += DAY), { joinUrl, status: 'cancelled' }), 'confirmed');
    const twice = await session(eventId, (ahead += DAY));
    for (const status of ['cancelled', 'confirmed']) await ticket(twice, status);
    await ticket(await session(eventId, -61 * DAY), 'attended');
    await ticket(await session(eventId, DAY, { status: 'draft' }), 'confirmed');
    await ticket(await session(eventId, DAY), 'confirmed', ben!);
    const path = await make();
    const { body, headers } = await read(path);
    expect(entries(body)).toEqual([
      ['Sculpting', 'CONFIRMED', 'You have a seat.\\nJoin: https://meet.example/room'],
      ['Held: Sculpting', 'TENTATIVE', 'Your seat is held. Pay for it to confirm it.'],
      ['Waiting: Sculpting', 'TENTATIVE', 'You are on the waitlist.'],
      ['Offered: Sculpting', 'TENTATIVE', 'A seat is offered to you. Accept it on its page.'],
      ['Sculpting', 'CANCELLED', 'Your ticket is canceled.'],
      ['Sculpting', 'CANCELLED', 'The session is canceled.'],
      ['Sculpting', 'CONFIRMED', 'You have a seat.'],
    ]);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect((await read(path, { 'if-none-match': String(headers['etag']) })).statusCode).toBe(304);
  });

  test('has an anonymous address that is shown once, replaced and revoked', async () => {
    const first = await make(ben);
    expect(first).toMatch(/^\/api\/events\/feed\/[A-Za-z0-9_-]{22}\.ics$/);
    const stored = await t.services.db.selectFrom('calendarFeeds').selectAll().where('userId', '=', ben!.id).execute();
    expect(JSON.stringify(stored)).not.toContain(first.slice(17, 39));
    expect(await own(ben)).toMatchObject({ lastReadAt: null });
    expect((await read(first)).statusCode).toBe(200);
    expect((await own(ben))?.lastReadAt).not.toBeNull();
    const second = await make(ben);
    expect((await read(first)).statusCode).toBe(404);
    expect((await read(second)).statusCode).toBe(200);
    expect((await read(second.replace('/api/events/feed/', '/api/feeds/'))).statusCode).toBe(404);
    expect((await call('DELETE', ben)).statusCode).toBe(204);
    expect((await read(second)).statusCode).toBe(404);
    expect(await own(ben)).toBeNull();
    expect((await t.app.inject({ method: 'POST', url: '/api/events/feed' })).statusCode).toBe(401);
  });

  test('ends with the account', async () => {
    const user = await t.createUser({ roles: ['Student'] });
    const path = await make(user);
    await t.services.db.updateTable('users').set({ active: false }).where('id', '=', user.id).execute();
    expect((await read(path)).statusCode).toBe(404);
  });
});
