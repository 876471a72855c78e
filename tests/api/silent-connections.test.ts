import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { transaction } from '../../server/platform/database.ts';
import { startJobs } from '../../server/platform/jobs/jobs.ts';
import { startSilentProxy, type SilentProxy } from '../factories/silent-proxy.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
let proxy: SilentProxy;
let cookie: string;

beforeAll(async () => {
  t = await startTestApp({ through: async (url) => (proxy = await startSilentProxy(url)).url });
  cookie = await t.loginAs('administrator');
});
afterAll(async () => {
  await t.close();
  await proxy.close();
});

const CALLS = ['/api/users/1', '/api/content/page?title=home', '/readyz', '/api/UserCookieData'];

async function statuses(): Promise<number[]> {
  const answers = await Promise.all(CALLS.map((url) => t.app.inject({ url, headers: { cookie } })));
  return answers.map(({ statusCode }) => statusCode);
}

/** The pool full of connections, all of them open and unused. */
async function fillPool(): Promise<void> {
  await Promise.all(Array.from({ length: 5 }, () => sql`select pg_sleep(0.2)`.execute(t.services.db)));
}

const WELL = CALLS.map(() => 200);

describe('connections that fall silent without being closed', () => {
  test('are replaced: calls are answered again while the silent ones still hang', async () => {
    await fillPool();
    expect(await statuses()).toEqual(WELL);
    const { size } = t.services.watch.pool();
    expect(proxy.silence()).toBeGreaterThanOrEqual(size);
    const late = await Promise.all([statuses(), statuses()]);
    // Those that hung are refused for now, none is an error of ours.
    expect(late.flat().every((status) => [200, 503].includes(status))).toBe(true);
    await expect.poll(statuses, { timeout: 10_000 }).toEqual(WELL);
  });

  test('of a database that accepts but never answers make calls fail, and work again when it answers', async () => {
    proxy.swallow(true);
    proxy.silence();
    const hanging = await Promise.all([statuses(), statuses()]);
    expect(hanging.flat().filter((status) => status !== 503)).toEqual([]);
    const refused = await t.app.inject({ url: '/api/users/1', headers: { cookie } });
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('5');
    proxy.swallow(false);
    await expect.poll(statuses, { timeout: 20_000 }).toEqual(WELL);
  });
});

test('background jobs continue although the connections of their queue fell silent', async () => {
  const { db, settings, clock } = t.services;
  // A queue of its own: that of the server still waits for connections that the tests above left without an answer.
  const own = await startSilentProxy(settings.databaseUrl ?? '');
  const faults: string[] = [];
  const jobs = await startJobs(own.url, clock, ({ message }) => faults.push(message));
  onTestFinished(async () => {
    await jobs.stop();
    await own.close();
  });
  const second = Promise.withResolvers<void>();
  await jobs.work('silent-test', async ({ n }) => (n === 2 ? second.resolve() : undefined));
  await transaction(db, (tx) => jobs.enqueue(tx, 'silent-test', { n: 1 }));
  const states = sql`select state from pgboss.job where name = 'silent-test'`;
  // Until it is stored as done, the first job itself has a statement to lose.
  await expect.poll(async () => (await states.execute(db)).rows).toEqual([{ state: 'completed' }]);
  expect(own.silence()).toBeGreaterThan(0);
  await transaction(db, (tx) => jobs.enqueue(tx, 'silent-test', { n: 2 }));
  await second.promise;
  // Found to be silent: a statement that only times out reports "Query read timeout".
  expect(faults).toContainEqual(expect.stringMatching(/^Connection terminated unexpectedly/));
});

test('a statement that takes long is not taken for a silent connection', async () => {
  const { rows } = await sql<{ done: string }>`select 'done' as done, pg_sleep(6)`.execute(t.services.db);
  expect(rows[0]?.done).toBe('done');
});

test('a connection whose statement was never answered is not used again', async () => {
  const before = t.services.watch.pool().size;
  const held = t.services.db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx);
    proxy.silence();
    await sql`select 2`.execute(tx);
  });
  await expect(held).rejects.toThrow(/terminated|closed|not queryable|Connection/i);
  expect(await statuses()).toEqual(WELL);
  expect(t.services.watch.pool().size).toBeLessThanOrEqual(Math.max(before, 8));
});

test('the locks of a transaction whose connection fell silent do not outlive it', async () => {
  const lock = sql`select "id" from "revisions" where "name" = 'seed' for update`;
  const lost = t.services.db.transaction().execute(async (tx) => {
    await lock.execute(tx);
    proxy.silence();
    await sql`select 2`.execute(tx);
  });
  await expect(lost).rejects.toThrow();
  const begun = performance.now();
  await t.services.db.transaction().execute((tx) => lock.execute(tx));
  expect(performance.now() - begun).toBeLessThan(3_000);
});

test('the locks of transactions that the database forgot while it was unreachable are free when it answers', async () => {
  const lock = sql`select "id" from "revisions" where "name" = 'seed' for update`;
  const lost = t.services.db.transaction().execute(async (tx) => {
    await lock.execute(tx);
    proxy.swallow(true);
    proxy.silence();
    await sql`select 2`.execute(tx);
  });
  await expect(lost).rejects.toThrow();
  proxy.swallow(false);
  await expect.poll(statuses, { timeout: 20_000 }).toEqual(WELL);
  const begun = performance.now();
  await t.services.db.transaction().execute((tx) => lock.execute(tx));
  expect(performance.now() - begun).toBeLessThan(3_000);
});
