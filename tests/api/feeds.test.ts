import ICAL from 'ical.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NewStaffFeed, StaffFeed } from '../../domain/calls/links.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  t.services.clock.moveTo('2026-10-20T12:00:00Z');
});
afterAll(() => t.close());

const SECRET = 'hushhush';
const make = async (resource: string, given: Row): Promise<number> =>
  Number((await makeRow(t.services, resource, given)).id);
const location = (given: Row = {}) =>
  make('locations', { timezone: 'America/New_York', isPublic: true, active: true, ...given });
const event = (given: Row = {}) =>
  make('events', {
    title: 'Laser, cutter; training',
    description: '<p>Closed <b>shoes</b></p>',
    active: true,
    ...given,
  });
const TIMES = { startsAt: '2026-11-02T15:00:00Z', endsAt: '2026-11-02T16:30:00Z' };
const session = async (locationId: number, given: Row = {}) =>
  make('instances', {
    eventId: given['eventId'] ?? (await event()),
    locationId,
    status: 'published',
    ...TIMES,
    ...given,
  });
const block = (locationId: number, given: Row = {}) =>
  make('blocks', { title: SECRET, notes: SECRET, kind: 'closed', locationId, ...TIMES, ...given });
const change = (resource: 'instances' | 'events' | 'blocks' | 'locations', id: number, values: Row) =>
  t.services.engine.update<string>(SYSTEM, resource, id, values, { command: true });

const get = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers });
const publicFeed = (id: number) => get(`/api/ViewScheduling/Feed/${id}.ics`);

interface Shown {
  uid: string;
  summary: string;
  start: string;
  end: string;
  status: string;
  sequence: number;
  modified: string;
  place: string;
  description: string | null;
}

/** As a calendar program reads it. */
function eventsIn(text: string): Shown[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[] as never);
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const one = new ICAL.Event(component);
    return {
      uid: one.uid,
      summary: one.summary,
      start: one.startDate.toJSDate().toISOString(),
      end: one.endDate.toJSDate().toISOString(),
      status: String(component.getFirstPropertyValue('status')),
      sequence: one.sequence,
      modified: String(component.getFirstPropertyValue('last-modified')),
      place: one.location,
      description: one.description,
    };
  });
}

describe('the feed of a location', () => {
  test('is read by calendar programs: times in UTC, texts, identifiers and the refresh interval', async () => {
    const id = await location({ displayName: 'Laser studio', buildingCode: 'ITLL', room: `F${await event()}` });
    const shown = await session(id);
    const answer = await publicFeed(id);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe('inline; filename="Laser-studio.ics"');
    expect(answer.body).toContain('DTSTART:20261102T150000Z\r\n');
    expect(answer.body).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n');
    expect(answer.body).toContain('X-PUBLISHED-TTL:PT1H\r\n');
    expect(answer.body.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    expect(eventsIn(answer.body)).toEqual([
      {
        uid: `session-${shown}@atrium.invalid`,
        summary: 'Laser, cutter; training',
        start: '2026-11-02T15:00:00.000Z',
        end: '2026-11-02T16:30:00.000Z',
        status: 'CONFIRMED',
        sequence: expect.any(Number) as number,
        modified: expect.stringMatching(/^2026-10-20T12:0\d:\d\dZ$/) as string,
        place: expect.stringMatching(/^Laser studio, ITLL F/) as string,
        description: 'Closed shoes',
      },
    ]);
    expect((await publicFeed(id)).body).toBe(answer.body);
    const again = await get(`/api/ViewScheduling/Feed/${id}.ics`, { 'if-none-match': String(answer.headers['etag']) });
    expect(again.statusCode).toBe(304);
  });

  test('has what visitors can see and nothing else', async () => {
    const id = await location();
    await session(id, { notes: SECRET, joinUrl: `https://${SECRET}.example/`, locationNote: SECRET });
    await session(id, { status: 'draft', eventId: await event({ title: SECRET }) });
    await session(id, { status: 'cancelled', eventId: await event({ title: SECRET }) });
    await session(id, { eventId: await event({ title: SECRET, active: false }) });
    await session(await location(), { eventId: await event({ title: SECRET }) });
    const dropped = await session(id, { status: 'draft', eventId: await event({ title: SECRET }) });
    await change('instances', dropped, { status: 'cancelled' });
    await block(id, { publicTitle: 'Waxed floor' });
    await block(id);
    await block(id, { kind: 'private' });
    await block(id, { kind: 'hold', publicTitle: SECRET });
    const deletedBlock = await block(id, { publicTitle: SECRET });
    await t.services.engine.remove(SYSTEM, 'blocks', deletedBlock, { command: true });
    const { body } = await publicFeed(id);
    expect(body).not.toContain(SECRET);
    expect(eventsIn(body).map(({ summary }) => summary)).toEqual(['Laser, cutter; training', 'Waxed floor']);
    for (const given of [{ isPublic: false }, { active: false }])
      expect((await publicFeed(await location(given))).statusCode).toBe(404);
    for (const file of ['x.ics', '1', '1.ical', '999999.ics', '0.ics', '-1.ics', '1e1.ics'])
      expect((await get(`/api/ViewScheduling/Feed/${file}`)).statusCode).toBe(404);
  });

  test('drops what is canceled, withdrawn, of an inactive event or deleted', async () => {
    const id = await location();
    const [cancelled, withdrawn] = [await session(id), await session(id)];
    const [inactive, deleted] = [await event(), await event()];
    for (const eventId of [inactive, deleted]) await session(id, { eventId });
    expect(eventsIn((await publicFeed(id)).body)).toHaveLength(4);
    await change('instances', cancelled, { status: 'cancelled' });
    await change('instances', withdrawn, { status: 'draft' });
    await change('events', inactive, { active: false });
    await sql`update events set "deletedAt" = atrium_now() where id = ${deleted}`.execute(t.services.db);
    await change('locations', id, { displayName: 'Changed' });
    expect(eventsIn((await publicFeed(id)).body)).toEqual([]);
  });

  test('survives titles and texts that read like lines of it', async () => {
    const hostile = 'A\\,;:"\tEND:VEVENT \u2028BEGIN:VEVENT 🧪é';
    const id = await location({ displayName: `Hall ${hostile}`.slice(0, 60) });
    const eventId = await event({
      title: hostile,
      description: `<p>one<br>END:VEVENT</p><pre>\r\nEND:VCALENDAR\rX-A:1</pre>${'🧪 <b>long</b> '.repeat(2_000)}`,
    });
    const shown = await session(id, { eventId });
    await block(id, { publicTitle: hostile });
    const { body } = await publicFeed(id);
    const lines = body.split('\r\n');
    expect(lines.every((line) => Buffer.byteLength(line) <= 75 && !/[\r\n]/.test(line))).toBe(true);
    expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(2);
    const [first, second] = eventsIn(body).toSorted((a, b) => b.uid.localeCompare(a.uid));
    // A field of one line keeps neither tabs nor line separators.
    const storedText = hostile.replace(/[\t\u2028]/g, ' ');
    expect(first).toMatchObject({ uid: `session-${shown}@atrium.invalid`, summary: storedText });
    expect(second?.summary).toBe(storedText);
    expect(first?.description).toMatch(/END:VCALENDAR/);
    expect(body.length).toBeLessThan(40_000);
  });

  test('has a higher sequence and a later change after every visible change', async () => {
    const id = await location();
    const eventId = await event();
    const shown = await session(id, { eventId });
    const closed = await block(id, { publicTitle: 'Waxed floor' });
    let last = eventsIn((await publicFeed(id)).body);
    let hour = 13;
    const expectLater = async (uids: string[]) => {
      const now = eventsIn((await publicFeed(id)).body);
      for (const [index, one] of now.entries()) {
        const former = last[index]!;
        expect(one.uid).toBe(former.uid);
        const isChanged = uids.some((uid) => one.uid.startsWith(uid));
        expect([one.uid, one.sequence > former.sequence, one.modified > former.modified]).toEqual([
          one.uid,
          isChanged,
          isChanged,
        ]);
      }
      last = now;
    };
    const at = (): void => t.services.clock.moveTo(`2026-10-20T${(hour += 1)}:00:00Z`);
    at();
    await change('instances', shown, { endsAt: '2026-11-02T17:00:00Z' });
    await expectLater([`session-${shown}`]);
    at();
    await change('events', eventId, { title: 'Renamed' });
    await expectLater([`session-${shown}`]);
    at();
    await change('blocks', closed, { publicTitle: 'Dry floor' });
    await expectLater([`block-${closed}`]);
    at();
    await change('locations', id, { displayName: 'Moved' });
    await expectLater(['session', 'block']);
    at();
    await change('instances', shown, { eventId: await event({ title: 'Another' }) });
    await expectLater([`session-${shown}`]);
    t.services.clock.moveTo('2026-10-20T12:00:00Z');
  });

  test('has each occurrence of a series at its local time, without its exceptions, each with an identifier that stays', async () => {
    const id = await location();
    const series = await block(id, {
      publicTitle: 'Service',
      startsAt: '2026-10-19T13:00:00Z',
      endsAt: '2026-10-19T15:00:00Z',
      rule: 'FREQ=WEEKLY;COUNT=4',
      exceptDates: ['2026-10-26'],
    });
    expect(eventsIn((await publicFeed(id)).body).map(({ uid, start, end }) => [uid, start, end])).toEqual([
      [`block-${series}-2026-10-19@atrium.invalid`, '2026-10-19T13:00:00.000Z', '2026-10-19T15:00:00.000Z'],
      [`block-${series}-2026-11-02@atrium.invalid`, '2026-11-02T14:00:00.000Z', '2026-11-02T16:00:00.000Z'],
      [`block-${series}-2026-11-09@atrium.invalid`, '2026-11-09T14:00:00.000Z', '2026-11-09T16:00:00.000Z'],
    ]);
  });
});

describe('a feed of staff', () => {
  const makeFeed = (cookie: string, payload: Row = {}) =>
    t.app.inject({ method: 'POST', url: '/api/feeds', headers: { cookie }, payload });

  test('has drafts and internal titles, is shown once and listed, and no longer works after its deletion', async () => {
    const id = await location({ displayName: 'Shop' });
    await session(id, { status: 'draft' });
    await session(id, { status: 'cancelled' });
    await block(id, { kind: 'hold' });
    const { cookie } = await t.createUser({ roles: ['EventScheduler'] });
    const made = await makeFeed(cookie, { locationId: id });
    expect(made.statusCode).toBe(201);
    const { path, ...feed } = made.json<NewStaffFeed>();
    expect(path).toMatch(/^\/api\/feeds\/[A-Za-z0-9_-]{22}\.ics$/);
    const [, token = ''] = /([A-Za-z0-9_-]{22})/.exec(path) ?? [];
    const stored = await sql<{ row: string }>`select to_jsonb(f)::text as "row" from "calendarFeeds" f`.execute(
      t.services.db,
    );
    expect(stored.rows.map(({ row }) => row).join()).not.toContain(token);

    const answer = await get(path);
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect(
      eventsIn(answer.body)
        .map(({ summary, status }) => `${summary}: ${status}`)
        .toSorted(),
    ).toEqual([
      'Hold: hushhush: TENTATIVE',
      'Laser, cutter; training (draft): TENTATIVE',
      'Laser, cutter; training: CANCELLED',
    ]);
    expect((await get(path, { 'if-none-match': String(answer.headers['etag']) })).statusCode).toBe(304);

    const list = async () => (await get('/api/feeds', { cookie })).json<StaffFeed[]>();
    expect(await list()).toEqual([{ ...feed, lastReadAt: expect.any(String) as string }]);
    expect(JSON.stringify(await list())).not.toContain(token);

    const stranger = await t.createUser({ roles: ['EventScheduler'] });
    const remove = (who: string) =>
      t.app.inject({ method: 'DELETE', url: `/api/feeds/${feed.id}`, headers: { cookie: who } });
    expect((await get('/api/feeds', { cookie: stranger.cookie })).json()).toEqual([]);
    expect((await remove(stranger.cookie)).statusCode).toBe(404);
    expect((await get(path)).statusCode).toBe(200);
    expect((await remove(cookie)).statusCode).toBe(204);
    expect((await get(path)).statusCode).toBe(404);
    expect(await list()).toEqual([]);
  });

  test('of all places has those of each', async () => {
    const [one, other] = [
      await location({ displayName: 'One' }),
      await location({ displayName: 'Other', isPublic: false }),
    ];
    await block(one, { title: 'At one' });
    await block(other, { title: 'At the other' });
    const { cookie } = await t.createUser({ roles: ['CalendarAdmin'] });
    const { body } = await get((await makeFeed(cookie)).json<NewStaffFeed>().path);
    const titles = eventsIn(body).map(({ summary }) => summary);
    expect(titles).toEqual(expect.arrayContaining(['Closed: At one', 'Closed: At the other']));
  });

  test('dies with its account’s right to see, and lives again with it', async () => {
    const id = await location();
    const user = await t.createUser({ roles: ['EventScheduler'] });
    const { path } = (await makeFeed(user.cookie, { locationId: id })).json<NewStaffFeed>();
    const status = async () => (await get(path)).statusCode;
    expect(await status()).toBe(200);
    await t.services.engine.update(SYSTEM, 'users', user.id, { roles: ['Student'] }, { command: true });
    expect(await status()).toBe(404);
    await t.services.engine.update(SYSTEM, 'users', user.id, { roles: ['EventScheduler'] }, { command: true });
    expect(await status()).toBe(200);
    await t.services.engine.update(SYSTEM, 'users', user.id, { active: false }, { command: true });
    expect(await status()).toBe(404);
  });

  test('is made by staff alone, for places that exist, up to a number; unknown addresses lead nowhere', async () => {
    expect((await makeFeed('')).statusCode).toBe(401);
    expect((await makeFeed(await t.loginAs('student'))).statusCode).toBe(403);
    const { cookie } = await t.createUser({ roles: ['EventProcessor'] });
    expect((await makeFeed(cookie, { locationId: 999_999 })).statusCode).toBe(404);
    expect((await makeFeed(cookie, { locationId: 'all' })).statusCode).toBe(400);
    for (let made = 0; made < 20; made += 1) expect((await makeFeed(cookie)).statusCode).toBe(201);
    expect((await makeFeed(cookie)).statusCode).toBe(409);
    for (const file of ['AAAAAAAAAAAAAAAAAAAAAA.ics', 'x.ics', '1', `${'A'.repeat(60)}.ics`, '%2e%2e.ics'])
      expect((await get(`/api/feeds/${file}`)).statusCode).toBe(404);
  });

  test('is not read without a limit', async () => {
    const codes: number[] = [];
    for (let read = 0; read < 121; read += 1)
      codes.push((await get('/api/feeds/AAAAAAAAAAAAAAAAAAAAAA.ics')).statusCode);
    expect(codes.at(-1)).toBe(429);
    t.services.clock.moveTo(t.services.clock.now() + 61_000);
  });
});
