import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { expectProblem } from './expect-problem.ts';
import { PASSWORD, startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const KB = 1024;

describe('public calls only accept small bodies', () => {
  const report = (length: number) => ({ message: 'Broken', exception: 'x'.repeat(length), location: 'here' });
  test.each([
    ['/api/Login', (length: number) => ({ username: 'nobody', password: 'x'.repeat(length) })],
    ['/api/EventLog/LogError', report],
    ['/api/EventLog/LogWarning', report],
    [
      '/api/content/TrackPageView',
      (length: number) => ({ pageName: 'x'.repeat(length), path: '/', category: 'Content' }),
    ],
  ] as const)('%s', async (url, body) => {
    const large = await t.app.inject({ method: 'POST', url, payload: body(16 * KB) });
    expect(large.statusCode).toBe(413);
    // Refused before parsing: an oversized body is never read.
    const broken = await t.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      payload: '{'.repeat(17 * KB),
    });
    expect(broken.statusCode).toBe(413);
  });

  test.each([
    ['/api/Logout', 413],
    ['/api/EventLog/LogError', 413],
    // As for any call without a session.
    ['/api/categories', 401],
  ])('no JSON of a visitor is parsed that is longer: %s', async (url, status) => {
    const answer = await t.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      payload: '{'.repeat(17 * KB),
    });
    expect(answer.statusCode).toBe(status);
  });

  test('the longest report that a page sends is accepted', async () => {
    const payload = { message: 'm'.repeat(2000), exception: 'e'.repeat(8000), location: 'l'.repeat(2000) };
    expect((await t.app.inject({ method: 'POST', url: '/api/EventLog/LogError', payload })).statusCode).toBe(204);
  });

  test('the longest name and password are verified', async () => {
    const payload = { username: 'ü'.repeat(254), password: '\u0001'.repeat(1024) };
    expect((await t.app.inject({ method: 'POST', url: '/api/Login', payload })).statusCode).toBe(401);
  });
});

test('a failed login keeps the current session, a successful one ends it', async () => {
  const { username, cookie } = await t.createUser();
  const logIn = (payload: object) => t.app.inject({ method: 'POST', url: '/api/Login', headers: { cookie }, payload });
  const isThere = async (of: string) =>
    (await t.app.inject({ url: '/api/UserCookieData', headers: { cookie: of } })).statusCode === 200;
  for (const payload of [{ username, password: 'a wrong guess' }, { username: 'nobody', password: PASSWORD }, {}]) {
    const answer = await logIn(payload);
    expect([401, 400]).toContain(answer.statusCode);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await isThere(cookie)).toBe(true);
  }
  const answer = await logIn({ username, password: PASSWORD });
  const [fresh] = answer.cookies;
  expect(await isThere(`${fresh?.name}=${fresh?.value}`)).toBe(true);
  expect(await isThere(cookie)).toBe(false);
});

describe('visitors do not learn who created or changed a row', () => {
  const call = (url: string) => t.app.inject({ url });

  test('in lists, single rows, filters, sorts, exports and descriptions', async () => {
    const visitors = t.services.model.roles.find(({ implicit }) => implicit === 'public')?.name ?? '';
    await t.services.engine.create(
      SYSTEM,
      'permissions',
      {
        role: visitors,
        resource: 'locations',
        actions: ['read', 'export', 'history'],
        readFields: ['*', 'createdById', 'updatedById'],
        writeFields: [],
        condition: null,
      },
      { command: true },
    );
    const rows = (await call('/api/locations')).json<Row[]>();
    expect(rows.length).toBeGreaterThan(0);
    const one = (await call(`/api/locations/${String(rows[0]?.['id'])}`)).json<Row>();
    for (const row of [...rows, one]) {
      expect(row).not.toHaveProperty('createdById');
      expect(row).not.toHaveProperty('updatedById');
    }
    for (const query of ['filter={"createdById":1}', 'filter={"updatedById_null":true}', 'sort=["createdById","ASC"]'])
      expect((await call(`/api/locations?${query}`)).statusCode, query).toBe(400);
    const csv = (await call('/api/locations/export?names=true')).body;
    expect(csv.split('\r\n')[0]).toContain('Name');
    expect(csv).not.toContain('Created by');
    expect((await call('/api/locations/export?fields=createdById')).statusCode).toBe(400);
    const { components } = (await call('/api/openapi.json')).json<{
      components: { schemas: Record<string, { properties: object }> };
    }>();
    expect(components.schemas['locations']?.properties).not.toHaveProperty('createdById');
    expect((await call('/api/model')).body).not.toMatch(/"(createdById|updatedById)"/);
  });
});

describe('the description of the API', () => {
  interface Description {
    paths: Record<string, Record<string, unknown>>;
    components: { schemas: Record<string, unknown> };
  }
  const describeFor = async (cookie?: string): Promise<Description> =>
    (await t.app.inject({ url: '/api/openapi.json', headers: cookie ? { cookie } : {} })).json();

  test('shows visitors the calls that they can make, and nothing else', async () => {
    const { paths, components } = await describeFor();
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/api/Login', '/api/content/page', '/api/locations', '/api/locations/{id}']),
    );
    expect(Object.keys(paths['/api/locations'] ?? {})).toEqual(['get']);
    for (const path of ['/api/users', '/api/permissions', '/api/account/password', '/api/users/actions/setPassword'])
      expect(paths).not.toHaveProperty([path]);
    expect(Object.keys(components.schemas)).not.toContain('users');
    for (const [path, operations] of Object.entries(paths)) {
      if (!('get' in operations) || path.includes('{')) continue;
      const answer = await t.app.inject({ url: path });
      expect(answer.statusCode, path).not.toBe(401);
      expect(answer.statusCode, path).not.toBe(403);
    }
  });

  test('shows each account the calls that it can make', async () => {
    const { cookie } = await t.createUser();
    const member = await describeFor(cookie);
    expect(member.paths).toHaveProperty(['/api/account/password']);
    expect(member.paths).not.toHaveProperty(['/api/permissions']);
    const { paths } = await describeFor(await t.loginAs('administrator'));
    expect(Object.keys(paths['/api/permissions'] ?? {})).toEqual(['get', 'post', 'patch', 'delete']);
  });

  test('the page for people lists the same calls as the document for programs', async () => {
    const page = (await t.app.inject({ url: '/api/docs' })).body;
    expect(page).toContain('/api/locations');
    expect(page).not.toContain('/api/permissions');
  });
});

describe('JSON is read as UTF-8 or not at all', () => {
  const send = (type: string, payload: string | Buffer = '{"username":"a","password":"b"}') =>
    t.app.inject({ method: 'POST', url: '/api/Login', headers: { 'content-type': type }, payload });

  test.each(['utf-16', 'utf-16le', 'iso-8859-1', 'utf-7', '"utf-16"', 'UTF-32', '', 'utf-8; charset=utf-16'])(
    'charset=%s is refused',
    async (charset) => {
      const answer = await send(`application/json; charset=${charset}`);
      expect(answer.statusCode).toBe(415);
      expect(expectProblem(answer).code).toBe('http.unsupported-charset');
    },
  );

  test.each(['application/json', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"'])(
    '%s is read',
    async (type) => {
      expect((await send(type)).statusCode).toBe(401);
    },
  );
});

describe('an Origin that is no plain http(s) origin counts as another site’s', () => {
  test.each([
    'ftp://localhost',
    'ws://localhost',
    'chrome-extension://localhost',
    'http://user@localhost',
    'http://localhost/',
    'http://localhost/path',
    'http://localhost?x',
    'http://localhost#x',
    'http:localhost',
    'http:\\\\localhost',
    '//localhost',
    'localhost',
    ' http://evil.example',
    'http://localhost http://evil.example',
    'http://localhost, http://evil.example',
    '',
  ])('%j', async (origin) => {
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/Logout',
      headers: { host: 'localhost', origin },
    });
    expect(answer.statusCode).toBe(403);
  });

  test.each(['http://localhost', 'https://localhost', 'http://localhost:80', 'HTTP://LOCALHOST'])(
    '%s is our own',
    async (origin) => {
      const answer = await t.app.inject({ method: 'POST', url: '/api/Logout', headers: { host: 'localhost', origin } });
      expect(answer.statusCode).toBe(204);
    },
  );
});
