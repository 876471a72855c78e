import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { runHousekeeping } from '../../server/feature.ts';
import { centers } from '../../server/features/centers/feature.ts';
import { makeRow } from '../factories/any-row.ts';
import { zipEntries } from '../factories/zip-entries.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

const DAY = 86_400_000;
const OWN = ['visits', 'taps', 'signedWaivers', 'duties', 'centerUsers'];

let t: TestApp;
let admin: TestUser;
let now: number;

beforeAll(async () => {
  t = await startTestApp();
  now = t.services.clock.now();
  admin = await t.createUser({ roles: ['Administrator'] });
});
afterAll(() => t.close());

async function make(resource: string, values: Row): Promise<number> {
  return Number((await makeRow(t.services, resource, values)).id);
}

const at = (days: number) => new Date(now + days * DAY).toISOString();

interface Traces {
  user: TestUser;
  center: number;
  device: number;
  visit: number;
  tap: number;
  waiver: number;
  text: number;
}

/** A person with a visit, a tap, a signature, a duty and a note. */
async function person(): Promise<Traces> {
  const user = await t.createUser({ roles: ['Student'] });
  const center = await make('centers', { active: true });
  const device = await make('devices', { centerId: center, name: 'Door', kind: 'tapStation' });
  const own = { centerId: center, userId: user.id };
  const arrival = { arrivedAt: at(-1), departedAt: at(-1), method: 'card' };
  const visit = await make('visits', { ...own, ...arrival, deviceId: device, purpose: 'Robot arm' });
  const tap = await make('taps', { ...own, deviceId: device, visitId: visit, outcome: 'arrived', tappedAt: at(-1) });
  const text = await make('waiverTexts', { active: true });
  const signed = { waiverTextId: text, userId: user.id, visitId: visit, signerName: user.username, signedAt: at(-1) };
  const waiver = await make('signedWaivers', { ...signed, deviceId: device, text: 'I wear goggles.' });
  await make('duties', { ...own, startsAt: at(-1), endsAt: at(0) });
  await make('centerUsers', { ...own, status: 'active', notes: 'Late twice' });
  return { user, center, device, visit, tap, waiver, text };
}

async function countOf(table: string, where: Row): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as "count" from ${sql.table(table)}
    where ${sql.ref(Object.keys(where)[0] ?? '')} = ${Object.values(where)[0]}`.execute(t.services.db);
  return rows[0]?.count ?? 0;
}

const ownRows = (id: number) => Promise.all(OWN.map((table) => countOf(table, { userId: id })));

test('My data has visits, taps, signatures and duties, without notes and keys', async () => {
  const { user } = await person();
  const answer = await t.app.inject({ url: '/api/myAccount/data', headers: { cookie: user.cookie } });
  expect(answer.statusCode).toBe(200);
  const entries = new Map([...zipEntries(answer.rawPayload)].map(([name, bytes]) => [name, bytes.toString()]));
  for (const name of OWN) expect(JSON.parse(entries.get(`data/${name}.json`) ?? '[]')).toHaveLength(1);
  expect(entries.get('data/visits.csv')).toContain('Robot arm');
  expect(entries.get('data/signedWaivers.csv')).toContain('I wear goggles.');
  expect([...entries.values()].join('\n')).not.toMatch(/Late twice|openKey|tapKey/);
});

test('anonymization deletes them, and those of no one else', async () => {
  const [one, other] = [await person(), await person()];
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/users/actions/anonymize',
    headers: { cookie: admin.cookie },
    payload: { ids: [one.user.id], typed: one.user.username, inputs: {} },
  });
  expect(answer.statusCode).toBe(200);
  expect(await ownRows(one.user.id)).toEqual([0, 0, 0, 0, 0]);
  expect(await ownRows(other.user.id)).toEqual([1, 1, 1, 1, 1]);
  const { rows } = await sql`select 1 from "auditEntries" where "before"::text like ${`%Robot arm%`}
    and "recordId" = ${String(one.visit)}`.execute(t.services.db);
  expect(rows).toEqual([]);
});

test('a deleted device leaves its visits and signatures, a deleted center takes its visits and leaves signatures', async () => {
  const { center, device, visit, tap, waiver, text } = await person();
  const read = (resource: string, id: number) => t.services.engine.get(SYSTEM, resource, id);
  await t.services.engine.remove(SYSTEM, 'devices', device, { command: true });
  expect(await read('visits', visit)).toMatchObject({ deviceId: null });
  expect(await read('taps', tap)).toMatchObject({ deviceId: null });
  expect(await read('signedWaivers', waiver)).toMatchObject({ deviceId: null });
  await expect(t.services.engine.remove(SYSTEM, 'waiverTexts', text, { command: true })).rejects.toThrow();
  await t.services.engine.remove(SYSTEM, 'centers', center, { command: true });
  for (const table of ['visits', 'taps', 'duties', 'centerUsers', 'devices', 'machines'])
    expect(await countOf(table, { centerId: center })).toBe(0);
  expect(await read('signedWaivers', waiver)).toMatchObject({ visitId: null });
});

test('housekeeping deletes them by the ages of the settings', async () => {
  const { user, center } = await person();
  const open = await make('visits', { centerId: center, visitorName: 'Ada', arrivedAt: at(-1), method: 'visitor' });
  const night = async (days: number) => {
    t.services.clock.moveTo(now + days * DAY);
    await runHousekeeping([centers], t.services);
    const [visits, taps, waivers, duties] = await ownRows(user.id);
    return { visits, taps, waivers, duties };
  };
  expect(await night(88)).toEqual({ visits: 1, taps: 1, waivers: 1, duties: 1 });
  expect(await night(90)).toEqual({ visits: 1, taps: 0, waivers: 1, duties: 1 });
  expect(await night(731)).toEqual({ visits: 0, taps: 0, waivers: 1, duties: 0 });
  expect(await countOf('visits', { id: open })).toBe(1);
  expect(await night(2_556)).toEqual({ visits: 0, taps: 0, waivers: 0, duties: 0 });
});
