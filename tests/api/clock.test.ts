import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { transaction } from '../../server/platform/database.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;
beforeEach(async () => {
  t = await startTestApp();
});
afterEach(() => t.close());

const DAY = 86_400_000;
const CLOSE = 60_000;

function expectClose(instant: unknown, expected: number): void {
  expect(Math.abs(Date.parse(String(instant)) - expected), `${String(instant)} is at the time`).toBeLessThan(CLOSE);
}

/** A year ago, today in 2028, and after each change to or from daylight saving time. */
const MOVES = [-365 * DAY, 0, Date.parse('2028-02-29T23:59:00Z')];

test('statements, defaults and the engine use the moved clock', async () => {
  const { clock, db, engine } = t.services;
  for (const [number, move] of MOVES.entries()) {
    clock.moveTo(move > 1e12 ? move : clock.now() + move);
    // More concurrent statements than one connection can take.
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => sql<{ at: string }>`select atrium_now() as at`.execute(db)),
    );
    for (const { rows } of answers) expectClose(rows[0]?.at, clock.now());
    const group = await engine.create(SYSTEM, 'groups', { name: `Clock ${number}` });
    expectClose(group['createdAt'], clock.now());
    const { rows } = await sql<{ createdAt: string; at: string }>`
      insert into "revisions" ("name", "value") values (${`clock-${number}`}, 1) returning "createdAt"`.execute(db);
    expectClose(rows[0]?.createdAt, clock.now());
    const entries = await sql<{ at: string }>`
      select "at" from "auditEntries" where "resource" = 'groups' and "recordId" = ${String(group['id'])}`.execute(db);
    expectClose(entries.rows[0]?.at, clock.now());
  }
});

test('a session lasts as long as declared, and its cookie does not depend on the browser’s clock', async () => {
  const { clock } = t.services;
  clock.moveTo('2028-02-29T20:00:00Z');
  const { cookie, username } = await t.createUser();
  const readSession = () => t.app.inject({ method: 'GET', url: '/api/UserCookieData', headers: { cookie } });
  expect((await readSession()).statusCode).toBe(200);
  clock.moveTo('2028-03-01T03:59:00Z');
  expect((await readSession()).statusCode).toBe(200);
  clock.moveTo('2028-03-01T04:01:00Z');
  expect((await readSession()).statusCode).toBe(204);
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/Login',
    payload: { username, password: 'atrium-demo' },
  });
  expect(answer.cookies[0]).toMatchObject({ maxAge: 8 * 3600 });
  expect(answer.cookies[0]).not.toHaveProperty('expires');
});

test('a delayed job runs by the clock, not by the time of the database', async () => {
  const { clock, db, jobs } = t.services;
  const done: unknown[] = [];
  await jobs.work('clock', async (data) => void done.push(data), { every: 0.5 });
  clock.moveTo('2030-01-01T00:00:00Z');
  await transaction(db, async (tx) => {
    await jobs.enqueue(tx, 'clock', { due: 'tomorrow' }, { at: new Date(clock.now() + DAY) });
    await jobs.enqueue(tx, 'clock', { due: 'now' }, { at: clock.date() });
  });
  await expect.poll(() => done).toEqual([{ due: 'now' }]);
});
