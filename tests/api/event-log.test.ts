import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Row } from '../../domain/model.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
beforeEach(async () => { t = await startTestApp(); });
afterEach(() => t.close());

const REPORT = { message: 'TypeError: x is undefined [render]', exception: 'No stack trace', location: 'Calendar-/calendar/3-{}-{}-http://localhost/calendar/3' };

function report(payload: object, url = '/api/EventLog/LogError', headers: Record<string, string> = {}) {
  return t.app.inject({ method: 'POST', url, payload, headers });
}

async function logged(): Promise<Row[]> {
  const cookie = await t.loginAs('administrator');
  const list = await t.app.inject({ method: 'GET', url: '/api/eventLog?sort=["id","ASC"]', headers: { cookie } });
  const rows = list.json<Row[]>();
  return Promise.all(rows.map(async ({ id }) => (await t.app.inject({ method: 'GET', url: `/api/eventLog/${id}`, headers: { cookie } })).json<Row>()));
}

test('visitors and accounts report errors and warnings, which administrators read', async () => {
  const user = await t.createUser();
  expect((await report(REPORT)).statusCode).toBe(204);
  expect((await report({ ...REPORT, exception: 'No Exception' }, '/api/EventLog/LogWarning', { cookie: user.cookie, 'user-agent': 'Browser 1' })).statusCode).toBe(204);
  expect(await logged()).toMatchObject([
    { level: 'error', ...REPORT, userId: null },
    { level: 'warning', exception: 'No Exception', userId: user.id, userAgent: 'Browser 1' },
  ]);
});

test('what a report says is kept as text, cut to size and without control characters', async () => {
  const hostile = '<img src=x onerror=alert(1)>\u001b[2J\u202e';
  await report({ message: hostile + 'a'.repeat(10_000), exception: '😀'.repeat(9_000), location: '=HYPERLINK("https://evil.example")' });
  const [row] = await logged();
  expect(row?.message).toMatch(/^<img src=x onerror=alert\(1\)> \[2J a+$/);
  expect([...String(row?.message)].length).toBe(2_000);
  expect([...String(row?.exception)].length).toBe(8_000);
});

test.each([[{}], [{ ...REPORT, level: 'info' }], [{ ...REPORT, userId: 1 }], [{ ...REPORT, message: 5 }], [{ ...REPORT, message: '' }]])(
  'the report %j is refused', async (payload) => {
    const answer = await report(payload);
    expect(answer.statusCode).toBe(400);
    expectProblem(answer);
  },
);

test('a report over 64 kB is refused', async () => {
  expect((await report({ ...REPORT, exception: 'x'.repeat(70_000) })).statusCode).toBe(413);
});

test('an address that floods the log is refused after thirty reports in a minute, whatever it forges', async () => {
  const answers = [];
  for (let i = 0; i < 40; i += 1) answers.push(await report(REPORT, '/api/EventLog/LogError', { 'x-forwarded-for': `10.0.0.${i}` }));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(30).fill(204), ...Array(10).fill(429)]);
  const { rows } = await sql<{ kept: number }>`select count(*) as kept from "eventLog"`.execute(t.services.db);
  expect(rows[0]!.kept).toBe(30);
});
