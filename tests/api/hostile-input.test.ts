import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
let cookie: string;
beforeAll(async () => {
  t = await startTestApp();
  cookie = await t.loginAs('administrator');
});
afterAll(() => t.close());

/** One route of each class: named call, generic write, command, preference, public report. */
const BODIES: [method: 'POST' | 'PUT' | 'PATCH', url: string][] = [
  ['POST', '/api/Login'],
  ['POST', '/api/EventLog/LogError'],
  ['POST', '/api/account/password'],
  ['PUT', '/api/preferences/columns'],
  ['POST', '/api/categories'],
  ['PATCH', '/api/categories'],
  ['PUT', '/api/categories/1'],
];

async function send(
  method: 'POST' | 'PUT' | 'PATCH',
  url: string,
  payload: string | Buffer,
  type = 'application/json',
): Promise<LightMyRequestResponse> {
  return t.app.inject({ method, url, payload, headers: { cookie, 'content-type': type } });
}

const deep = (open: string, close: string, levels: number): string => open.repeat(levels) + close.repeat(levels);

const HOSTILE: [what: string, body: string | Buffer, status: number][] = [
  ['20 MB', JSON.stringify({ name: 'x'.repeat(20_000_000) }), 413],
  ['100,000 nested arrays', deep('[', ']', 100_000), 400],
  ['100,000 nested objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 400],
  ['an unclosed object', '{"name":', 400],
  ['not JSON at all', 'name=Laser', 400],
  ['a NUL in a value', '{"name":"a\\u0000b"}', 400],
  ['a NUL in a key', '{"na\\u0000me":"a"}', 400],
  ['half a surrogate pair', '{"name":"\\ud800"}', 400],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 400],
  ['__proto__', '{"__proto__":{"roles":["Administrator"]}}', 400],
  ['a nested constructor.prototype', '{"data":{"constructor":{"prototype":{"roles":["Administrator"]}}}}', 400],
];

for (const [what, body, status] of HOSTILE) {
  test(`a body with ${what} is refused with ${status} on every class of route`, async () => {
    // 20 MB and 100,000 levels exceed the size limit of routes with a smaller one.
    for (const [method, url] of BODIES) {
      const answer = await send(method, url, body);
      const allowed = status === 400 && Buffer.byteLength(body) > 60_000 ? [400, 413] : [status];
      expect(allowed, `${method} ${url}`).toContain(answer.statusCode);
      expectProblem(answer);
    }
  });
}

test.each(['[]', '1', '"text"', 'true', 'null', '[{"name":"x"}]'])(
  'the body %s is refused where an object is wanted',
  async (body) => {
    for (const [method, url] of BODIES) {
      const answer = await send(method, url, body);
      expect([400, 404, 422], `${method} ${url}`).toContain(answer.statusCode);
      expectProblem(answer);
    }
  },
);

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/xml',
  'application/jsonp',
  'application/json-patch+json',
  'application/jsonx',
  'nonsense',
  '/',
  ';',
])('a body of the content type "%s" is refused', async (type) => {
  for (const [method, url] of BODIES) {
    const answer = await send(method, url, '{"name":"x"}', type);
    expect([400, 415], `${method} ${url}`).toContain(answer.statusCode);
    expectProblem(answer);
  }
});

test.each([
  '/api/categories/%00',
  '/api/categories?filter=%00',
  '/api/categories/%',
  '/api/categories/%zz',
  '/api/%c0%ae%c0%ae/etc/passwd',
  '/api/categories/..%2f..%2fetc%2fpasswd',
  `/api/categories/${'9'.repeat(40)}`,
  '/api/categories/-1',
  '/api/categories/1.5',
  '/api/categories/1e3',
  '/api/categories/NaN',
  "/api/categories/1'%20or%201=1",
  '/api/__proto__',
  '/api/constructor/1',
  '/api/sessions',
  '/api/credentials/1',
  '/api/loginAttempts',
  '/api/nothing',
  '/api',
  '/api/',
  '/api//categories',
  '/API/categories',
  '/api/Categories',
  '/api/preferences/%2e%2e',
  '/api/account/sessions/x',
  '/api/login',
])('the address %s is refused with a problem', async (url) => {
  const answer = await t.app.inject({ method: 'GET', url, headers: { cookie } });
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expect(answer.statusCode).toBeLessThan(500);
  expectProblem(answer);
});

test('an address that is far too long is refused with a problem', async () => {
  for (const url of [
    `/api/categories/${'a'.repeat(2_000)}`,
    `/api/categories?filter=${'a'.repeat(9_000)}`,
    `/api/${'x/'.repeat(2_000)}`,
  ]) {
    const answer = await t.app.inject({ method: 'GET', url, headers: { cookie } });
    expect([400, 404, 414]).toContain(answer.statusCode);
    expectProblem(answer);
  }
});

test('methods that no route has are refused with a problem', async () => {
  for (const [method, url] of [
    ['PUT', '/api/Login'],
    ['DELETE', '/api/UserCookieData'],
    ['PATCH', '/api/preferences/x'],
    ['POST', '/api/model'],
  ] as const) {
    const answer = await t.app.inject({ method, url, headers: { cookie } });
    expect(answer.statusCode, `${method} ${url}`).toBe(404);
    expectProblem(answer);
  }
});

test('hostile bodies leave no trace on the prototypes of the process', () => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>).roles).toBeUndefined();
});

test('a bodyless DELETE sent as text/plain, as ra-data-simple-rest does, reaches its route', async () => {
  const answer = await t.app.inject({
    method: 'DELETE',
    url: '/api/categories/999999',
    headers: { cookie, 'content-type': 'text/plain' },
  });
  expect(answer.statusCode).toBe(404);
  expect(answer.json().code).not.toBe('http.not-found');
});
