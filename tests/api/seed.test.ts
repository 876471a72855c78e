import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ContentPage } from '../../domain/calls/pages.ts';
import { addStarterPage } from '../../server/features/content/starter-page.ts';
import { loadModel } from '../../server/declarations/load-model.ts';
import { aboutStarterForms } from '../../server/features/forms/starter-forms.ts';
import { openDemoAccounts, seed } from '../../server/features/demo/seed.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import type { Services } from '../../server/services.ts';
import { makeRow } from '../factories/any-row.ts';
import { copiedDeclarations } from '../factories/declarations.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';
import { storedResources } from '../../server/declarations/views.ts';

const files = copiedDeclarations();
let t: TestApp;
/** With smaller pictures in the demonstration: encoding them takes most of a seed's time. */
let services: Services;
beforeAll(async () => {
  const folder = join(files.root, 'config', 'demo', 'images');
  for (const name of (await readdir(folder)).filter((one) => !one.endsWith('.json'))) {
    const picture = sharp(await readFile(join(folder, name)));
    await writeFile(join(folder, name), await picture.resize({ width: 240 }).toBuffer());
  }
});
afterAll(() => files.remove());
beforeEach(async () => {
  t = await startTestApp();
  services = { ...t.services, settings: { ...t.services.settings, root: files.root } };
});
afterEach(() => t.close());

/** Row counts by resource, except revisions, whose number depends on the connections that wrote. */
async function counts(): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (const { name: table } of storedResources(t.services.model).filter(({ name }) => name !== 'revisions')) {
    const { rows } = await sql<{ found: number }>`select count(*) as found from ${sql.table(table)}`.execute(
      t.services.db,
    );
    counted[table] = rows[0]!.found;
  }
  return counted;
}

async function empty(): Promise<void> {
  const tables = storedResources(t.services.model).map(({ name }) => sql.table(name));
  await t.services.db.transaction().execute(async (tx) => {
    // Without triggers, which refuse it for what is only added.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`truncate ${sql.join(tables)} restart identity cascade`.execute(tx);
  });
}

test('the demonstration has an account for every role, named as the role, and rows of its files', async () => {
  const roles = t.services.model.roles
    .filter(({ implicit }) => implicit !== 'public')
    .map(({ name }) => name.toLowerCase());
  expect((await openDemoAccounts(t.services.db)).sort()).toEqual(roles.sort());
  for (const role of roles) expect(await t.loginAs(role)).toContain('atrium=');
  const made = await counts();
  for (const resource of [
    'users',
    'groups',
    'categories',
    'events',
    'instances',
    'locations',
    'storeItems',
    'permissions',
    'siteSettings',
  ]) {
    expect(made[resource], resource).toBeGreaterThan(0);
  }
});

test('seeding again changes nothing', async () => {
  const before = await counts();
  await seed(services, { demo: true });
  expect(await counts()).toEqual(before);
});

test('several processes that seed at the same time do it once', async () => {
  // The demonstration depends on the day, which must not change in between.
  services.clock.moveTo('2026-11-24T19:00:00Z');
  await empty();
  await seed(services, { demo: true });
  const whole = await counts();
  await empty();
  await Promise.all([1, 2, 3].map(() => seed(services, { demo: true })));
  expect(await counts()).toEqual({ ...whole, loginAttempts: 0, sessions: 0 });
});

test('without the demonstration there are rules, settings and published forms, and no account', async () => {
  await empty();
  await seed(services, { demo: false });
  const made = await counts();
  expect(made).toMatchObject({ users: 0, credentials: 0, events: 0, siteSettings: 1 });
  expect(made.permissions).toBeGreaterThan(20);
  expect(made.formVersions).toBeGreaterThan(5);
  expect(made.formVersions).toBe(made.forms);
  expect(await openDemoAccounts(t.services.db)).toEqual([]);
});

test('a new installation has a page to show first, which stays; one that was changed is left alone', async () => {
  await empty();
  await seed(services, { demo: false });
  await Promise.all([1, 2].map(() => addStarterPage(t.services)));
  const home = async () => t.app.inject({ url: '/api/content/page?title=home' });
  const page = (await home()).json<ContentPage>();
  expect(page).toMatchObject({ title: 'Welcome to Atrium', type: 'Card' });
  expect(page.cards.map(({ title }) => title)).toEqual([
    'Make a request',
    'Follow your requests',
    'Make this page your own',
  ]);
  await t.services.engine.update(SYSTEM, 'pages', page.id, { title: 'Ours' }, { command: true });
  await addStarterPage(t.services);
  expect((await home()).json<ContentPage>().title).toBe('Ours');
  await expect(t.services.engine.remove(SYSTEM, 'pages', page.id, { command: true })).rejects.toThrow('home page');
});

test('a rule that an administrator deleted stays deleted', async () => {
  await sql`delete from permissions`.execute(t.services.db);
  await seed(services, { demo: true });
  expect((await counts()).permissions).toBe(0);
});

describe('an update that brings a resource', () => {
  const rules = async () =>
    (
      await sql<{
        rule: string;
      }>`select concat_ws(' ', role, resource, actions) as rule from permissions order by id`.execute(t.services.db)
    ).rows.map(({ rule }) => rule);
  /** The database as the version before blocks left it. */
  const before = async (): Promise<void> => {
    await sql`drop table "blockDates", blocks`.execute(t.services.db);
    await sql`delete from atrium_schema_objects where "table" in ('blocks', 'blockDates')`.execute(t.services.db);
    await sql`delete from permissions where resource = 'blocks'`.execute(t.services.db);
    await sql`update atrium_schema set hash = 'earlier'`.execute(t.services.db);
  };
  const update = async () => {
    await syncSchema(t.services.db, t.services.model);
    await seed(services, { demo: false });
  };

  test('grants what the rules of a view say, although it has no table', async () => {
    const ofView = async () => (await rules()).filter((rule) => rule.includes(' sessionFigures '));
    const granted = await ofView();
    expect(granted.length).toBeGreaterThan(1);
    await sql`delete from atrium_schema_objects where kind = 'view'`.execute(t.services.db);
    await sql`delete from permissions where resource = 'sessionFigures'`.execute(t.services.db);
    await sql`update atrium_schema set hash = 'earlier'`.execute(t.services.db);
    await update();
    expect(await ofView()).toEqual(granted);
    await sql`delete from permissions where resource = 'sessionFigures'`.execute(t.services.db);
    await update();
    expect(await ofView()).toEqual([]);
  });

  test('grants what its rules say, once, with any number of starting servers, and touches no other rule', async () => {
    const whole = await rules();
    await before();
    await sql`delete from permissions where resource = 'hoursExceptions'`.execute(t.services.db);
    await sql`update permissions set actions = '["read"]' where resource = 'locations'`.execute(t.services.db);
    const stored = await rules();
    await Promise.all([update(), update(), update()]);
    const after = await rules();
    expect(after.filter((rule) => !rule.includes(' blocks '))).toEqual(stored);
    const added = whole.filter((rule) => rule.includes(' blocks '));
    expect(added.length).toBeGreaterThan(3);
    expect(after.filter((rule) => rule.includes(' blocks '))).toEqual(added);
    const cookie = await t.loginAs('calendaradmin');
    expect((await t.app.inject({ url: '/api/blocks', headers: { cookie } })).statusCode).toBe(200);

    await sql`delete from permissions where resource = 'blocks'`.execute(t.services.db);
    await update();
    await sql`update atrium_schema set hash = 'later'`.execute(t.services.db);
    await update();
    expect(await rules()).toEqual(stored);
  });

  test('that was interrupted before its rules were seeded grants them at the next start', async () => {
    const whole = await rules();
    await before();
    await syncSchema(t.services.db, t.services.model);
    await sql`update atrium_schema set hash = 'later'`.execute(t.services.db);
    await update();
    expect((await rules()).toSorted()).toEqual(whole.toSorted());
  });

  test('leaves rules alone that the resource has already', async () => {
    await before();
    await makeRow(t.services, 'permissions', { role: 'Student', resource: 'blocks', actions: ['read'] });
    const stored = await rules();
    await update();
    expect(await rules()).toEqual(stored);
  });
});

test('an account whose password was changed is no longer open to everyone', async () => {
  const cookie = await t.loginAs('student');
  await t.app.inject({
    method: 'POST',
    url: '/api/account/password',
    headers: { cookie },
    payload: { currentPassword: 'atrium-demo', newPassword: 'nobody else knows' },
  });
  expect(await openDemoAccounts(t.services.db)).not.toContain('student');
});

test('a fault in the data leaves the database as it was', async () => {
  await empty();
  // A group with a name of the demonstration's, which must be unique.
  await makeRow(t.services, 'groups', { name: 'faculty' });
  const before = await counts();
  await expect(seed(services, { demo: true })).rejects.toThrow();
  expect(await counts()).toMatchObject({ users: before.users, credentials: 0, groups: 1, events: 0 });
});

test('a starter form that is missing is made at the next start, one that was deleted is not', async () => {
  await sql`update forms set name = 'a-question', "deletedAt" = atrium_now() where name = 'general-question'`.execute(
    t.services.db,
  );
  await sql`update forms set "deletedAt" = atrium_now() where name = 'poster-printing'`.execute(t.services.db);
  await seed(services, { demo: false });
  const { rows } = await sql<{ name: string }>`select name from forms where "deletedAt" is null order by name`.execute(
    t.services.db,
  );
  const names = rows.map((row) => row.name);
  expect(names).toContain('general-question');
  expect(names).not.toContain('poster-printing');
});

describe('a starter form that names a location', () => {
  const withPlace = (place: string, name = 'desk-loan') => {
    const loan = files.read('config/forms/equipment-loan.json') as { schema: { properties: Record<string, object> } };
    const { pickupAt, ...more } = loan.schema.properties;
    const properties = { ...more, pickupAt: { ...pickupAt, 'x-place': place } };
    files.write('config/forms/desk-loan.json', { ...loan, name, schema: { ...loan.schema, properties } });
  };
  afterEach(() => files.delete('config/forms/desk-loan.json'));

  test('has its id once it is made, also in a new demonstration', async () => {
    withPlace('Print room');
    await loadModel(files.root);
    await empty();
    await seed(services, { demo: true });
    const { rows } = await sql`
      select l."displayName" from forms f join "formVersions" v on v.id = f."currentVersionId"
      join locations l on l.id = (v.schema #>> '{properties,pickupAt,x-place}')::int where f.name = 'desk-loan'`.execute(
      t.services.db,
    );
    expect(rows).toEqual([{ displayName: 'Print room' }]);
  });

  const published = async (name: string) =>
    (await t.services.db.selectFrom('forms').select('name').where('name', '=', name).execute()).length;

  test.each([
    ['Print rom', 'misspelled-loan', 'once the location “Print rom” exists. Did you mean "Print room"?'],
    ['Makeshop', 'twin-loan', 'once only one location has the name “Makeshop”.'],
  ])(
    'waits, with a warning, where the name is %s, and is published at a later start',
    async (place, name, condition) => {
      const twin = await makeRow(t.services, 'locations', { displayName: 'Makeshop' });
      withPlace(place, name);
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      onTestFinished(() => warn.mockRestore());
      await seed(services, { demo: false });
      const sentence = `“Equipment loan” is published at the first start ${condition}`;
      expect(warn.mock.calls).toEqual([[`Forms: ${sentence}`]]);
      expect(await aboutStarterForms.facts?.(services, new AbortController().signal)).toEqual({
        facts: [{ label: 'Not published', value: sentence, state: 'attention' }],
      });
      expect(await published(name)).toBe(0);

      await t.services.engine.update(SYSTEM, 'locations', Number(twin.id), { displayName: 'Print rom' });
      warn.mockClear();
      await seed(services, { demo: false });
      expect(warn).not.toHaveBeenCalled();
      expect(await published(name)).toBe(1);
      await t.services.engine.update(SYSTEM, 'locations', Number(twin.id), { displayName: 'Elsewhere' });
    },
  );
});
