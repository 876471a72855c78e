import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../server/platform/database.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
let cookie: string;

beforeAll(async () => {
  t = await startTestApp();
  cookie = await t.loginAs('administrator');
});
afterAll(() => t.close());

/** Locks the table until `release`. */
async function lockTable(table: string): Promise<{ release: () => Promise<void> }> {
  const other = openDatabase(t.services.settings.databaseUrl ?? '', { max: 1 });
  const end = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holder = other.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
    locked.resolve();
    await end.promise;
  });
  await locked.promise;
  const release = async (): Promise<void> => {
    end.resolve();
    await holder;
    await other.destroy();
  };
  return { release };
}

test('while one table is locked, calls that need others are answered', async () => {
  const { release } = await lockTable('tickets');
  const read = (url: string): Promise<number> =>
    t.app.inject({ url, headers: { cookie } }).then(({ statusCode }) => statusCode);
  // More of them than there are connections (8).
  const stuck = Array.from({ length: 40 }, (_, index) =>
    read(index % 2 === 0 ? '/api/tickets?range=[0,1]' : '/api/tickets/1'),
  );
  const { db, watch } = t.services;
  await expect
    .poll(async () => {
      const waiting = sql<{ count: number }>`select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return (await waiting.execute(db)).rows[0]?.count ?? 0;
    })
    .toBeGreaterThan(1);
  for (let round = 0; round < 5; round += 1)
    expect(await Promise.all(['/api/users/1', '/api/content/page?title=home', '/readyz'].map(read))).toEqual([
      200, 200, 200,
    ]);
  expect(watch.pool().waiting).toBeGreaterThan(10);
  await release();
  const answers = await Promise.all(stuck);
  expect(new Set(answers)).toEqual(new Set([200]));
  expect((await sql`select 1`.execute(db)).rows).toHaveLength(1);
});

test('while the table of accounts is locked, visitors are answered', async () => {
  const { release } = await lockTable('users');
  const url = '/api/content/page?title=home';
  const stuck = Array.from({ length: 40 }, () => t.app.inject({ url, headers: { cookie } }));
  for (let round = 0; round < 5; round += 1)
    expect((await Promise.all([t.app.inject({ url }), t.app.inject({ url })])).map((one) => one.statusCode)).toEqual([
      200, 200,
    ]);
  await release();
  expect(new Set((await Promise.all(stuck)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
});
