import { fastify } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCURACIES } from '../../domain/declarations/list-total.ts';
import { openServices } from '../../server/open-services.ts';
import { transaction } from '../../server/platform/database.ts';
import { Counter } from '../../server/resources/count.ts';
import { sendPage } from '../../server/resources/send-page.ts';
import type { Services } from '../../server/services.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;
/** Another process of the same installation: it shares nothing but the database. */
let other: { services: Services; close(): Promise<void> };
beforeAll(async () => {
  t = await startTestApp();
  const { settings, model } = t.services;
  other = await openServices(settings, model, settings.databaseUrl ?? '');
});
afterAll(async () => {
  await other.close();
  await t.close();
});

const query = { filter: { name_like: 'Total %' }, range: [0, 1] };
const totals = async (): Promise<number[]> =>
  Promise.all([t, other].map(async ({ services }) => (await services.engine.list(SYSTEM, 'categories', query)).total));
const write = (services: Services, name: string) =>
  services.engine.create(SYSTEM, 'categories', { name, active: true }, { command: true });

test('a total is exact right after any write, by any part of any process', async () => {
  for (const name of ['Total 1', 'Total 2', 'Total 3']) await write(t.services, name);
  expect(await totals()).toEqual([3, 3]);
  const made = await write(other.services, 'Total 4');
  expect(await totals()).toEqual([4, 4]);
  await t.services.engine.update(SYSTEM, 'categories', Number(made['id']), { name: 'Else' }, { command: true });
  expect(await totals()).toEqual([3, 3]);
  await sql`insert into "categories" ("name", "active") select 'Total ' || n, true from generate_series(10, 14) n`.execute(
    t.services.db,
  );
  expect(await totals()).toEqual([8, 8]);
  await transaction(other.services.db, async (tx) => {
    await sql`delete from "categories" where "name" = 'Total 10'`.execute(tx);
    expect((await other.services.engine.list(SYSTEM, 'categories', { ...query, tx })).total).toBe(7);
    expect(await totals()).toEqual([8, 8]);
  });
  expect(await totals()).toEqual([7, 7]);
  await t.services.engine.removeMany(SYSTEM, 'categories', query.filter);
  expect(await totals()).toEqual([0, 0]);
});

describe('above 10,000 rows', () => {
  beforeAll(async () => {
    await sql`insert into "categories" ("name", "active") select 'Many ' || n, true from generate_series(1, 10345) n`.execute(
      t.services.db,
    );
  });
  afterAll(() => sql`delete from "categories" where "name" like 'Many %'`.execute(t.services.db));

  /** Counts of a process that has all the time it needs. */
  const totalsOf = (pattern: string) => {
    const { db, engine } = t.services;
    const counter = new Counter(db, { countLimit: 60_000 });
    const view = engine.resolver.whole(engine.resolver.resource('categories'));
    return async () => counter.total(db, view, sql`"name" like ${pattern}`, await counter.revision(view));
  };

  test('a total is exact where counting takes little time', async () => {
    expect(await totalsOf('Many %')()).toEqual({ number: 10_345 });
  });

  test('of very many rows it is an estimate first, which the count replaces', async () => {
    const { db } = t.services;
    await sql`insert into "categories" ("name", "active") select 'Crowd ' || n, true from generate_series(1, 60123) n`.execute(
      db,
    );
    await sql`analyze "categories"`.execute(db);
    const total = totalsOf('Crowd %');
    const first = await total();
    expect([first.accuracy, Number(first.number.toPrecision(2))]).toEqual(['estimate', first.number]);
    await expect.poll(total, { interval: 200, timeout: 20_000 }).toEqual({ number: 60_123 });
    await sql`delete from "categories" where "name" like 'Crowd %'`.execute(db);
  });

  test('otherwise it is a rounded estimate that says so', async () => {
    const counter = new Counter(t.services.db);
    const view = t.services.engine.resolver.whole(t.services.engine.resolver.resource('categories'));
    // Counting up to the limit is fast; a later row takes longer than all of them may.
    const slow = sql`case when "name" like 'Many %'
      then substring("name" from 6)::int <= 10100 or pg_sleep(1) is not null else false end`;
    const total = await counter.total(t.services.db, view, slow, null);
    expect(['estimate', 'minimum']).toContain(total.accuracy);
    expect([total.number >= 10_000, Number(total.number.toPrecision(2))]).toEqual([true, total.number]);
  });
});

test('the header of a total that is not exact says so; the range stays numbers for every client', async () => {
  const app = fastify();
  const page = { rows: [1], total: 17_000, start: 0, end: 0 };
  app.get('/:accuracy', ({ params }, reply) => {
    const { accuracy } = params as { accuracy: string };
    return sendPage(reply, 'things', { ...page, accuracy: ACCURACIES.find((one) => one === accuracy) });
  });
  const headersOf = async (path: string) => {
    const { headers } = await app.inject({ url: `/${path}` });
    return [headers['content-range'], headers['total-accuracy']];
  };
  expect(await headersOf('exact')).toEqual(['things 0-0/17000', undefined]);
  expect(await headersOf('estimate')).toEqual(['things 0-0/17000', 'estimate']);
  expect(await headersOf('minimum')).toEqual(['things 0-0/17000', 'minimum']);
  await app.close();
});

test('what is rolled back changes no total', async () => {
  await write(t.services, 'Total kept');
  await write(t.services, 'Total kept too');
  await write(t.services, 'Total kept three');
  const undone = transaction(t.services.db, async (tx) => {
    await sql`delete from "categories" where "name" = 'Total kept'`.execute(tx);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await totals()).toEqual([3, 3]);
});

test('a failed statement outside a transaction leaves its connection usable', async () => {
  const failing = sql`update "categories" set "id" = 'x'::int`.execute(t.services.db);
  await expect(failing).rejects.toThrow();
  expect(await totals()).toEqual([3, 3]);
});

test('a write of a cached resource counts in a row of that resource and of its own connection', async () => {
  await transaction(t.services.db, async (tx) => {
    const link = { title: 'One', url: '/one', category: 'Quick', active: true };
    await t.services.engine.create(SYSTEM, 'links', link, { command: true, tx });
    const { rows } = await sql<{ own: boolean }>`select "name" = 'public/links/' || pg_backend_pid() % 16 as "own"
      from "revisions" where "name" like 'public/%' and "xmin"::text = pg_current_xact_id()::text`.execute(tx);
    expect(rows).toEqual([{ own: true }]);
  });
});
