import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { buildApp } from '../../server/app.ts';
import { logEvent } from '../../server/features/event-log/event-log.ts';
import { RateLimits } from '../../server/platform/rate-limits.ts';
import { sessionSecret } from '../../server/platform/settings.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
/** An empty log, an hour later, so that the rate limits are reset. */
beforeEach(async () => {
  await sql`truncate "eventKinds" cascade`.execute(t.services.db);
  t.services.clock.moveTo(t.services.clock.now() + 3_600_000);
});

const REPORT = {
  message: 'TypeError: x is undefined [render]',
  exception: 'No stack trace',
  location: 'Calendar-/calendar/3-{}-{}-http://localhost/calendar/3',
};

function report(payload: object, url = '/api/EventLog/LogError', headers: Record<string, string> = {}) {
  return t.app.inject({ method: 'POST', url, payload, headers });
}

async function kinds(): Promise<Row[]> {
  const { rows } = await sql<Row>`select * from "eventKinds" order by id`.execute(t.services.db);
  return rows;
}

async function logged(): Promise<Row[]> {
  const cookie = await t.loginAs('administrator');
  const list = await t.app.inject({ method: 'GET', url: '/api/eventLog?sort=["id","ASC"]', headers: { cookie } });
  const rows = list.json<Row[]>();
  return Promise.all(
    rows.map(async ({ id }) =>
      (await t.app.inject({ method: 'GET', url: `/api/eventLog/${id}`, headers: { cookie } })).json<Row>(),
    ),
  );
}

test('visitors and accounts report errors and warnings, which administrators read', async () => {
  const user = await t.createUser();
  expect((await report(REPORT)).statusCode).toBe(204);
  expect(
    (
      await report({ ...REPORT, exception: 'No Exception' }, '/api/EventLog/LogWarning', {
        cookie: user.cookie,
        'user-agent': 'Browser 1',
      })
    ).statusCode,
  ).toBe(204);
  expect(await logged()).toMatchObject([
    { level: 'error', ...REPORT, userId: null },
    { level: 'warning', exception: 'No Exception', userId: user.id, userAgent: 'Browser 1' },
  ]);
});

test('a report is stored as text, truncated and without control characters', async () => {
  const hostile = '<img src=x onerror=alert(1)>\u001b[2J\u202e';
  await report({
    message: hostile + 'a'.repeat(3_000),
    exception: `${'😀'.repeat(1_000)}${'e'.repeat(8_000)}`,
    location: '=HYPERLINK("https://evil.example")',
  });
  const [row] = await logged();
  expect(row?.message).toMatch(/^<img src=x onerror=alert\(1\)> \[2J a+$/);
  expect([...String(row?.message)].length).toBe(2_000);
  expect([...String(row?.exception)].length).toBe(8_000);
});

test('characters that cannot be stored are replaced, and the report is stored', async () => {
  const text = 'a\0b\ud83dc 😀';
  for (const url of ['/api/EventLog/LogError', '/api/EventLog/LogWarning']) {
    expect((await report({ message: text, exception: text, location: text }, url)).statusCode).toBe(204);
  }
  const stored = 'a\ufffdb\ufffdc 😀';
  expect(await logged()).toMatchObject([
    { level: 'error', message: stored, exception: stored, location: stored },
    { level: 'warning', message: stored },
  ]);
});

test.each([
  [{}],
  [{ ...REPORT, level: 'info' }],
  [{ ...REPORT, userId: 1 }],
  [{ ...REPORT, message: 5 }],
  [{ ...REPORT, message: '' }],
])('the report %j is refused', async (payload) => {
  const answer = await report(payload);
  expect(answer.statusCode).toBe(400);
  expectProblem(answer);
});

test('a report over 64 kB is refused', async () => {
  expect((await report({ ...REPORT, exception: 'x'.repeat(70_000) })).statusCode).toBe(413);
});

test('an address that floods the log is refused after thirty reports in a minute, with any forged values', async () => {
  const answers = [];
  for (let i = 0; i < 40; i += 1)
    answers.push(await report(REPORT, '/api/EventLog/LogError', { 'x-forwarded-for': `10.0.0.${i}` }));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(30).fill(204), ...Array(10).fill(429)]);
  expectProblem(answers.at(-1)!);
  expect(Number(answers.at(-1)!.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect(await kinds()).toMatchObject([{ count: 30 }]);
});

test('the limit counts over all server processes', async () => {
  const second = await buildApp({
    ...t.services,
    limits: new RateLimits(t.services.db, t.services.clock, () => sessionSecret(t.services.settings)),
  });
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      (i % 2 ? t.app : second).inject({ method: 'POST', url: '/api/EventLog/LogError', payload: REPORT }),
    ),
  );
  await second.close();
  expect(answers.filter(({ statusCode }) => statusCode === 204).length).toBe(30);
  expect(await kinds()).toMatchObject([{ count: 30 }]);
});

test('many addresses together are limited too, and none of them is stored as it is', async () => {
  await t.close();
  t = await startTestApp({ env: { TRUST_PROXY: '1' } });
  const from = (i: number) =>
    report({ ...REPORT, message: 'Flood' }, '/api/EventLog/LogError', { 'x-forwarded-for': `10.0.${i % 50}.1` });
  let accepted = 0;
  for (let round = 0; round < 13; round += 1) {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => from(i)));
    accepted += answers.filter(({ statusCode }) => statusCode === 204).length;
  }
  expect(accepted).toBe(600);
  const { rows } = await sql<{ key: string }>`select key from "rateLimits"`.execute(t.services.db);
  expect(rows.length).toBe(51);
  expect(rows.filter(({ key }) => key.includes('10.0'))).toEqual([]);
});

test('reports of one kind are counted together, and the newest twenty are stored', async () => {
  for (let i = 0; i < 25; i += 1) {
    await logEvent(t.services.db, 'error', {
      message: `TypeError: order ${i} is missing [render]`,
      exception: 'No stack trace',
      location: `Orders-/orders/${i}-{"id":${i}}`,
    });
  }
  await logEvent(t.services.db, 'warning', { ...REPORT, message: 'TypeError: order 1 is missing [render]' });
  expect(await kinds()).toMatchObject([
    { level: 'error', message: 'TypeError: order 0 is missing [render]', place: 'Orders-/orders/0', count: 25 },
    { level: 'warning', count: 1 },
  ]);
  const { rows } = await sql<{
    message: string;
  }>`select message from "eventLog" where level = 'error' order by id`.execute(t.services.db);
  expect(rows.map(({ message }) => message)).toEqual(
    Array.from({ length: 20 }, (_, i) => `TypeError: order ${i + 5} is missing [render]`),
  );
});

test('one kind is one row, with any number of concurrent reports', async () => {
  await Promise.all(Array.from({ length: 60 }, () => logEvent(t.services.db, 'error', REPORT)));
  const [kind, ...others] = await kinds();
  expect(others).toEqual([]);
  expect(kind).toMatchObject({ count: 60 });
  expect(Date.parse(String(kind?.lastAt))).toBeGreaterThanOrEqual(Date.parse(String(kind?.firstAt)));
  const { rows } = await sql<{ kept: number }>`select count(*) as kept from "eventLog"`.execute(t.services.db);
  expect(rows[0]!.kept).toBe(20);
});

test('a loop that produces new kinds does not displace the others', async () => {
  const word = (i: number) => [...String(i)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  for (let i = 0; i < 210; i += 1) await logEvent(t.services.db, 'error', { ...REPORT, message: `Made up ${word(i)}` });
  const all = await kinds();
  expect(all.length).toBe(201);
  expect(all.at(-1)).toMatchObject({ message: 'Too many different events to list separately', count: 10 });
  await logEvent(t.services.db, 'error', { ...REPORT, message: 'Made up a' });
  expect((await kinds())[0]).toMatchObject({ message: 'Made up a', count: 2 });
});

test('deleting a kind deletes its reports', async () => {
  await report(REPORT);
  await report({ ...REPORT, message: 'Another' });
  const cookie = await t.loginAs('administrator');
  const [kind] = await kinds();
  expect(
    (await t.app.inject({ method: 'DELETE', url: `/api/eventKinds/${kind?.id}`, headers: { cookie } })).statusCode,
  ).toBe(200);
  expect(await logged()).toMatchObject([{ message: 'Another' }]);
});

test('a fault of the server is logged with the id of the request, without being revealed to the caller', async () => {
  const cookie = await t.loginAs('administrator');
  await sql`drop table "pageViews" cascade`.execute(t.services.db);
  const answer = await t.app.inject({ url: '/api/reports/pageViews?by=page', headers: { cookie } });
  expect(answer.statusCode).toBe(500);
  const { detail } = expectProblem(answer);
  const [, number = 'none'] = /([0-9a-f-]{36})/.exec(detail) ?? [];
  await expect
    .poll(async () => logged())
    .toMatchObject([
      {
        level: 'error',
        message: expect.stringContaining('pageViews'),
        location: expect.stringContaining(number),
        ip: null,
      },
    ]);
  expect((await kinds())[0]).toMatchObject({ place: 'Server-GET /api/reports/:name' });
});
