import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../server/platform/database.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
let cookie: string;

beforeAll(async () => {
  t = await startTestApp({ works: false });
  cookie = await t.loginAs('administrator');
});
afterAll(() => t.close());

test('while one table is locked, calls that need others are answered', async () => {
  const other = openDatabase(t.services.settings.databaseUrl ?? '', { max: 1 });
  const events = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holder = other.transaction().execute(async (tx) => {
    await sql`lock table tickets in access exclusive mode`.execute(tx);
    locked.resolve();
    await events.promise;
  });
  await locked.promise;
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
  events.resolve();
  await holder;
  const answers = await Promise.all(stuck);
  expect(new Set(answers)).toEqual(new Set([200]));
  expect((await sql`select 1`.execute(db)).rows).toHaveLength(1);
  await other.destroy();
});
