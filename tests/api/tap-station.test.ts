import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TapAnswer, TapStation } from '../../domain/calls/taps.ts';
import type { IssuedCode } from '../../domain/calls/tickets.ts';
import type { Row } from '../../domain/declarations/model.ts';
import type { Problem } from '../../domain/values/problem.ts';
import { makeRow } from '../factories/any-row.ts';
import { callAs, HOUR, makeDoorSession, MORNING } from './event-support.ts';
import { expectRefusal } from './expect-problem.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';
import { giveCard, makeStation, newCard, pairStation, type TestStation } from './tap-support.ts';

const MINUTE = 60_000;

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  t.services.clock.moveTo(MORNING);
});
afterAll(() => t.close());
beforeEach(() => advance(2 * MINUTE));

const advance = (milliseconds: number): void => t.services.clock.moveTo(t.services.clock.now() + milliseconds);

async function person(values: Row = {}): Promise<TestUser & { card: string }> {
  const user = await t.createUser({ roles: ['Student'] });
  await t.services.engine.update(SYSTEM, 'users', user.id, { displayName: 'Byron, Ada', ...values });
  return { ...user, card: await giveCard(t, user.id, newCard()) };
}
const answered = async (call: ReturnType<TestStation['tap']>): Promise<TapAnswer> => {
  const answer = await call;
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const rowsOf = (table: 'visits' | 'taps', centerId: number) =>
  t.services.db.selectFrom(table).selectAll().where('centerId', '=', centerId).orderBy('id').execute();

test('a tap is worthless without a device that is paired as a tap station of the center', async () => {
  const { centerId, cookie } = await makeStation(t);
  const kiosk = await pairStation(t, centerId, 'kiosk');
  const other = await makeStation(t);
  const ada = await person();
  const calls: Record<string, object> = {
    taps: { key: randomUUID(), text: ada.card },
    'taps/batch': {
      sentAt: t.services.clock.instant(),
      taps: [{ key: randomUUID(), text: ada.card, at: MORNING_TEXT }],
    },
    waivers: { key: randomUUID(), signatures: [{ waiverTextId: 1, edition: 1, signerName: 'Ada' }] },
    visitors: { key: randomUUID(), name: 'Ada', purpose: '', hostName: '', signatures: [] },
    'visitors/departures': { key: randomUUID(), name: 'Ada' },
  };
  for (const [path, payload] of Object.entries(calls))
    for (const of of ['', ada.cookie, kiosk.cookie, other.cookie, `${cookie}x`]) {
      const headers = { cookie: of, 'sec-fetch-site': 'same-origin' };
      const answer = await t.app.inject({ method: 'POST', url: `/api/centers/${centerId}/${path}`, headers, payload });
      expectRefusal(answer, 403, 'taps.not-paired');
    }
  expect(await rowsOf('taps', centerId)).toEqual([]);
  const state = await t.app.inject({ url: `/api/centers/${centerId}/station` });
  expect(state.json<TapStation>()).toMatchObject({ center: { id: centerId }, isPaired: false, waivers: [] });
});
const MORNING_TEXT = new Date(MORNING).toISOString();

describe('a card', () => {
  test('opens a visit, and the next tap closes it; repeats count as one', async () => {
    const station = await makeStation(t);
    const ada = await person();
    const track = `%B${ada.card}^BYRON/ADA^2512?;${ada.card}=2512?`;
    expect(await answered(station.tap(track))).toMatchObject({ outcome: 'arrived', firstName: 'Ada' });
    advance(5_000);
    expect(await answered(station.tap(ada.card))).toMatchObject({ outcome: 'arrived' });
    advance(HOUR);
    expect(await answered(station.tap(ada.card))).toMatchObject({ outcome: 'departed', firstName: 'Ada' });
    advance(5_000);
    expect(await answered(station.tap(ada.card))).toMatchObject({ outcome: 'departed' });
    const [visit, ...others] = await rowsOf('visits', station.centerId);
    expect(others).toEqual([]);
    expect(visit).toMatchObject({ userId: ada.id, method: 'card', openKey: null, deviceId: station.deviceId });
    advance(HOUR);
    expect(await answered(station.tap(ada.card))).toMatchObject({ outcome: 'arrived' });
    expect(await rowsOf('visits', station.centerId)).toHaveLength(2);
  });

  test('counts once for each key, also much later and at the same moment', async () => {
    const station = await makeStation(t);
    const ada = await person();
    const key = randomUUID();
    const both = await Promise.all([answered(station.tap(ada.card, key)), answered(station.tap(ada.card, key))]);
    advance(HOUR);
    expect([...both, await answered(station.tap(ada.card, key))].map(({ outcome }) => outcome)).toEqual(
      Array(3).fill('arrived'),
    );
    expect(await rowsOf('taps', station.centerId)).toHaveLength(1);
    const next = await pairStation(t, station.centerId);
    expectRefusal(await next.tap(ada.card, key), 409, 'taps.key-used');
  });

  test('is stored nowhere, and the audit names the device', async () => {
    const station = await makeStation(t);
    const ada = await person();
    await answered(station.tap(`;${ada.card}=2512?`));
    await answered(station.tap('6999999999999999'));
    for (const table of ['taps', 'visits', 'auditEntries', 'eventLog', 'idempotencyKeys', 'rateLimits'] as const) {
      const text = JSON.stringify(await t.services.db.selectFrom(table).selectAll().execute());
      expect(text, table).not.toContain(ada.card);
      expect(text, table).not.toContain('6999999999999999');
    }
    const [visit] = await rowsOf('visits', station.centerId);
    const entries = await t.services.db
      .selectFrom('auditEntries')
      .selectAll()
      .where('resource', '=', 'visits')
      .where('recordId', '=', String(visit?.id))
      .execute();
    expect(entries).toMatchObject([{ action: 'create', device: 'Front door' }]);
  });

  test('of no one, a typed student ID and a misread card open nothing', async () => {
    const station = await makeStation(t);
    const ada = await person({ studentId: '001234567' });
    for (const text of ['001234567', ';001234567?', '%E?', newCard(), 'https://elsewhere.example/'])
      expect(await answered(station.tap(text)), text).toMatchObject({ outcome: 'unknown', firstName: null });
    await t.services.engine.update(SYSTEM, 'users', ada.id, { active: false });
    expect(await answered(station.tap(ada.card))).toMatchObject({ outcome: 'unknown' });
    expect(await rowsOf('visits', station.centerId)).toEqual([]);
  });

  test('can be guessed ten times a minute, which never stops people with cards', async () => {
    const station = await makeStation(t);
    const ada = await person();
    for (let count = 0; count < 10; count += 1)
      expect(await answered(station.tap(newCard()))).toMatchObject({ outcome: 'unknown' });
    expectRefusal(await station.tap(newCard()), 429, 'taps.too-many');
    expect(await answered(station.tap(ada.card))).toMatchObject({ outcome: 'arrived' });
    const other = await pairStation(t, station.centerId);
    expect(await answered(other.tap(newCard()))).toMatchObject({ outcome: 'unknown' });
  });
});

test('a ticket code from a phone opens a visit', async () => {
  const station = await makeStation(t);
  const ada = await person();
  const instanceId = await makeDoorSession(t);
  const staff = await t.createUser({ roles: ['EventProcessor'] });
  const added = await callAs(t, staff, 'POST', `/api/events/door/${instanceId}/tickets`, {
    userId: ada.id,
    to: 'confirmed',
  });
  const { ticketId } = added.json<{ ticketId: number }>();
  const codes = await callAs(t, ada, 'POST', '/api/events/codes', [{ id: ticketId }] as object);
  const [{ code }] = codes.json<[IssuedCode]>();
  expect(await answered(station.tap(`ATRIUM:T:${code}`))).toMatchObject({ outcome: 'arrived', event: null });
  expect(await rowsOf('visits', station.centerId)).toMatchObject([{ userId: ada.id, method: 'code' }]);
});

test('the same swipe checks people in to their session at the center, once its doors are open', async () => {
  const { id: locationId = null } = await makeRow(t.services, 'locations', { active: true });
  const station = await makeStation(t, { locationId });
  const staff = await t.createUser({ roles: ['EventProcessor'] });
  const here = await makeDoorSession(t, { instance: { locationId } });
  const elsewhere = await makeDoorSession(t);
  const [ada, ben] = [await person(), await person()];
  for (const [instanceId, userId] of [
    [here, ada.id],
    [elsewhere, ben.id],
  ] as const)
    await callAs(t, staff, 'POST', `/api/events/door/${instanceId}/tickets`, { userId, to: 'confirmed' });
  const { event } = await answered(station.tap(ada.card));
  expect(event).toMatchObject({ isCheckedIn: true, words: 'You are checked in.' });
  const ticket = await t.services.db.selectFrom('tickets').selectAll().where('userId', '=', ada.id).executeTakeFirst();
  expect(ticket).toMatchObject({ status: 'attended' });
  expect((await answered(station.tap(ben.card))).event).toBeNull();
});

test('blocked people see the staff until the block ends, and can leave', async () => {
  const station = await makeStation(t);
  const ada = await person();
  await answered(station.tap(ada.card));
  const { id } = await makeRow(t.services, 'centerUsers', {
    ...{
      centerId: station.centerId,
      userId: ada.id,
      status: 'blocked',
      blockedUntil: '2027-03-10',
      blockReason: 'Secret',
    },
  });
  advance(HOUR);
  expect(await answered(station.tap(ada.card))).toMatchObject({ outcome: 'departed' });
  advance(HOUR);
  const refused = await answered(station.tap(ada.card));
  expect(refused).toMatchObject({
    outcome: 'seeStaff',
    firstName: null,
    words: 'Please see the staff before you go in.',
  });
  expect((await rowsOf('taps', station.centerId)).at(-1)).toMatchObject({
    outcome: 'seeStaff',
    reason: 'Blocked',
    visitId: null,
  });
  await t.services.engine.update(SYSTEM, 'centerUsers', id as number, { blockedUntil: '2027-03-08' });
  expect(await answered(station.tap(ada.card))).toMatchObject({ outcome: 'arrived' });
});

test('a full center admits the next person when someone leaves, also when many tap together', async () => {
  const station = await makeStation(t, { capacity: 2, name: 'Small shop' });
  const people = await Promise.all(Array.from({ length: 5 }, () => person()));
  const answers = await Promise.all(people.map(({ card }) => answered(station.tap(card))));
  expect(answers.filter(({ outcome }) => outcome === 'arrived')).toHaveLength(2);
  const inside = people[answers.findIndex(({ outcome }) => outcome === 'arrived')]!;
  const outside = people[answers.findIndex(({ outcome }) => outcome === 'refused')]!;
  expect(answers).toContainEqual(
    expect.objectContaining({ outcome: 'refused', words: 'Small shop is full. Please wait until someone leaves.' }),
  );
  advance(HOUR);
  await answered(station.tap(inside.card));
  expect(await answered(station.tap(outside.card))).toMatchObject({ outcome: 'arrived' });
});

test('the answer says what the person can use here today, and what is missing for the rest', async () => {
  const station = await makeStation(t);
  const ada = await person();
  const credential = async (name: string, earned: Row | null): Promise<number> => {
    const { id } = await makeRow(t.services, 'eventCredentials', { name });
    const values = { userId: ada.id, credentialId: id, earnedAt: MORNING_TEXT, ...earned };
    if (earned !== null) await makeRow(t.services, 'earnedCredentials', values as Row);
    return Number(id);
  };
  const [held, expired, revoked, never] = [
    await credential('Laser training', {}),
    await credential('Mill training', { expiresAt: '2027-03-01T12:00:00Z' }),
    await credential('Saw training', { revokedAt: MORNING_TEXT }),
    await credential('Lathe training', null),
  ];
  const waiver = Number(
    (await makeRow(t.services, 'waiverTexts', { title: 'Tools', html: '<p>Wear goggles.</p>', active: true })).id,
  );
  const machine = (name: string, values: Row) =>
    makeRow(t.services, 'machines', { name, centerId: station.centerId, state: 'available', active: true, ...values });
  await machine('A laser', { credentialIds: [held] });
  await machine('B mill', { credentialIds: [held, expired, revoked, never] });
  await machine('C vinyl cutter', { waiverTextIds: [waiver], state: 'outOfOrder' });
  await machine('D retired', { active: false });
  const { machines, waivers } = await answered(station.tap(ada.card));
  expect(machines.map(({ name, isAllowed, missing }) => [name, isAllowed, missing])).toEqual([
    ['A laser', true, []],
    ['B mill', false, ['Mill training (expired Mar 1, 2027)', 'Saw training', 'Lathe training']],
    ['C vinyl cutter', false, ['Waiver: Tools']],
  ]);
  expect(waivers).toMatchObject([{ id: waiver, isRequired: false }]);
});

describe('a required waiver', () => {
  const text = (values: Row = {}) =>
    makeRow(t.services, 'waiverTexts', {
      title: `Safety ${randomUUID()}`,
      html: '<p>Wear goggles.</p>',
      active: true,
      ...values,
    });

  test('is signed at the station, and again after a change or when it has expired', async () => {
    const { id, title } = await text({ validDays: 365 });
    const waiverTextId = Number(id);
    const station = await makeStation(t, { waiverTextIds: [waiverTextId] });
    const ada = await person();
    const key = randomUUID();
    const refused = await answered(station.tap(ada.card, key));
    expect(refused).toMatchObject({
      outcome: 'refused',
      waivers: [{ id: waiverTextId, edition: 1, isRequired: true }],
    });
    expect(await rowsOf('visits', station.centerId)).toEqual([]);
    const sign = (edition: number, of = key) =>
      station.post('waivers', { key: of, signatures: [{ waiverTextId, edition, signerName: ' Ada Byron ' }] });
    expectRefusal(await sign(2), 409, 'taps.waiver-changed');
    for (let count = 0; count < 2; count += 1)
      expect(await answered(sign(1))).toMatchObject({ outcome: 'arrived', firstName: 'Ada' });
    const signed = () => t.services.db.selectFrom('signedWaivers').selectAll().where('userId', '=', ada.id).execute();
    expect(await signed()).toMatchObject([
      { edition: 1, signerName: 'Ada Byron', text: `${String(title)}\n\nWear goggles.`, deviceId: station.deviceId },
    ]);
    expect(await rowsOf('visits', station.centerId)).toHaveLength(1);
    advance(HOUR);
    await answered(station.tap(ada.card));
    await t.services.engine.update(SYSTEM, 'waiverTexts', waiverTextId, { html: '<p>Wear gloves.</p>' });
    advance(HOUR);
    const again = randomUUID();
    expect(await answered(station.tap(ada.card, again))).toMatchObject({
      outcome: 'refused',
      waivers: [{ edition: 2 }],
    });
    expect(await answered(sign(2, again))).toMatchObject({ outcome: 'arrived' });
    expect(await signed()).toHaveLength(2);
    await t.services.db.updateTable('signedWaivers').set({ expiresAt: MORNING_TEXT }).execute();
    advance(HOUR);
    await answered(station.tap(ada.card));
    advance(HOUR);
    expect(await answered(station.tap(ada.card))).toMatchObject({ outcome: 'refused' });
  });

  test('cannot be signed for a tap of another device, of no one, or too late', async () => {
    const waiverTextId = Number((await text()).id);
    const station = await makeStation(t, { waiverTextIds: [waiverTextId] });
    const other = await pairStation(t, station.centerId);
    const ada = await person();
    const [known, unknown] = [randomUUID(), randomUUID()];
    await answered(station.tap(ada.card, known));
    await answered(station.tap(newCard(), unknown));
    const signatures = [{ waiverTextId, edition: 1, signerName: 'Ada' }];
    expectRefusal(await other.post('waivers', { key: known, signatures }), 409, 'taps.key-used');
    expectRefusal(await station.post('waivers', { key: unknown, signatures }), 409, 'taps.tap-again');
    advance(16 * MINUTE);
    expectRefusal(await station.post('waivers', { key: known, signatures }), 409, 'taps.tap-again');
  });

  test('has a new edition with each change of its title or text, and only then', async () => {
    const { id } = await text();
    const edition = async (values: Row) =>
      (await t.services.engine.update(SYSTEM, 'waiverTexts', Number(id), values, { command: true })).edition;
    expect(await edition({ validDays: 30 })).toBe(1);
    expect(await edition({ title: `Other ${randomUUID()}` })).toBe(2);
    expect(await edition({ html: '<p>Changed</p>', validDays: 31 })).toBe(3);
    expect(await edition({ active: false })).toBe(3);
  });
});

test('visitors sign in once with the required waivers, within the capacity', async () => {
  const waiverTextId = Number(
    (await makeRow(t.services, 'waiverTexts', { title: 'For visitors', html: '<p>Hello</p>', active: true })).id,
  );
  const station = await makeStation(t, { waiverTextIds: [waiverTextId], capacity: 1 });
  const key = randomUUID();
  const visitor = (of: string, signatures: object[]) =>
    station.post('visitors', { key: of, name: ' Grace Hopper ', purpose: 'Tour', hostName: 'Ada', signatures });
  expectRefusal(await visitor(key, []), 409, 'taps.waiver-needed');
  const signatures = [{ waiverTextId, edition: 1, signerName: 'Grace Hopper' }];
  for (let count = 0; count < 2; count += 1)
    expect(await answered(visitor(key, signatures))).toMatchObject({ outcome: 'arrived' });
  const [visit, ...others] = await rowsOf('visits', station.centerId);
  expect(others).toEqual([]);
  expect(visit).toMatchObject({
    userId: null,
    visitorName: 'Grace Hopper',
    purpose: 'Tour',
    hostName: 'Ada',
    method: 'visitor',
  });
  const signed = await t.services.db.selectFrom('signedWaivers').selectAll().where('visitId', '=', visit!.id).execute();
  expect(signed).toMatchObject([{ signerName: 'Grace Hopper', userId: null }]);
  expect(await answered(visitor(randomUUID(), signatures))).toMatchObject({ outcome: 'refused' });
});

describe('visitors sign out', () => {
  const signIn = (station: TestStation, name: string) =>
    answered(station.post('visitors', { key: randomUUID(), name, purpose: '', hostName: '', signatures: [] }));
  const signOut = (station: TestStation, name: string, key: string = randomUUID()) =>
    station.post('visitors/departures', { key, name });
  const open = async ({ centerId }: TestStation) =>
    (await rowsOf('visits', centerId)).filter(({ departedAt }) => departedAt === null);
  const refuse = (answer: LightMyRequestResponse) => {
    expectRefusal(answer, 409, 'taps.visitor-not-here');
    expect(answer.json<Problem>().detail).toBe('No visitor with this name is signed in. Ask at the front desk.');
  };

  test('by their name, however they type it, once for each key', async () => {
    const station = await makeStation(t);
    const key = randomUUID();
    await signIn(station, 'Zoë  Hopper');
    await signIn(station, 'Ada Byron');
    advance(HOUR);
    for (let count = 0; count < 2; count += 1)
      expect(await answered(signOut(station, ' zoe\u0308 HOPPER ', key))).toEqual({
        ...{ outcome: 'departed', words: 'You are signed out.', firstName: null },
        ...{ machines: [], event: null, waivers: [] },
      });
    const [visit, other] = await rowsOf('visits', station.centerId);
    expect(visit).toMatchObject({ isAutoClosed: false, openKey: null });
    expect(Date.parse(visit!.departedAt!)).toBeGreaterThanOrEqual(Date.parse(visit!.arrivedAt) + HOUR);
    expect(other).toMatchObject({ visitorName: 'Ada Byron', departedAt: null });
    expect((await rowsOf('taps', station.centerId)).at(-1)).toMatchObject({ outcome: 'departed', visitId: visit!.id });
    const entry = await t.services.db
      .selectFrom('auditEntries')
      .select(['action', 'device'])
      .where('resource', '=', 'visits')
      .where('recordId', '=', String(visit!.id))
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry).toEqual({ action: 'update', device: 'Front door' });
    refuse(await signOut(station, 'Zoë Hopper'));
  });

  test('at their center only, and never for a person with an account', async () => {
    const [station, elsewhere] = [await makeStation(t), await makeStation(t)];
    const ada = await person();
    await answered(station.tap(ada.card));
    await signIn(station, 'Grace Hopper');
    for (const name of ['Grace', 'Byron, Ada', ada.username, 'Grace Hopper Junior'])
      refuse(await signOut(station, name));
    refuse(await signOut(elsewhere, 'Grace Hopper'));
    expect(await open(station)).toHaveLength(2);
  });

  test.each([null, 5])(
    'of two with the same name, the one who came first; two together end one visit: %s',
    async (capacity) => {
      const station = await makeStation(t, { capacity });
      await signIn(station, 'Grace Hopper');
      advance(MINUTE);
      await signIn(station, 'grace hopper');
      const [first, second] = await open(station);
      await answered(signOut(station, 'Grace Hopper'));
      expect(await open(station)).toMatchObject([{ id: second!.id }]);
      expect(first!.id).toBeLessThan(second!.id);
      const both = await Promise.all([signOut(station, 'Grace Hopper'), signOut(station, 'GRACE HOPPER')]);
      expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
      expect(await open(station)).toEqual([]);
    },
  );

  test('also if the front desk has signed them in, and at most 30 times a minute', async () => {
    const station = await makeStation(t);
    const desk = await t.createUser({ roles: ['EventProcessor'] });
    const payload = { ids: [station.centerId], inputs: { visitorName: 'Grace Hopper' } };
    await callAs(t, desk, 'POST', '/api/centers/actions/signIn', payload);
    expect(await answered(signOut(station, 'Grace Hopper'))).toMatchObject({ outcome: 'departed' });
    for (let count = 1; count < 30; count += 1) refuse(await signOut(station, `Nobody ${count}`));
    expectRefusal(await signOut(station, 'Nobody'), 429, 'taps.too-many');
    await signIn(station, 'Ada Byron');
  });
});
