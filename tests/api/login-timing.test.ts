import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function timeGuess(username: string): Promise<number> {
  const start = performance.now();
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/Login',
    payload: { username, password: 'a wrong guess' },
  });
  const took = performance.now() - start;
  expect(answer.statusCode).toBe(401);
  return took;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** Alternating pairs share whatever else the machine is doing, so the medians are compared and not single times. */
test('an unknown name takes as long to refuse as a known one', async () => {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let i = 0; i < 40; i += 1) {
    known.push(await timeGuess('student'));
    unknown.push(await timeGuess(`unknown-${i}`));
    await sql`delete from "loginAttempts"`.execute(t.services.db);
  }
  const ratio = median(unknown) / median(known);
  // Without the password hash the unknown name would be refused in a tenth of the time.
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});
