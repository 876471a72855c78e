import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from './support.ts';

const TOKEN = 'a token that no one guesses';
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ env: { METRICS_TOKEN: TOKEN } });
});
afterAll(() => t.close());

const scrape = (authorization?: string) =>
  t.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });

test('only who sends the token reads the metrics', async () => {
  for (const given of [undefined, TOKEN, `Bearer ${TOKEN}x`, 'Bearer '])
    expect((await scrape(given)).statusCode).toBe(401);
  expect((await scrape(`Bearer ${TOKEN}`)).statusCode).toBe(200);
});

test('they are in the text format, with requests by the pattern of their route and never by their address', async () => {
  const cookie = await t.loginAs('administrator');
  await t.app.inject({ url: '/api/users/987654', headers: { cookie } });
  const { body, headers } = await scrape(`Bearer ${TOKEN}`);
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = body.trimEnd().split('\n');
  const sample = /^[a-z0-9_]+(\{([a-z_]+="([^"\\\n]|\\.)*",?)*\})? (-?[\d.]+(e[+-]?\d+)?|\+Inf)$/;
  expect(lines.filter((line) => !/^# (HELP|TYPE) [a-z0-9_]+ ./.test(line) && !sample.test(line))).toEqual([]);
  const types = lines.filter((line) => line.startsWith('# TYPE')).map((line) => line.split(' ')[2]);
  expect(new Set(types).size).toBe(types.length);
  expect(body).toMatch(
    /http_request_duration_seconds_bucket\{[^}]*route="\/api\/[^"]*:id",status="404",le="\+Inf"\} 1\n/,
  );
  expect(body).not.toContain('987654');
  for (const name of ['atrium_database_up', 'atrium_jobs', 'process_resident_memory_bytes', 'atrium_logins'])
    expect(types).toContain(name);
});

test('without the setting there are none', async () => {
  const without = await startTestApp();
  const answer = await without.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } });
  expect(answer.headers['content-type']).not.toContain('version=0.0.4');
  await without.close();
});
