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

const TYPES = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
];
const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:80.evil.example' },
  { origin: 'http://evil.localhost' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:80' },
  { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
  { origin: 'https://evil.example', host: 'localhost', 'x-forwarded-host': 'evil.example' },
];

test.each(TYPES)('a cross-site POST of the type %s is refused with any origin', async (type) => {
  const before = await t.app.inject({ method: 'GET', url: '/api/categories', headers: { cookie } });
  for (const headers of FOREIGN) {
    for (const url of [
      '/api/categories',
      '/api/Login',
      '/api/Logout',
      '/api/EventLog/LogError',
      '/api/account/password',
    ]) {
      const answer = await t.app.inject({
        method: 'POST',
        url,
        headers: { cookie, 'content-type': type, ...headers },
        payload: '{"name":"Forged","color":"#000000"}',
      });
      expect(answer.statusCode, `${url} ${JSON.stringify(headers)}`).toBe(403);
      expect(expectProblem(answer).code).toBe('http.cross-origin');
    }
  }
  const after = await t.app.inject({ method: 'GET', url: '/api/categories', headers: { cookie } });
  expect(after.headers['content-range']).toBe(before.headers['content-range']);
});

test('cross-site PUT, PATCH and DELETE are refused too', async () => {
  for (const [method, url] of [
    ['PUT', '/api/categories/1'],
    ['PATCH', '/api/categories'],
    ['DELETE', '/api/categories/1'],
    ['PUT', '/api/preferences/x'],
  ] as const) {
    const answer = await t.app.inject({
      method,
      url,
      headers: { cookie, origin: 'https://evil.example' },
      payload: {},
    });
    expect(expectProblem(answer).code, `${method} ${url}`).toBe('http.cross-origin');
  }
});

test('no preflight is ever answered with permission', async () => {
  const answer = await t.app.inject({
    method: 'OPTIONS',
    url: '/api/categories',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'PUT' },
  });
  expect(answer.statusCode).toBe(404);
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test.each<Record<string, string>>([
  {},
  { origin: 'http://localhost:80' },
  { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:80' },
  { 'sec-fetch-site': 'none' },
])('the own pages and programs are let through: %j', async (headers) => {
  const host = { host: 'localhost:80' };
  const answer = await t.app.inject({
    method: 'PUT',
    url: '/api/preferences/own',
    headers: { cookie, ...host, ...headers },
    payload: { a: 1 },
  });
  expect(answer.statusCode).toBe(200);
});
