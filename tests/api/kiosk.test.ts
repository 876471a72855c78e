import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { KioskLogin, KioskPerson, KioskTime, PairedDevice, PairingCode } from '../../domain/calls/kiosk.ts';
import type { Row } from '../../domain/declarations/model.ts';
import type { BatchAnswer } from '../../domain/values/batch.ts';
import { reportSilence } from '../../server/features/devices/silence.ts';
import { MORNING } from './event-support.ts';
import { expectRefusal } from './expect-problem.ts';
import { PASSWORD, startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';
import { makeStation } from './tap-support.ts';
import { TestBrowser, type Method } from './test-browser.ts';

const CARD = '0012345678901234';
const TRACK = `%B${CARD}^BYRON/ADA^2512101?;${CARD}=2512101?`;
const ID = '001234567';

let t: TestApp;
let administrator: string;
let ada: TestUser;
let ben: TestUser;
let staff: TestUser;
let centerId: number;
let locationId: number;

beforeAll(async () => {
  t = await startTestApp();
  t.services.clock.moveTo(MORNING);
  administrator = await t.loginAs('administrator');
  ada = await t.createUser({ roles: ['Student'] });
  ben = await t.createUser({ roles: ['Student'] });
  staff = await t.createUser({ roles: ['EventProcessor', 'Administrator'] });
  await update('users', ada.id, { displayName: 'Byron, Ada', studentId: ID });
  await update('users', ben.id, { studentId: '007654321' });
  const place = { displayName: 'Print shop', buildingCode: 'P', room: '1', active: true };
  locationId = (await t.services.engine.create(SYSTEM, 'locations', place)).id;
  const center = { name: 'Makeshop of the test', locationId, active: true };
  centerId = (await t.services.engine.create(SYSTEM, 'centers', center)).id;
  const url = `/api/events/door/people/${ada.id}/card`;
  await call('PUT', url, administrator, { text: CARD });
  await call('PUT', `/api/events/door/people/${staff.id}/card`, administrator, { text: 'ABCDEFGH12345678' });
});
afterAll(() => t.close());
beforeEach(() => advance(120_000));

function advance(ms: number): void {
  t.services.clock.moveTo(t.services.clock.now() + ms);
}

const update = (resource: 'users' | 'centers' | 'devices', id: number, values: Row) =>
  t.services.engine.update(SYSTEM, resource, id, values);

/** The clock runs on between a call and its answer. */
const minutesUntil = (instant: string) => Math.round((Date.parse(instant) - t.services.clock.now()) / 60_000);

const call = (method: Method, url: string, cookie: string, payload?: object) =>
  t.app.inject({ method, url, headers: { cookie }, ...(payload ? { payload } : {}) });

async function pairedBrowser(name = 'Front display', kind = 'kiosk'): Promise<TestBrowser> {
  const browser = new TestBrowser(t.app);
  const { code } = (await browser.call('POST', '/api/kiosk/pairings', { kind })).json<PairingCode>();
  const paired = await call('POST', `/api/centers/actions/pair`, administrator, {
    ids: [centerId],
    inputs: { code, name },
  });
  expect(paired.statusCode, paired.body).toBeLessThan(300);
  return browser;
}

const login = (browser: TestBrowser, body: object) => browser.call('POST', '/api/LoginKiosk', body);

describe('a display', () => {
  test('is paired by the code that it shows, once', async () => {
    const browser = new TestBrowser(t.app);
    expect((await browser.call('GET', '/api/kiosk')).statusCode).toBe(204);
    const { code } = (await browser.call('POST', '/api/kiosk/pairings', { kind: 'kiosk' })).json<PairingCode>();
    expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect((await browser.call('POST', '/api/kiosk/pairings/claim')).statusCode).toBe(204);
    expectRefusal(await login(browser, { studentId: ID }), 403, 'kiosk.not-paired');
    const inputs = { code: code.toLowerCase().replace('-', ' '), name: 'By the door' };
    const pair = () => call('POST', '/api/centers/actions/pair', administrator, { ids: [centerId], inputs });
    expect((await pair()).statusCode).toBeLessThan(300);
    const device = (await browser.call('POST', '/api/kiosk/pairings/claim')).json<PairedDevice>();
    expect(device).toEqual({
      id: device.id,
      name: 'By the door',
      kind: 'kiosk',
      center: { id: centerId, name: 'Makeshop of the test', locationId },
    });
    expect((await browser.call('GET', '/api/kiosk')).json()).toEqual(device);
    expect((await pair()).statusCode).toBe(400);
    expectRefusal(await browser.call('POST', '/api/kiosk/pairings', { kind: 'kiosk' }), 409, 'kiosk.paired');
  });

  test('has a code for ten minutes, and one that no one else can claim', async () => {
    const browser = new TestBrowser(t.app);
    const { code } = (await browser.call('POST', '/api/kiosk/pairings', { kind: 'kiosk' })).json<PairingCode>();
    expectRefusal(await new TestBrowser(t.app).call('POST', '/api/kiosk/pairings/claim'), 410, 'kiosk.code-expired');
    advance(600_001);
    expectRefusal(await browser.call('POST', '/api/kiosk/pairings/claim'), 410, 'kiosk.code-expired');
    const late = await call('POST', '/api/centers/actions/pair', administrator, {
      ids: [centerId],
      inputs: { code, name: 'Late' },
    });
    expect(late.statusCode).toBe(400);
  });

  test('is paired by an administrator at the device, who is logged out there', async () => {
    const browser = new TestBrowser(t.app);
    await browser.call('POST', '/api/Login', { username: 'administrator', password: PASSWORD });
    const given = { kind: 'kiosk', centerId, name: 'On the wall' };
    expect((await browser.call('POST', '/api/kiosk/pair', given)).json<PairedDevice>().name).toBe('On the wall');
    expect((await browser.call('GET', '/api/UserCookieData')).statusCode).toBe(204);
    const student = new TestBrowser(t.app);
    await student.call('POST', '/api/Login', { username: 'student', password: PASSWORD });
    expectRefusal(await student.call('POST', '/api/kiosk/pair', given), 403, 'kiosk.not-allowed');
    expectRefusal(await new TestBrowser(t.app).call('POST', '/api/kiosk/pair', given), 401, 'account.login-needed');
  });

  test('stores its token as a hash, in a cookie that neither scripts nor other sites can read', async () => {
    const browser = new TestBrowser(t.app);
    const answer = await browser.call('POST', '/api/kiosk/pairings', { kind: 'kiosk' });
    const cookie = answer.cookies.find(({ name }) => name.endsWith('-kiosk'));
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
    const rows = await t.services.db.selectFrom('devicePairings').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(cookie!.value);
  });

  test('is worthless once it is revoked, and so is its session', async () => {
    const browser = await pairedBrowser();
    const { id } = (await browser.call('GET', '/api/kiosk')).json<PairedDevice>();
    await login(browser, { buffCard: CARD });
    expect((await browser.call('GET', '/api/UserCookieData')).json()).toMatchObject({ isKiosk: true });
    await call('POST', '/api/devices/actions/revoke', administrator, { ids: [id] });
    expect((await browser.call('GET', '/api/UserCookieData')).statusCode).toBe(204);
    expect((await browser.call('GET', '/api/kiosk')).statusCode).toBe(204);
    expectRefusal(await login(browser, { buffCard: CARD }), 403, 'kiosk.not-paired');
  });

  test('is unpaired at the device by the password of an administrator alone', async () => {
    const browser = await pairedBrowser();
    const unpair = (username: string, password = PASSWORD) =>
      browser.call('POST', '/api/kiosk/unpair', { username, currentPassword: password });
    expectRefusal(await unpair('student'), 403, 'kiosk.not-allowed');
    expect((await unpair('administrator', 'wrong password')).statusCode).toBe(400);
    expect((await unpair('administrator')).statusCode).toBe(204);
    expect((await browser.call('GET', '/api/kiosk')).statusCode).toBe(204);
  });

  test('that is silent while its center is open is reported once', async () => {
    const browser = await pairedBrowser('Silent display');
    const { id } = (await browser.call('GET', '/api/kiosk')).json<PairedDevice>();
    const notices = async () =>
      (await t.services.db.selectFrom('messages').select('id').where('subject', 'like', 'Silent display%').execute())
        .length;
    await reportSilence(t.services);
    expect(await notices()).toBe(0);
    advance(31 * 60_000);
    await reportSilence(t.services);
    await reportSilence(t.services);
    expect(await notices()).toBe(1);
    await browser.call('GET', '/api/kiosk');
    advance(31 * 60_000);
    await update('devices', id, { silenceMinutes: null });
    await reportSilence(t.services);
    expect(await notices()).toBe(1);
  });
});

test('a tap station that stands idle is seen at its heartbeat, until it is revoked', async () => {
  const station = await makeStation(t);
  const heartbeat = () => t.app.inject({ url: '/api/kiosk', headers: { cookie: station.cookie } });
  const { db } = t.services;
  const silence = async () => {
    await reportSilence(t.services);
    const row = db.selectFrom('devices').select('silenceNoticedAt').where('id', '=', station.deviceId);
    return (await row.executeTakeFirstOrThrow()).silenceNoticedAt !== null;
  };
  await heartbeat();
  await update('devices', station.deviceId, { silenceMinutes: 5 });
  for (let minute = 0; minute < 12; minute += 1) {
    advance(60_000);
    expect((await heartbeat()).json()).toMatchObject({ id: station.deviceId, kind: 'tapStation' });
  }
  expect(await silence()).toBe(false);
  advance(6 * 60_000);
  expect(await silence()).toBe(true);
  await call('POST', '/api/devices/actions/revoke', administrator, { ids: [station.deviceId] });
  expect((await heartbeat()).statusCode).toBe(204);
  const state = await t.app.inject({
    url: `/api/centers/${station.centerId}/station`,
    headers: { cookie: station.cookie },
  });
  expect(state.json()).toMatchObject({ isPaired: false });
});

describe('identification at a kiosk', () => {
  test('is by a card or a student ID, for ten minutes', async () => {
    const browser = await pairedBrowser();
    for (const body of [{ buffCard: TRACK }, { buffCard: CARD, studentId: '' }, { studentId: ID, buffCard: null }]) {
      const answer = await login(browser, body);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json<KioskLogin>()).toMatchObject({
        firstName: 'Ada',
        isKiosk: true,
        username: ada.username,
        roles: ['Student', 'Default'],
        identifiedBy: 'studentId' in body && body.studentId ? 'id' : 'card',
        hasPin: false,
        wasNotAbleToFullyLoad: false,
      });
      expect(minutesUntil(answer.json<KioskLogin>().expirationTime)).toBe(10);
    }
    advance(600_001);
    expect((await browser.call('GET', '/api/UserCookieData')).statusCode).toBe(204);
  });

  test('takes nothing typed for a card, and no card for an ID', async () => {
    const browser = await pairedBrowser();
    expectRefusal(await login(browser, { buffCard: ID }), 401, 'kiosk.card-not-read');
    expectRefusal(await login(browser, { studentId: CARD }), 401, 'kiosk.no-student');
    expectRefusal(await login(browser, { buffCard: '%E?' }), 401, 'kiosk.card-not-read');
    expectRefusal(await login(browser, {}), 401, 'kiosk.no-student');
  });

  test('is worthless without the token of the device', async () => {
    const browser = await pairedBrowser();
    await login(browser, { buffCard: CARD });
    const session = browser.cookies.get('atrium')!;
    const stolen = await call('GET', '/api/UserCookieData', `atrium=${session}`);
    expect(stolen.statusCode).toBe(204);
    const other = await pairedBrowser('Another');
    expect((await call('GET', '/api/UserCookieData', `${other.cookie}; atrium=${session}`)).statusCode).toBe(204);
  });

  test('of the next person ends the session of the one before', async () => {
    const browser = await pairedBrowser();
    await login(browser, { buffCard: CARD });
    const first = browser.cookie;
    await login(browser, { studentId: '007654321' });
    expect((await call('GET', '/api/UserCookieData', first)).statusCode).toBe(204);
    expect((await browser.call('GET', '/api/UserCookieData')).json()).toMatchObject({ username: ben.username });
  });

  test('answers ten guesses a minute, reports more, and lets people with a known card in', async () => {
    const browser = await pairedBrowser('Guessed display');
    const statuses: number[] = [];
    for (let guess = 0; guess < 50; guess += 1)
      statuses.push((await login(browser, { studentId: `9${String(guess).padStart(8, '0')}` })).statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
    expect((await login(browser, { buffCard: CARD })).statusCode).toBe(200);
    const reports = await t.services.db
      .selectFrom('eventLog')
      .select('id')
      .where('location', '=', 'Guessed display')
      .execute();
    expect(reports).toHaveLength(1);
    advance(61_000);
    expect((await login(browser, { studentId: ID })).statusCode).toBe(200);
  });

  test('is refused at a tap station', async () => {
    expectRefusal(
      await login(await pairedBrowser('Reader', 'tapStation'), { buffCard: CARD }),
      403,
      'kiosk.not-paired',
    );
  });
});

describe('a kiosk session', () => {
  test('can be extended ten times', async () => {
    const browser = await pairedBrowser();
    await login(browser, { buffCard: CARD });
    for (let left = 9; left >= 0; left -= 1) {
      advance(590_000);
      const stay = (await browser.call('POST', '/api/kiosk/stay')).json<KioskTime>();
      expect(stay.extensionsLeft).toBe(left);
      expect(minutesUntil(stay.expirationTime)).toBe(10);
    }
    expectRefusal(await browser.call('POST', '/api/kiosk/stay'), 409, 'kiosk.no-extension');
  });

  test('is known again to a page that was loaded again', async () => {
    const browser = await pairedBrowser();
    expect((await browser.call('GET', '/api/kiosk/person')).statusCode).toBe(401);
    await login(browser, { studentId: ID });
    const person = async () => (await browser.call('GET', '/api/kiosk/person')).json<KioskPerson>();
    expect(await person()).toEqual({ identifiedBy: 'id', hasPin: false, extensionsLeft: 10 });
    await login(browser, { buffCard: CARD });
    await browser.call('POST', '/api/kiosk/stay');
    expect(await person()).toEqual({ identifiedBy: 'card', hasPin: false, extensionsLeft: 9 });
    expect((await call('GET', '/api/kiosk/person', staff.cookie)).statusCode).toBe(204);
  });

  test('can call only what kiosk pages need', async () => {
    const browser = await pairedBrowser();
    await login(browser, { buffCard: CARD });
    for (const url of [
      '/api/account/sessions',
      '/api/users',
      '/api/account/kioskPin',
      '/api/UserMessage/GetNumberUnreadMessages',
    ])
      expect((await browser.call('GET', url)).statusCode, url).toBe(403);
    expectRefusal(
      await browser.call('PUT', '/api/account/kioskPin', { currentPassword: PASSWORD, pin: '480375' }),
      403,
      'kiosk.not-available',
    );
    const open = '/api/content/siteDisplaySettings';
    expect((await browser.call('GET', open)).statusCode).toBe(200);
    const batch = await browser.call('POST', '/api/batch', { reads: [open, '/api/users', '/api/account/sessions'] });
    expect(batch.json<BatchAnswer[]>().map(({ status }) => status)).toEqual([200, 403, 403]);
    expect((await browser.call('POST', '/api/Logout')).statusCode).toBeLessThan(300);
  });

  test('holds staff roles after card and PIN, and never an administrative one', async () => {
    const set = (pin: string | null, password = PASSWORD) =>
      call('PUT', '/api/account/kioskPin', staff.cookie, { currentPassword: password, pin });
    expect((await set('123456')).statusCode).toBe(400);
    expect((await set('480375', 'wrong')).statusCode).toBe(400);
    expect((await set('480375')).statusCode).toBe(204);
    const browser = await pairedBrowser();
    const first = (await login(browser, { buffCard: 'ABCDEFGH12345678' })).json<KioskLogin>();
    expect(first).toMatchObject({ roles: ['Default'], hasPin: true, identifiedBy: 'card' });
    expectRefusal(await browser.call('POST', '/api/kiosk/pin', { pin: '480376' }), 400);
    const opened = (await browser.call('POST', '/api/kiosk/pin', { pin: '480375' })).json<KioskLogin>();
    expect(opened).toMatchObject({ roles: ['EventProcessor', 'Default'], identifiedBy: 'pin' });
    for (let guess = 0; guess < 6; guess += 1) {
      await login(browser, { buffCard: 'ABCDEFGH12345678' });
      await browser.call('POST', '/api/kiosk/pin', { pin: '000000' });
    }
    expect((await browser.call('POST', '/api/kiosk/pin', { pin: '480375' })).statusCode).toBe(429);
    await set(null);
  });

  test('names its device in the history of what it changes', async () => {
    const browser = await pairedBrowser('Audited display');
    await login(browser, { buffCard: CARD });
    const device = await t.services.db
      .selectFrom('devices')
      .select('id')
      .where('name', '=', 'Audited display')
      .executeTakeFirstOrThrow();
    const actor = { ...SYSTEM, device: 'Audited display' };
    await t.services.engine.update(actor, 'devices', device.id, { name: 'Renamed display' });
    const entry = await t.services.db
      .selectFrom('auditEntries')
      .select('device')
      .where('resource', '=', 'devices')
      .where('recordId', '=', String(device.id))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry.device).toBe('Audited display');
  });
});
