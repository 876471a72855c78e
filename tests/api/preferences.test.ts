import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let user: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  user = await t.createUser();
});
afterAll(() => t.close());

const read = (key: string, cookie = user.cookie) =>
  t.app.inject({ method: 'GET', url: `/api/preferences/${key}`, headers: { cookie } });
const keep = (key: string, payload: object | string, cookie = user.cookie) =>
  t.app.inject({
    method: 'PUT',
    url: `/api/preferences/${key}`,
    headers: { cookie, 'content-type': 'application/json' },
    payload,
  });

test('a preference is returned as stored, and is {} before', async () => {
  expect((await read('events.columns')).json()).toEqual({});
  const value = { columns: ['title', 'active'], nested: { deep: [1, null, 'ü'] } };
  expect((await keep('events.columns', value)).json()).toEqual(value);
  expect((await read('events.columns')).json()).toEqual(value);
  await keep('events.columns', { columns: [] });
  expect((await read('events.columns')).json()).toEqual({ columns: [] });
});

test('each account has its own', async () => {
  const other = await t.createUser();
  await keep('theme', { mode: 'dark' });
  expect((await read('theme', other.cookie)).json()).toEqual({});
});

test('visitors have none', async () => {
  expect(expectProblem(await read('theme', '')).status).toBe(401);
  expect(expectProblem(await keep('theme', {}, '')).status).toBe(401);
});

test('a key stored twenty times concurrently is stored once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => keep('race', { i })));
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect((await read('race')).json()).toHaveProperty('i');
});

test.each(['[1]', '"text"', '3', 'null', ''])('the value %s is refused: only objects are stored', async (body) => {
  expect(expectProblem(await keep('bad', body)).status).toBe(400);
});

test('a value has at most 64 kB, and keys are plain names', async () => {
  expect((await keep('large', { text: 'x'.repeat(60_000) })).statusCode).toBe(200);
  expect((await keep('large', { text: 'x'.repeat(70_000) })).statusCode).toBe(413);
  for (const key of ['a%20b', '%2e%2e%2f', 'x'.repeat(121), 'a%00'])
    expect([400, 404], key).toContain((await keep(key, {})).statusCode);
});
