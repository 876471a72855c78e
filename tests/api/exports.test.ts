import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { BATCH_BYTES } from '../../server/resources/exports.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

const MB = 1024 * 1024;
const ROWS = 1_000;
const ROW_BYTES = 40_000;
const EXPORT = '/api/centers/export?fields=name,description';
let t: TestApp;
let admin: string;
let port: number;

beforeAll(async () => {
  t = await startTestApp();
  admin = await t.loginAs('administrator');
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  port = (t.app.server.address() as AddressInfo).port;
});
afterAll(() => t.close());

/** A client that has sent its request and reads only on demand. */
async function request(path: string, cookie = admin): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.pause();
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`);
  return socket;
}

async function firstByte(socket: Socket): Promise<void> {
  await once(socket, 'readable');
}

/** Reads to the end; returns the number of bytes and the last of them. */
async function readAll(socket: Socket): Promise<{ bytes: number; end: string }> {
  let bytes = 0;
  let end = '';
  for await (const chunk of socket) {
    bytes += (chunk as Buffer).length;
    end = (end + (chunk as Buffer).toString('latin1').slice(-100)).slice(-100);
  }
  return { bytes, end };
}

async function openExports(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as "count" from pg_stat_activity
    where "datname" = current_database() and "state" = 'idle in transaction'`.execute(t.services.db);
  return rows[0]?.count ?? 0;
}

test('a field can be requested once: a repetition is refused by name', async () => {
  const answer = await t.app.inject({
    url: `/api/centers/export?fields=${Array(200).fill('name').join(',')}`,
    headers: { cookie: admin },
  });
  expectProblem(answer);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().errors).toEqual({ name: '"name" is named twice.' });
});

test('batches are bounded by bytes, wherever the large rows are, and have every row once', async () => {
  const size = (n: number): number => (n % 400 < 300 ? 20 : n % 3 === 0 ? 45_000 : 700);
  const rows = Array.from({ length: 1_200 }, (_, index) => size(index));
  await sql`insert into "centers" ("name", "description", "active")
    select 'Batch ' || lpad(n::text, 5, '0'), repeat('x', size), true
    from unnest(${rows}::int[]) with ordinality as given (size, n)`.execute(t.services.db);
  const query = { filter: { name_like: 'Batch %' }, sort: ['name', 'ASC'] as const };
  const { batches } = await t.services.engine.export(SYSTEM, 'centers', query, { only: ['name', 'description'] });
  const found: Row[][] = [];
  for await (const batch of batches()) found.push(batch);
  const bytesOf = (batch: Row[]): number => batch.reduce((sum, row) => sum + String(row['description']).length, 0);
  expect(found.flat().map((row) => String(row['description']).length)).toEqual(rows);
  expect(Object.keys(found[0]?.[0] ?? {})).toEqual(['name', 'description']);
  expect(Math.max(...found.map(bytesOf))).toBeLessThan(BATCH_BYTES);
  expect(found.length).toBeLessThan(rows.length / 2);
});

test('40 unread exports of 40 MB take less than 100 MB, block no one, and arrive when they are read', async () => {
  await sql`insert into "centers" ("name", "active", "description")
    select 'Large ' || lpad(n::text, 4, '0'), true,
      (select string_agg(md5(n::text || i::text), '') from generate_series(1, ${ROW_BYTES / 32}::int) i)
    from generate_series(1, ${ROWS}::int) n`.execute(t.services.db);
  const before = process.memoryUsage.rss();
  const first = await request(EXPORT);
  await firstByte(first);
  const others: Socket[] = [];
  for (let count = 1; count < 40; count += 1) others.push(await request(EXPORT));
  await Promise.all(others.map(firstByte));

  await expect.poll(openExports).toBeGreaterThan(0);
  const other = await t.app.inject({ url: '/api/categories', headers: { cookie: admin } });
  expect(other.statusCode).toBe(200);
  expect((process.memoryUsage.rss() - before) / MB).toBeLessThan(100);
  const whole = await readAll(first);
  expect(whole.bytes).toBeGreaterThan(ROWS * ROW_BYTES);
  expect(whole.end).toMatch(/\r\n0\r\n\r\n$/);
  const last = others.pop();
  for (const socket of others) socket.destroy();
  expect((await readAll(last!)).bytes).toBeGreaterThan(ROWS * ROW_BYTES);

  await expect.poll(openExports).toBe(0);
});

test('a reader that disconnects ends the query, even while it is queued', async () => {
  const sockets = await Promise.all(Array.from({ length: 8 }, () => request(EXPORT)));
  await Promise.all(sockets.map(firstByte));
  await expect.poll(openExports).toBeGreaterThan(0);
  for (const socket of sockets) socket.destroy();
  await expect.poll(openExports).toBe(0);
  expect((await readAll(await request('/api/centers/export?fields=name'))).end).toMatch(/\r\n0\r\n\r\n$/);
});

test('an account that does not read its exports does not delay others', async () => {
  const { cookie } = await t.createUser({ roles: ['Administrator'] });
  const sockets = await Promise.all(Array.from({ length: 8 }, () => request(EXPORT, cookie)));
  await Promise.all(sockets.map(firstByte));
  await expect.poll(openExports).toBeGreaterThan(0);
  expect((await readAll(await request('/api/centers/export?fields=name'))).end).toMatch(/\r\n0\r\n\r\n$/);
  for (const socket of sockets) socket.destroy();
  await expect.poll(openExports).toBe(0);
});
