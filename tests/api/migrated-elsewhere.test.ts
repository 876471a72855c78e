import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimPort } from '../../server/platform/http/claim-port.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
let cookie: string;

beforeAll(async () => {
  t = await startTestApp();
  cookie = await t.loginAs('administrator');
});
afterAll(() => t.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  t.app.inject({ url, headers: { cookie, ...headers } });

describe('a server whose tables another process has migrated', () => {
  test('refuses all calls with 503 and says why, until the tables are its own again', async () => {
    const { db } = t.services;
    const { rows } = await sql<{ hash: string }>`select hash from atrium_schema`.execute(db);
    const applied = rows[0]?.hash ?? '';
    expect((await get('/readyz')).statusCode).toBe(200);
    const cached = () => t.app.inject({ url: '/api/content/siteDisplaySettings' });
    expect((await cached()).statusCode).toBe(200);
    // As another process does when a field is renamed.
    await sql`alter table categories rename column name to "title"`.execute(db);
    await sql`update atrium_schema set hash = 'of a newer server'`.execute(db);

    const failed = await get('/api/categories?range=[0,1]');
    expect(failed.statusCode).toBe(503);
    expect(failed.json()).toMatchObject({
      code: 'server.outdated',
      detail: expect.stringContaining('restart') as string,
    });
    expect((await get('/api/users/1')).statusCode).toBe(503);
    expect((await cached()).statusCode).toBe(503);
    expect((await get('/healthz')).statusCode).toBe(200);
    const ready = await get('/readyz');
    expect(ready.statusCode).toBe(503);
    expect(ready.json()).toMatchObject({ detail: expect.stringContaining('migrated') as string });

    await sql`alter table categories rename column "title" to name`.execute(db);
    await sql`update atrium_schema set hash = ${applied}`.execute(db);
    expect((await get('/readyz')).statusCode).toBe(200);
    expect((await get('/api/categories?range=[0,1]')).statusCode).toBe(200);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe('a claimed port', () => {
  test('answers that the server is starting, refuses a second claim, and is free when it is released', async () => {
    const place = { host: '127.0.0.1', port: await freePort() };
    const claimed = await claimPort(place);
    await expect(claimPort(place)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const url = `http://127.0.0.1:${place.port}`;
    const answer = await fetch(`${url}/readyz`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await answer.json()).toMatchObject({ code: 'server.starting' });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await claimed.release();
    const server = createServer().listen(place.port, place.host);
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
  });
});
