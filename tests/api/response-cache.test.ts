import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import type { Row } from '../../domain/declarations/model.ts';
import { buildApp } from '../../server/app.ts';
import { openServices } from '../../server/open-services.ts';
import { Clock } from '../../server/platform/clock.ts';
import { PublicCache, type CacheLookup } from '../../server/platform/public-cache.ts';
import { bumpRevision } from '../../server/platform/revisions.ts';
import { transaction } from '../../server/platform/database.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;
let other: FastifyInstance;
let closeOther: () => Promise<void>;
beforeAll(async () => {
  t = await startTestApp();
  // Acts as another process: it shares only the database.
  const { settings, model } = t.services;
  const second = await openServices(settings, model, String(settings.databaseUrl));
  other = await buildApp(second.services);
  closeOther = async () => {
    await other.close();
    await second.close();
  };
});
afterAll(async () => {
  await closeOther();
  await t.close();
});

let made = 0;

async function newPage(given: Row = {}): Promise<Row> {
  made += 1;
  return t.services.engine.create(
    SYSTEM,
    'pages',
    { name: `kept-${made}`, title: `Kept ${made}`, type: 'Standard', published: true, data: '<p>one</p>', ...given },
    { command: true },
  );
}

const pagePath = (page: Row) => `/api/content/page?title=${String(page['name'])}`;

describe('an answer to a visitor', () => {
  test('is never older than a write that was acknowledged before, in any process', async () => {
    const page = await newPage();
    for (let round = 0; round < 20; round += 1) {
      const data = `<p>round ${round}</p>`;
      await t.services.engine.update(SYSTEM, 'pages', Number(page['id']), { data }, { command: true });
      const answers = await Promise.all([t.app, other, t.app, other].map((app) => app.inject({ url: pagePath(page) })));
      expect(answers.map((answer) => answer.json<{ data: string }>().data)).toEqual([data, data, data, data]);
    }
  });

  test('is not computed again while nothing changes', async () => {
    const page = await newPage();
    const first = await t.app.inject({ url: pagePath(page) });
    // Bypasses the engine, so that no revision is bumped.
    await sql`update pages set title = 'changed in secret' where id = ${page['id']}`.execute(t.services.db);
    const again = await t.app.inject({ url: pagePath(page) });
    expect([again.body, again.headers.etag]).toEqual([first.body, first.headers.etag]);
    await newPage();
    expect((await t.app.inject({ url: pagePath(page) })).json<{ title: string }>().title).toBe('changed in secret');
  });

  test('has a strong entity tag, and answers 304 to clients that have it', async () => {
    const page = await newPage({ data: `<p>${'words '.repeat(400)}</p>` });
    const plain = await t.app.inject({ url: pagePath(page) });
    expect(plain.headers).toMatchObject({
      'cache-control': 'no-cache',
      vary: 'Cookie, Accept-Encoding, Origin',
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
    });
    for (const [accepted, unpack] of [
      ['br, gzip', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const small = await t.app.inject({ url: pagePath(page), headers: { 'accept-encoding': accepted } });
      expect(unpack(small.rawPayload).toString()).toBe(plain.body);
      expect(small.headers.etag).not.toBe(plain.headers.etag);
      const again = await t.app.inject({
        url: pagePath(page),
        headers: { 'accept-encoding': accepted, 'if-none-match': `"x", ${String(small.headers.etag)}` },
      });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', small.headers.etag]);
    }
    for (const known of ['*', ' * '])
      expect((await t.app.inject({ url: pagePath(page), headers: { 'if-none-match': known } })).statusCode).toBe(304);
    for (const known of ['"*"', '', ',', 'x*'])
      expect((await t.app.inject({ url: pagePath(page), headers: { 'if-none-match': known } })).statusCode).toBe(200);
  });

  test('to HEAD has the headers of that to GET', async () => {
    const page = await newPage();
    const headerNames = ['etag', 'vary', 'cache-control', 'content-type', 'content-length'];
    for (const app of [t.app, other]) {
      const head = await app.inject({ method: 'HEAD', url: pagePath(page) });
      const get = await app.inject({ url: pagePath(page) });
      expect(headerNames.map((name) => head.headers[name])).toEqual(headerNames.map((name) => get.headers[name]));
      expect([head.statusCode, head.body, get.body.length > 2]).toEqual([200, '', true]);
      expect(
        (
          await app.inject({
            method: 'HEAD',
            url: pagePath(page),
            headers: { 'if-none-match': String(get.headers.etag) },
          })
        ).statusCode,
      ).toBe(304);
    }
  });

  test('follows the permission rules', async () => {
    const link = await t.services.engine.create(
      SYSTEM,
      'links',
      { title: 'Kept link', url: 'https://kept.example', category: 'Tests', active: true },
      { command: true },
    );
    const read = () => other.inject({ url: `/api/links/${String(link['id'])}` });
    const visitors = t.services.model.roles.find(({ implicit }) => implicit === 'public')?.name ?? '';
    const before = (await read()).statusCode;
    expect(before).toBe(401);
    const rule = await t.services.engine.create(
      SYSTEM,
      'permissions',
      {
        role: visitors,
        resource: 'links',
        actions: ['read'],
        readFields: ['title'],
        writeFields: [],
        condition: null,
      },
      { command: true },
    );
    expect((await read()).json<Row>()).toMatchObject({ title: 'Kept link' });
    await t.services.engine.remove(SYSTEM, 'permissions', Number(rule['id']), { command: true });
    expect((await read()).statusCode).toBe(before);
  });

  test('is for visitors only: sessions get their own, which is not cached', async () => {
    const page = await newPage({ published: false });
    const path = `/api/pages?filter=${encodeURIComponent(JSON.stringify({ name: page['name'] }))}`;
    const editor = await t.createUser({ roles: ['ContentAdmin'] });
    const seen = await t.app.inject({ url: path, headers: { cookie: editor.cookie } });
    expect(seen.json<Row[]>()).toHaveLength(1);
    expect(seen.headers['cache-control']).toBe('no-store');
    expect((await t.app.inject({ url: path })).body).not.toContain(String(page['title']));
  });

  test('with an error is not cached', async () => {
    const name = `not-yet-${t.services.clock.now()}`;
    expect((await t.app.inject({ url: `/api/content/page?title=${name}` })).statusCode).toBe(404);
    await newPage({ name });
    const answer = await t.app.inject({ url: `/api/content/page?title=${name}` });
    expect(answer.statusCode).toBe(200);
  });
});

describe('the cache of responses', () => {
  const bodyOf = (found: CacheLookup) => found.hit?.body.toString() ?? null;

  test('fills an entry once for concurrent requests', async () => {
    const cache = new PublicCache(t.services.db, t.services.clock);
    const lookups = Array.from({ length: 5 }, () => cache.lookup('/x'));
    const first = await lookups[0];
    if (!first || first.hit) throw new Error('There was an answer already.');
    first.fill.store({}, Buffer.from('made'));
    expect((await Promise.all(lookups.slice(1))).map(bodyOf)).toEqual(['made', 'made', 'made', 'made']);
  });

  test('lets the next one fill an entry whose fill is abandoned', async () => {
    const cache = new PublicCache(t.services.db, t.services.clock);
    const lookups = [cache.lookup('/x'), cache.lookup('/x')];
    const first = await lookups[0];
    if (!first || first.hit) throw new Error('There was an answer already.');
    first.fill.abandon();
    expect((await lookups[1])?.hit).toBeNull();
  });

  test('is emptied with the minute and with any revision', async () => {
    const clock = new Clock();
    clock.moveTo('2026-11-21T23:59:30Z');
    const cache = new PublicCache(t.services.db, clock);
    const isCached = async () => {
      const found = await cache.lookup('/x');
      if (found.hit) return true;
      found.fill.store({}, Buffer.from('made'));
      return false;
    };
    expect([await isCached(), await isCached()]).toEqual([false, true]);
    clock.moveTo('2026-11-21T23:59:45Z');
    expect(await isCached()).toBe(true);
    clock.moveTo('2026-11-22T00:00:00Z');
    expect([await isCached(), await isCached()]).toEqual([false, true]);
    await transaction(t.services.db, (tx) => bumpRevision(tx, 'public/links'));
    expect([await isCached(), await isCached()]).toEqual([false, true]);
  });

  test('takes no more than its memory limit, evicting the oldest entries', async () => {
    const cache = new PublicCache(t.services.db, t.services.clock);
    for (let index = 0; index < 40; index += 1) {
      const found = await cache.lookup(`/${index}`);
      if (!found.hit) found.fill.store({}, Buffer.alloc(1024 * 1024));
    }
    expect([(await cache.lookup('/0')).hit === null, (await cache.lookup('/39')).hit === null]).toEqual([true, false]);
  });

  test('counts keys and headers towards its memory', async () => {
    const cache = new PublicCache(t.services.db, t.services.clock);
    const long = 'k'.repeat(1024 * 1024);
    for (let index = 0; index < 40; index += 1) {
      const found = await cache.lookup(`${long}${index}`);
      if (!found.hit) found.fill.store({}, Buffer.from('x'));
    }
    expect(cache.size).toBeLessThan(30);
    for (let index = 0; index < 40; index += 1) {
      const found = await cache.lookup(`/${index}`);
      if (!found.hit) found.fill.store({ link: long }, Buffer.from('x'));
    }
    expect(cache.size).toBeLessThan(30);
  });

  test('does not store a response that was computed while something changed', async () => {
    const cache = new PublicCache(t.services.db, t.services.clock);
    const found = await cache.lookup('/x');
    if (found.hit) throw new Error('There was an answer already.');
    await transaction(t.services.db, (tx) => bumpRevision(tx, 'public/links'));
    const later = await cache.lookup('/x');
    found.fill.store({}, Buffer.from('old'));
    expect([later.hit, bodyOf(await Promise.race([cache.lookup('/y'), cache.lookup('/z')]))]).toEqual([null, null]);
  });
});
