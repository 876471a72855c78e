import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { revokeEndedSelfCheckIns } from '../../server/features/devices/ended-self-check-ins.ts';
import type { AddedAtDoor, DoorScan } from '../../domain/calls/door.ts';
import type { SelfCheckIn, SelfCheckedIn } from '../../domain/calls/self-check-in.ts';
import type { Row } from '../../domain/declarations/model.ts';
import type { IssuedCode } from '../../domain/calls/tickets.ts';
import { callAs, DAY, HOUR, isoAhead, makeDoorSession, MORNING } from './event-support.ts';
import { makeBuild } from './made-build.ts';
import type { PairedDevice } from '../../domain/calls/kiosk.ts';
import { PASSWORD, startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';
import { TestBrowser } from './test-browser.ts';

const CARD = '0012345678901234';

let t: TestApp;
let ada: TestUser;
let ben: TestUser;
let staff: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  t.services.clock.moveTo(MORNING);
  ada = await t.createUser({ roles: ['Student'] });
  ben = await t.createUser({ roles: ['Student'] });
  staff = await t.createUser({ roles: ['EventProcessor'] });
  await t.services.engine.update(SYSTEM, 'users', ada.id, { displayName: 'Byron, Ada', studentId: '001234567' });
});
afterAll(() => t.close());

const iso = (ahead: number): string => isoAhead(t, ahead);
const session = (instance: Row = {}) => makeDoorSession(t, { instance });
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, cookie: string, payload?: object) =>
  callAs(t, { cookie }, method, url, payload);
const DOOR = '/api/events/door';
const SELF = '/api/events/self-check-in';
async function seat(id: number, { id: userId }: { id: number }): Promise<number> {
  const answer = await call('POST', `${DOOR}/${id}/tickets`, staff.cookie, { userId, to: 'confirmed' });
  return answer.json<AddedAtDoor>().ticketId;
}
const scan = async (id: number, text: string): Promise<DoorScan> =>
  (await call('POST', `${DOOR}/${id}/scan`, staff.cookie, { text })).json();
const link = (userId: number, text: string, { cookie } = staff) =>
  call('PUT', `${DOOR}/people/${userId}/card`, cookie, { text });
async function codeOf(ticketId: number, { cookie }: TestUser): Promise<string> {
  return (await call('POST', '/api/events/codes', cookie, [{ id: ticketId }])).json<IssuedCode[]>()[0]!.code;
}

describe('what is scanned at a door', () => {
  test('is a ticket of this session, by its code or the student ID; of another; or no one’s', async () => {
    const id = await session();
    const ticketId = await seat(id, ada);
    const code = await codeOf(ticketId, ada);
    for (const text of [code, `ATRIUM:T:${code}`, '001234567', ';001234567?'])
      expect(await scan(id, text), text).toEqual({ kind: 'here', ticketId });
    const { eventId } = await t.services.engine.get(SYSTEM, 'instances', id);
    const other = await session({ startsAt: iso(DAY), endsAt: iso(1.1 * DAY), eventId: eventId ?? null });
    expect(await scan(other, code)).toMatchObject({
      kind: 'elsewhere',
      ticketId,
      status: 'confirmed',
      session: { id, start: expect.stringMatching(/^2027-03-09T10:3\d:\d\d-07:00$/) as string },
      canMove: true,
    });
    expect(await scan(await session(), code)).toMatchObject({ kind: 'elsewhere', canMove: false });
    expect(await scan(await session(), '001234567')).toEqual({ kind: 'person', userId: ada.id, name: 'Byron, Ada' });
    for (const text of [
      '000000000',
      '%E?',
      'https://elsewhere.example/',
      code.replace(/./, (digit) => (digit === '6' ? '5' : '6')),
    ])
      expect((await scan(id, text)).kind, text).toBe('unknown');
    await call('DELETE', `/api/events/tickets/${ticketId}/codes`, ada.cookie);
    const words = 'This code no longer works. Ask for the new one, or check the person’s identity.';
    expect(await scan(id, code)).toEqual({ kind: 'unknown', words, canLink: false });
  });

  test('can be a card; only its keyed hash is stored', async () => {
    const id = await session();
    const ticketId = await seat(id, ada);
    expect(await scan(id, CARD)).toMatchObject({ kind: 'unknown', canLink: true });
    expect((await link(ada.id, `;${CARD}?`)).statusCode).toBe(204);
    expect(await scan(id, `%B${CARD}^BYRON/ADA^2512?`)).toEqual({ kind: 'here', ticketId });
    expect((await link(ben.id, CARD)).statusCode).toBe(409);
    const tables = ['users', 'auditEntries', 'eventLog', 'idempotencyKeys'] as const;
    for (const table of tables) {
      const rows = await t.services.db.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows), table).not.toContain(CARD);
    }
  });

  test('a card takes the place of another one only where staff say so, and its owner is notified of both', async () => {
    const owner = await t.createUser({ roles: ['Student'] });
    const [first, second] = ['6012345678901231', '6012345678901249'];
    const put = (json: object) => call('PUT', `/api/events/door/people/${owner.id}/card`, staff.cookie, json);
    const notified = async (): Promise<string[]> =>
      (
        await t.services.db
          .selectFrom('mails')
          .select('event')
          .where('userId', '=', owner.id)
          .where('event', 'in', ['cardLinked', 'cardReplaced'])
          .orderBy('id')
          .execute()
      ).map(({ event }) => event);
    expect((await put({ text: first })).statusCode).toBe(204);
    expect((await put({ text: first })).statusCode).toBe(204);
    expect((await put({ text: second })).json()).toMatchObject({ status: 409, code: 'events.has-card' });
    expect(await notified()).toEqual(['cardLinked']);
    const id = await session();
    expect(await scan(id, first)).toMatchObject({ kind: 'person', userId: owner.id });
    expect((await put({ text: second, replaces: true })).statusCode).toBe(204);
    expect(await scan(id, first)).toMatchObject({ kind: 'unknown' });
    expect(await scan(id, second)).toMatchObject({ kind: 'person', userId: owner.id });
    expect(await notified()).toEqual(['cardLinked', 'cardReplaced']);
  });

  test('a card is linked to no account with rights but by an administrator', async () => {
    const admin = await t.createUser({ roles: ['Administrator'] });
    const other = '9912345678901234';
    expect((await link(staff.id, other)).statusCode).toBe(403);
    expect((await link(staff.id, other, admin)).statusCode).toBe(204);
    expect((await link(ben.id, 'no card', staff)).statusCode).toBe(409);
  });
});

describe('self check-in', () => {
  interface Kiosk {
    browser: TestBrowser;
    starter: TestUser;
  }
  /** A browser in which a member of staff has started self check-in. */
  async function handOver(id: number): Promise<Kiosk> {
    const starter = await t.createUser({ roles: ['EventProcessor'] });
    const browser = new TestBrowser(t.app, starter.cookie);
    expect((await browser.call('POST', SELF, { instanceId: id })).statusCode).toBe(204);
    return { browser, starter };
  }
  const shows = async (text: string, { browser }: Kiosk): Promise<SelfCheckedIn> =>
    (await browser.call('POST', `${SELF}/scan`, { text })).json();
  const end = ({ browser }: Kiosk, password: string | null) => browser.call('POST', `${SELF}/end`, { password });

  test('greets with the first name, also the second time, and reveals no other names', async () => {
    const id = await session({ capacity: 1 });
    const ticketId = await seat(id, ada);
    const kiosk = await handOver(id);
    expect(await shows('001234567', kiosk)).toEqual({
      outcome: 'welcome',
      firstName: 'Ada',
      words: 'You are checked in.',
    });
    expect(await t.services.engine.get(SYSTEM, 'tickets', ticketId)).toMatchObject({ status: 'attended' });
    expect(await shows('001234567', kiosk)).toMatchObject({ outcome: 'already', firstName: 'Ada' });
    await t.services.engine.update(SYSTEM, 'users', ben.id, { studentId: '007654321' });
    // The id of someone without a seat is answered as one that no one has.
    const stranger = await shows('007654321', kiosk);
    expect(stranger).toMatchObject({ outcome: 'unknown', firstName: null });
    expect(await shows('000000000', kiosk)).toEqual(stranger);
  });

  test('is a device of its session, which administrators see and revoke', async () => {
    const id = await session();
    await seat(id, ada);
    const kiosk = await handOver(id);
    const device = (await kiosk.browser.call('GET', '/api/kiosk')).json<PairedDevice>();
    expect(device).toMatchObject({ kind: 'selfCheckIn', instanceId: id, name: 'Self check-in' });
    const row = await t.services.engine.get(SYSTEM, 'devices', device.id);
    expect(row).toMatchObject({ kind: 'selfCheckIn', instanceId: id, centerId: null, pairedById: kiosk.starter.id });
    await shows('001234567', kiosk);
    const entry = await t.services.db
      .selectFrom('auditEntries')
      .select(['device', 'actorId'])
      .where('resource', '=', 'tickets')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry).toEqual({ device: 'Self check-in', actorId: kiosk.starter.id });
    const administrator = await t.createUser({ roles: ['Administrator'] });
    const revoked = await call('POST', '/api/devices/actions/revoke', administrator.cookie, { ids: [device.id] });
    expect(revoked.statusCode).toBe(200);
    expect((await kiosk.browser.call('POST', `${SELF}/scan`, { text: '001234567' })).statusCode).toBe(403);
    expect((await kiosk.browser.call('GET', `${DOOR}/${id}`)).statusCode).toBe(401);
  });

  test('identifies no one as a kiosk of a center does, and cannot become one', async () => {
    const { browser } = await handOver(await session());
    expect((await browser.call('POST', '/api/LoginKiosk', { studentId: '001234567' })).statusCode).toBe(403);
    expect((await browser.call('POST', '/api/kiosk/pairings', { kind: 'kiosk' })).statusCode).toBe(409);
  });

  test('is a kiosk: what is not for kiosks is not listed there', async () => {
    const id = await makeDoorSession(t, { event: { kioskVisible: false } });
    const { eventId } = await t.services.engine.get(SYSTEM, 'instances', id);
    const listed = async (cookie: string): Promise<number> =>
      (await call('GET', `/api/events/sessions?eventId=${eventId}`, cookie)).json<{ total: number }>().total;
    const { browser } = await handOver(id);
    expect([await listed(ada.cookie), await listed(browser.cookie)]).toEqual([1, 0]);
  });

  test('is all that the browser can do then: nothing of anyone is answered, with the device or without it', async () => {
    const id = await session();
    await seat(id, ada);
    const { browser, starter } = await handOver(id);
    const without = new TestBrowser(t.app, starter.cookie);
    for (const one of [browser, without]) {
      expect((await one.call('GET', '/api/UserCookieData')).statusCode).toBe(204);
      for (const url of [
        `${DOOR}/${id}`,
        DOOR,
        `${DOOR}/people?q=ada`,
        '/api/users',
        '/api/tickets',
        '/api/account/sessions',
      ])
        expect((await one.call('GET', url)).statusCode, url).toBeOneOf([401, 403]);
      expect((await one.call('POST', SELF, { instanceId: id })).statusCode).toBe(401);
    }
    const state = await browser.call('GET', SELF);
    expect(state.json<SelfCheckIn>()).toMatchObject({ instanceId: id, username: starter.username });
    expect(state.body).not.toContain('Ada');
    expect((await browser.call('GET', '/kiosk')).headers['permissions-policy']).toContain('camera=(self)');
    expect((await call('GET', '/scheduling/process', staff.cookie)).headers['permissions-policy']).toContain(
      'camera=()',
    );
  });

  test('is where every other address leads', async () => {
    const id = await session();
    const { cookie } = (await handOver(id)).browser;
    const folder = await mkdtemp(join(tmpdir(), 'atrium-build-'));
    const root = await makeBuild(folder);
    const app = await buildApp({ ...t.services, settings: { ...t.services.settings, root } });
    const get = (url: string) => app.inject({ url, headers: { cookie, accept: 'text/html' } });
    try {
      for (const path of ['/', '/login', '/scheduling/process', `/scheduling/processinstance/${id}`, '/no/such/page']) {
        const { statusCode, headers } = await get(path);
        expect([statusCode, headers.location], path).toEqual([302, '/kiosk']);
      }
      expect((await get('/kiosk')).statusCode).toBe(200);
    } finally {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('ends with the password of the person who started it, in their session', async () => {
    const id = await session();
    const kiosk = await handOver(id);
    const { browser } = kiosk;
    expect((await end(kiosk, 'wrong')).statusCode).toBe(400);
    expect((await browser.call('GET', `${DOOR}/${id}`)).statusCode).toBe(401);
    expect((await end(kiosk, PASSWORD)).statusCode).toBe(204);
    expect((await browser.call('GET', `${DOOR}/${id}`)).statusCode).toBe(200);
    expect((await browser.call('GET', '/api/kiosk')).statusCode).toBe(204);
  });

  test('ends without a password, too, and then no one is logged in', async () => {
    const id = await session();
    const kiosk = await handOver(id);
    const { browser, starter } = kiosk;
    expect((await end(kiosk, null)).statusCode).toBe(204);
    expect((await browser.call('GET', `${DOOR}/${id}`)).statusCode).toBe(401);
    expect((await call('GET', `${DOOR}/${id}`, starter.cookie)).statusCode).toBe(401);
    expect((await browser.call('POST', `${SELF}/scan`, { text: 'x' })).statusCode).toBe(403);
  });

  test('continues after a logout, and checks no one in once the account is not active', async () => {
    const id = await session();
    await seat(id, ada);
    const kiosk = await handOver(id);
    await kiosk.browser.call('POST', '/api/Logout', {});
    expect(await shows('001234567', kiosk)).toMatchObject({ outcome: 'welcome' });
    await t.services.engine.update(SYSTEM, 'users', kiosk.starter.id, { active: false });
    expect((await kiosk.browser.call('POST', `${SELF}/scan`, { text: '001234567' })).statusCode).toBe(403);
    expect((await end(kiosk, null)).statusCode).toBe(204);
  });

  test('ends twelve hours after its session at the latest', async () => {
    const id = await session();
    const { browser } = await handOver(id);
    const endsAt = String((await t.services.engine.get(SYSTEM, 'instances', id))['endsAt']);
    const now = t.services.clock.now();
    t.services.clock.moveTo(Date.parse(endsAt) + 12 * HOUR - 60_000);
    const { id: deviceId } = (await browser.call('GET', '/api/kiosk')).json<PairedDevice>();
    const revokedAt = async () => (await t.services.engine.get(SYSTEM, 'devices', deviceId))['revokedAt'];
    await revokeEndedSelfCheckIns(t.services);
    expect(await revokedAt()).toBeNull();
    t.services.clock.moveTo(Date.parse(endsAt) + 12 * HOUR + 1_000);
    expect((await browser.call('GET', '/api/kiosk')).statusCode).toBe(204);
    await revokeEndedSelfCheckIns(t.services);
    expect(await revokedAt()).not.toBeNull();
    t.services.clock.moveTo(now);
  });

  test('answers every id in the same way after too many attempts, and still accepts codes', async () => {
    const id = await session();
    const code = await codeOf(await seat(id, ada), ada);
    const other = await session();
    await seat(other, ben);
    await t.services.engine.update(SYSTEM, 'users', ben.id, { studentId: '007654321' });
    const kiosk = await handOver(id);
    // People who are checked in do not count.
    await shows('001234567', kiosk);
    await shows('001234567', kiosk);
    for (let n = 0; n < 10; n += 1) {
      expect((await shows(`00000000${n}`, kiosk)).words).not.toContain('Too many');
      expect((await shows('007654321', kiosk)).words).not.toContain('Too many');
    }
    const answers = await Promise.all(['000000000', '007654321', '001234567'].map((text) => shows(text, kiosk)));
    expect(answers[0]).toMatchObject({ outcome: 'unknown', firstName: null });
    expect(answers[0]?.words).toContain('Too many attempts');
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    expect(await shows(code, kiosk)).toMatchObject({ outcome: 'already', firstName: 'Ada' });
    t.services.clock.moveTo(t.services.clock.now() + 61_000);
    expect(await shows('001234567', kiosk)).toMatchObject({ outcome: 'already', firstName: 'Ada' });
  });

  test('is refused to others, and for past sessions', async () => {
    const over = await session({ startsAt: iso(-2 * HOUR), endsAt: iso(-HOUR) });
    expect((await call('POST', SELF, staff.cookie, { instanceId: over })).statusCode).toBe(409);
    const id = await session();
    expect((await call('POST', SELF, ada.cookie, { instanceId: id })).statusCode).toBe(403);
    expect((await call('POST', `${SELF}/scan`, staff.cookie, { text: '001234567' })).statusCode).toBe(403);
  });
});
