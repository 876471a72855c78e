/**
 * The first rows of a database. The demonstration's are files of config/demo, read in the order of their names:
 *
 *   { "categories": [ { "name": "Laser" } ],
 *     "events": [ { "title": "Laser training", "categoryId": "@categories:name=Laser" } ] }
 *
 * "@resource:field=text" is the id of a row made earlier (by these files, or a demonstration account:
 * "@users:username=student"), "@resource:3" that of the third one; "@today-3d" a date and "@now+3d 14:00" an instant, both in the campus's time zone; "@week+1 Tue" the Tuesday of next week, "@week+1 Tue 14:00" an instant on it;
 * `"@daily": 14` makes a row for each of fourteen days (demo-values.ts), `"@ifFree": true` none of a session in whose way something is.
 * `"@card": "6012340000000001"` of a user is a card, which is stored as at the front desk.
 * "@image:name" is the file of a picture of config/demo/images (seed-images.ts). siteSettings has one row, which is filled in.
 * The demonstration's requests follow (seed-requests.ts).
 * Rows go through the engine, as commands: what its schema or its rules refuse stops the seeding as a whole.
 */
import { sql } from 'kysely';
import { DateTime } from 'luxon';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, parse } from 'node:path';
import { SYSTEM } from '../../../domain/declarations/actor.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { type Db, type Tx, transaction } from '../../platform/database.ts';
import { takeLocks } from '../../platform/locks.ts';
import { newResources, takeNewResources } from '../../platform/new-tables.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { setPassword } from '../accounts/account-commands.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { cardHash } from '../checkin/cards.ts';
import { sealCard } from '../checkin/offline-scans.ts';
import { loadStarterForms, waitingForms } from '../forms/starter-forms.ts';
import { acceptImage } from '../images/accept-image.ts';
import { imageStore } from '../images/routes.ts';
import { type SessionPlan, conflictsOfPlans } from '../sessions/scheduling/session-conflicts.ts';
import { repeatedRows, MadeRows, resolve } from './demo-values.ts';
import { seedRequests } from './seed-requests.ts';
import { readHistory, seedViews } from './seed-views.ts';

const ENDINGS = ['.webp', '.png', '.jpg'];

export async function seedImages(services: CommandServices): Promise<Map<string, string>> {
  const folder = join(services.settings.root, 'config', 'demo', 'images');
  const names = (await readdir(folder).catch(() => [])).filter((name) => ENDINGS.includes(extname(name))).sort();
  const alts =
    names.length === 0
      ? {}
      : (JSON.parse(await readFile(join(folder, 'alt.json'), 'utf8').catch(() => '{}')) as Record<string, string>);
  const store = imageStore(services);
  const files = new Map<string, string>();
  for (const name of names) {
    const { row } = await acceptImage(services, store, SYSTEM, {
      name,
      alt: alts[parse(name).name] ?? '',
      crop: null,
      use: name.endsWith('.png') ? 'icon' : 'photo',
      bytes: createReadStream(join(folder, name)),
      announced: null,
    });
    files.set(parse(name).name, String(row['file']));
  }
  return files;
}

export const DEMO_PASSWORD = 'atrium-demo';

type Files = Record<string, Row[]>[];
type Account = { row: Row; passwordHash: string };

/**
 * Seeds what this database has not received yet: the permission rules and settings of every installation, the rules of resources that
 * an update brought, the forms of config/forms and, with `demo`, the demonstration. Each runs in one transaction, in whichever process comes first.
 */
export async function seed(
  services: CommandServices & Needs<'permissions'>,
  { demo }: { demo: boolean },
): Promise<void> {
  const { db, model, settings } = services;
  const isNew = !(await isSeeded(db, 'seed'));
  if (isNew || (await newResources(db)).length > 0) {
    const { rules } = await readJson<{ rules: Row[] }>(join(settings.root, 'config', 'permissions.json'));
    if (isNew) await once(db, 'seed', (tx) => seedBasics(services, tx, rules));
    await transaction(db, (tx) => seedNewResources(services, tx, rules));
  }
  if (demo && !(await isSeeded(db, 'demo'))) {
    const [accounts, files, history] = await Promise.all([
      demoAccounts(services),
      readDemoFiles(settings.root),
      readHistory(settings.root),
    ]);
    const made = new MadeRows(await seedImages(services));
    const now = DateTime.fromMillis(services.clock.now(), { zone: model.site.timezone });
    await once(db, 'demo', async (tx) => {
      await takeLocks(tx, new Set(['prerequisites', 'scheduling']));
      await seedDemo(services, tx, { accounts, files, made, now });
      await seedViews(tx, history, now);
    });
  }
  await transaction(db, async (tx) => {
    await waitForOthers(tx);
    await loadStarterForms(services, tx);
  });
  for (const sentence of await waitingForms(services)) console.warn(`Forms: ${sentence}`);
  await services.permissions.refresh();
  if (demo && !(await isSeeded(db, 'demo-requests'))) {
    await once(db, 'demo-requests', () =>
      seedRequests(services, DateTime.fromMillis(services.clock.now(), { zone: model.site.timezone })),
    );
  }
}

/** What a start has to seed first: a new database has nothing, and the first start may have been interrupted. */
export async function missingSeeds({ db, settings }: CommandServices): Promise<{ basics: boolean; demo: boolean }> {
  const account = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  const isBegun = account !== undefined && !(await isSeeded(db, 'demo'));
  return {
    basics: !(await isSeeded(db, 'seed')),
    // Only the embedded database gets one, and only while no one has an account but those of the demonstration.
    demo: settings.databaseUrl === null && !isBegun && !(await isSeeded(db, 'demo-requests')),
  };
}

export async function openDemoAccounts(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('revisions as r')
    .innerJoin('credentials as c', 'c.changedAt', 'r.createdAt')
    .innerJoin('users as u', 'u.id', 'c.userId')
    .select('u.username')
    .where('r.name', '=', 'demo')
    .where('u.active', '=', true)
    .orderBy('u.id')
    .execute();
  return rows.map(({ username }) => username);
}

async function isSeeded(db: Db, name: string): Promise<boolean> {
  const seeded = await db.selectFrom('revisions').select('id').where('name', '=', name).executeTakeFirst();
  return seeded !== undefined;
}

/** A concurrent process blocks at the insert until the first has finished, and then has nothing to do. */
async function once(db: Db, name: string, work: (tx: Tx) => Promise<void>): Promise<void> {
  await transaction(db, async (tx) => {
    await waitForOthers(tx);
    const first = await tx
      .insertInto('revisions')
      .values({ name, value: 1 })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (first) await work(tx);
  });
}

/** Another process may take long on a slow machine. */
async function waitForOthers(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = '5min'`.execute(tx);
}

async function seedBasics({ engine }: Needs<'engine'>, tx: Tx, rules: Row[]): Promise<void> {
  const asCommand = { tx, command: true };
  await takeNewResources(tx);
  for (const rule of rules) await engine.create(SYSTEM, 'permissions', rule, asCommand);
  await engine.create(SYSTEM, 'siteSettings', { name: 'site' }, asCommand);
}

async function seedNewResources({ engine }: Needs<'engine'>, tx: Tx, rules: readonly Row[]): Promise<void> {
  await waitForOthers(tx);
  const added = await takeNewResources(tx);
  if (added.length === 0) return;
  const ruled = await tx.selectFrom('permissions').select('resource').where('resource', 'in', added).execute();
  const isRuled = new Set(ruled.map(({ resource }) => resource));
  for (const rule of rules) {
    const name = String(rule['resource']);
    if (added.includes(name) && !isRuled.has(name))
      await engine.create(SYSTEM, 'permissions', rule, { tx, command: true });
  }
}

async function seedDemo(
  services: CommandServices,
  tx: Tx,
  { accounts, files, made, now }: { accounts: Account[]; files: Files; made: MadeRows; now: DateTime },
): Promise<void> {
  const { engine } = services;
  const asCommand = { tx, command: true };
  const site = await tx.selectFrom('siteSettings').select('id').where('name', '=', 'site').executeTakeFirst();
  const make = async (resource: string, row: Row): Promise<Row> => {
    const { '@card': card, ...values } = resolve(row, made, now) as Row;
    const data = typeof card === 'string' ? { ...values, ...(await storedCard(services, card)) } : values;
    const id = resource === 'siteSettings' ? site?.id : undefined;
    const created =
      id === undefined
        ? await engine.create(SYSTEM, resource, data, asCommand)
        : await engine.update(SYSTEM, resource, id, data, asCommand);
    made.add(resource, created);
    return created;
  };
  for (const { row, passwordHash } of accounts) {
    const user = await make('users', row);
    await setPassword(tx, Number(user.id), passwordHash);
  }
  for (const [resource, rows] of files.flatMap((file) => Object.entries(file))) {
    if (resource === 'events') await addStarterForms(services, tx, made);
    for (const { '@ifFree': isOptional, ...row } of rows.flatMap(repeatedRows))
      if (isOptional !== true || (await isFree(services, tx, resolve(row, made, now) as Row)))
        await make(resource, row);
  }
}

async function storedCard(services: CommandServices, card: string): Promise<Row> {
  return { cardHash: await cardHash(services, card), cardSealed: await sealCard(services, card) };
}

/** Events refer to them, and they to locations. */
async function addStarterForms(services: CommandServices, tx: Tx, made: MadeRows): Promise<void> {
  await loadStarterForms(services, tx);
  for (const form of await tx.selectFrom('forms').select(['id', 'name']).execute()) made.add('forms', form);
}

async function isFree(services: Needs<'engine' | 'model'>, tx: Tx, session: Row): Promise<boolean> {
  const { startsAt, endsAt, locationId, instructorIds } = session as unknown as Omit<SessionPlan, 'key'>;
  const plan = { key: 'session', startsAt, endsAt, locationId, instructorIds };
  return (await conflictsOfPlans(services, tx, SYSTEM, [plan], [])).size === 0;
}

/** One account per role (except implicit ones), named after the role in lower case. */
async function demoAccounts({ model }: Needs<'model'>): Promise<Account[]> {
  const roles = model.roles.filter((role) => role.implicit !== 'public');
  return Promise.all(
    roles.map(async (role) => ({
      row: {
        username: role.name.toLowerCase(),
        displayName: role.label,
        email: `${role.name.toLowerCase()}@campus.example`,
        roles: role.implicit ? [] : [role.name],
        groupIds: [],
        active: true,
      },
      passwordHash: await hashPassword(DEMO_PASSWORD),
    })),
  );
}

async function readDemoFiles(root: string): Promise<Files> {
  const folder = join(root, 'config', 'demo');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(names.map((name) => readJson<Record<string, Row[]>>(join(folder, name))));
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(file, 'utf8')) as T;
}
