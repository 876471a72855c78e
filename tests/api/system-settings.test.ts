import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ShellModel } from '../../domain/declarations/client-model.ts';
import type { DeclaredSettings, SettingChange } from '../../domain/calls/settings.ts';
import { openServices } from '../../server/open-services.ts';
import { loadModel } from '../../server/declarations/load-model.ts';
import { transaction } from '../../server/platform/database.ts';
import { bumpRevision } from '../../server/platform/revisions.ts';
import { makeRow } from '../factories/any-row.ts';
import { ROOT, SYSTEM, startTestApp, type TestApp } from './support.ts';

const PATH = '/api/systemSettings/declared';

let t: TestApp;
let admin: string;

beforeAll(async () => {
  t = await startTestApp();
  admin = await t.loginAs('administrator');
});
afterAll(() => t.close());
beforeEach(() => stored([]));

/** The rows of another version, which no check has seen. */
async function stored(rows: { key: string; value: string }[]): Promise<void> {
  await transaction(t.services.db, async (tx) => {
    await tx.deleteFrom('systemSettings').execute();
    if (rows.length > 0) await tx.insertInto('systemSettings').values(rows).execute();
    await bumpRevision(tx, 'permissions');
  });
}

async function call(method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object, cookie = admin) {
  const answer = await t.app.inject({ method, url, headers: { cookie }, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json<Record<string, unknown>>() };
}

async function change(...changes: SettingChange[]) {
  return call('PUT', PATH, { changes });
}

async function settingOf(key: string) {
  const { settings } = (await call('GET', PATH)).body as unknown as DeclaredSettings;
  return settings.find((setting) => setting.key === key);
}

async function shell(): Promise<{ site: ShellModel['site']; etag: string }> {
  const answer = await t.app.inject({ url: '/api/model/shell' });
  return { site: answer.json<ShellModel>().site, etag: String(answer.headers.etag) };
}

describe('a change', () => {
  // Before another server starts in this process, whose settings the formats then follow.
  test('of the currency reaches the pages, refusals and files, and converts nothing', async () => {
    const { id } = await makeRow(t.services, 'events', { title: 'Paid', active: true, feeCents: 1250 });
    const refusal = async () => (await call('POST', '/api/events', { title: 'Paid', feeCents: -1 })).body?.['errors'];
    expect(await refusal()).toMatchObject({ feeCents: 'Must be at least $0.00' });
    await change({ key: 'site.currency', value: 'JPY', version: null });
    expect((await shell()).site.currency).toBe('JPY');
    expect(await refusal()).toMatchObject({ feeCents: 'Must be at least ¥0' });
    const filter = encodeURIComponent(JSON.stringify({ id }));
    const url = `/api/events/export?fields=feeCents&names=true&filter=${filter}`;
    expect((await t.app.inject({ url, headers: { cookie: admin } })).body).toContain('¥1,250');
    const { row } = (await settingOf('site.currency'))!;
    expect((await change({ key: 'site.currency', value: 'DEM', version: row!.version })).status).toBe(400);
    await change({ key: 'site.currency', value: null, version: row!.version });
    expect(await refusal()).toMatchObject({ feeCents: 'Must be at least $0.00' });
  });

  test('acts from the next request on, in every process, without a restart', async () => {
    const before = await shell();
    expect(before.site.timezone).toBe('America/Denver');
    const url = String(t.services.settings.databaseUrl);
    const other = await openServices(t.services.settings, await loadModel(ROOT), url);
    try {
      const saved = await change({ key: 'site.timezone', value: 'Europe/Paris', version: null });
      expect(saved.status).toBe(200);
      const after = await shell();
      expect(after.site.timezone).toBe('Europe/Paris');
      expect(after.etag).not.toBe(before.etag);
      await other.services.systemSettings.fresh();
      expect(other.services.model.site.timezone).toBe('Europe/Paris');
      expect(other.services.systemSettings.value('site.timezone')).toBe('Europe/Paris');
    } finally {
      await other.close();
    }
  });

  test('of the terms reaches the pages', async () => {
    const terms = [{ name: 'Winter', start: '12-01', end: '02-28' }];
    await change({ key: 'site.terms', value: terms, version: null });
    expect((await shell()).site.terms).toEqual(terms);
  });

  test('of the time zone moves what today is', async () => {
    const readSettings = async () =>
      (await call('GET', '/api/scheduling/calendar')).body as unknown as { from?: string; days?: string[] };
    t.services.clock.moveTo('2031-03-05T23:30:00Z');
    admin = await t.loginAs('administrator');
    await change({ key: 'site.timezone', value: 'Pacific/Kiritimati', version: null });
    expect(JSON.stringify(await readSettings())).toContain('2031-03-06');
    const { row } = (await settingOf('site.timezone'))!;
    await change({ key: 'site.timezone', value: 'America/Denver', version: row!.version });
    expect(JSON.stringify(await readSettings())).toContain('2031-03-05');
  });

  test.each([
    ['America/Denver', '1:30 AM – 3:30 AM'],
    ['America/Phoenix', '1:30 AM – 2:30 AM'],
    ['Europe/Paris', '9:30 AM – 10:30 AM'],
    ['Pacific/Kiritimati', '10:30 PM – 11:30 PM'],
  ])(
    'of the time zone to %s moves events of places without their own, on the night that clocks change',
    async (zone, times) => {
      // In Denver, 2 o'clock is 3 o'clock on March 9, 2031.
      t.services.clock.moveTo('2031-03-08T12:00:00Z');
      admin = await t.loginAs('administrator');
      await change({ key: 'site.timezone', value: zone, version: null });
      const place = await makeRow(t.services, 'locations', { displayName: zone, active: true, timezone: null });
      const event = await makeRow(t.services, 'events', { title: `Night of ${zone}`, active: true });
      await makeRow(t.services, 'instances', {
        eventId: Number(event.id),
        locationId: Number(place.id),
        startsAt: '2031-03-09T08:30:00.000Z',
        endsAt: '2031-03-09T09:30:00.000Z',
        status: 'published',
      });
      const { body } = await t.app.inject({ url: `/embed/calendar/${place.id}` });
      expect(body).toContain(`Night of ${zone}`);
      expect(body).toContain(times);
    },
  );

  test('is in the history with its author, and null brings the default back', async () => {
    await change({ key: 'site.timezone', value: 'Europe/Paris', version: null });
    const set = (await settingOf('site.timezone'))!;
    expect(set).toMatchObject({ value: 'Europe/Paris', row: { isSet: true, fault: null } });
    expect(set.row?.updatedBy).not.toBeNull();
    await change({ key: 'site.timezone', value: null, version: set.row!.version });
    expect(await settingOf('site.timezone')).toMatchObject({ value: 'America/Denver', row: { isSet: false } });
    expect((await shell()).site.timezone).toBe('America/Denver');
    const history = await call('GET', `/api/systemSettings/${set.row!.id}/history`);
    expect(history.status).toBe(200);
    expect(history.body).toHaveLength(2);
  });
});

describe('a refused change', () => {
  test('of several is refused as a whole, with each fault at its key', async () => {
    const answer = await change(
      { key: 'site.timezone', value: 'Mars/Olympus', version: null },
      { key: 'site.terms', value: [{ name: 'Spring', start: '02-30', end: '05-01' }], version: null },
      { key: 'no.such', value: 1, version: null },
    );
    expect(answer.status).toBe(400);
    expect(answer.body?.['errors']).toEqual({
      'site.timezone': expect.stringContaining('Must be one of') as string,
      'site.terms': '"02-30" does not exist in every year. Enter a month and day, such as 08-17',
      'no.such': 'There is no such setting',
    });
    expect(await t.services.db.selectFrom('systemSettings').selectAll().execute()).toEqual([]);
  });

  test('is one of a value that someone changed meanwhile', async () => {
    await change({ key: 'site.timezone', value: 'Europe/Paris', version: null });
    expect((await change({ key: 'site.timezone', value: 'Europe/Rome', version: null })).status).toBe(412);
    const { row } = (await settingOf('site.timezone'))!;
    expect((await change({ key: 'site.timezone', value: 'Europe/Rome', version: row!.version })).status).toBe(200);
    expect((await change({ key: 'site.timezone', value: 'Europe/Oslo', version: row!.version })).status).toBe(412);
    expect((await shell()).site.timezone).toBe('Europe/Rome');
  });

  test.each([
    ['an unknown key', { key: 'site.timezon', value: 'UTC' }, 'key', 'Did you mean "site.timezone"?'],
    ['a value of the wrong kind', { key: 'site.terms', value: 'Spring' }, 'value', 'Must be a list'],
    ['a value beyond the limits', { key: 'site.timezone', value: 'Mars/Olympus' }, 'value', 'Must be one of'],
  ])('by the generic calls and by commands is that of %s', async (_title, row, field, message) => {
    const answer = await call('POST', '/api/systemSettings', row);
    expect(answer.status).toBe(400);
    expect((answer.body?.['errors'] as Record<string, string>)[field]).toContain(message);
    const command = t.services.engine.create(SYSTEM, 'systemSettings', row, { command: true });
    await expect(command).rejects.toMatchObject({ problem: { status: 400 } });
  });

  test('is one by anyone else', async () => {
    const cookie = await t.loginAs('eventadmin');
    expect((await call('GET', PATH, undefined, cookie)).status).toBe(403);
    const changes = [{ key: 'site.timezone', value: 'Europe/Rome', version: null }];
    expect((await call('PUT', PATH, { changes }, cookie)).status).toBe(403);
    expect((await t.app.inject({ url: PATH })).statusCode).toBe(401);
  });
});

describe('what an earlier version has left', () => {
  test('stays stored, is marked as not used, and can only be deleted', async () => {
    await stored([
      { key: 'oldThing', value: '7' },
      { key: 'site.timezone', value: 'Atlantis/Center' },
    ]);
    const answer = (await call('GET', PATH)).body as unknown as DeclaredSettings;
    expect(answer.unused).toMatchObject([{ key: 'oldThing', value: '7' }]);
    expect(await settingOf('site.timezone')).toMatchObject({
      value: 'America/Denver',
      row: { fault: expect.stringContaining('Must be one of') as string },
    });
    expect((await shell()).site.timezone).toBe('America/Denver');
    const [unused] = answer.unused;
    expect((await call('PUT', `/api/systemSettings/${unused!.id}`, { value: '8' })).status).toBe(400);
    expect((await call('DELETE', `/api/systemSettings/${unused!.id}`)).status).toBe(200);
  });
});
