import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../server/platform/database.ts';
import { type Jobs, startJobs } from '../../server/platform/jobs/jobs.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const now = { every: 0.5 };

test('a job runs once its transaction commits, and does not exist when it rolls back', async () => {
  const { jobs, db } = t.services;
  const done: unknown[] = [];
  await jobs.work(
    'greet',
    async (data) => {
      done.push(data);
    },
    now,
  );
  await expect(
    transaction(db, async (tx) => {
      await jobs.enqueue(tx, 'greet', { name: 'nobody' });
      throw new Error('undo');
    }),
  ).rejects.toThrow('undo');
  await transaction(db, (tx) => jobs.enqueue(tx, 'greet', { name: 'Ada' }));
  await expect.poll(() => done).toEqual([{ name: 'Ada' }]);
});

test('each job is run by one of several processes', async () => {
  const { jobs, db, settings, clock } = t.services;
  const other: Jobs = await startJobs(settings.databaseUrl ?? '', clock, () => undefined);
  const done: unknown[] = [];
  for (const each of [jobs, other])
    await each.work(
      'count',
      async ({ n }) => {
        done.push(n);
      },
      now,
    );
  await transaction(db, async (tx) => {
    for (let n = 0; n < 10; n += 1) await jobs.enqueue(tx, 'count', { n });
  });
  await expect.poll(() => done.length).toBe(10);
  expect([...new Set(done)]).toHaveLength(10);
  await other.stop();
});

test('jobs that wait are run one after another, without waiting for the next poll', async () => {
  const { jobs, db } = t.services;
  const done: unknown[] = [];
  await transaction(db, async (tx) => {
    for (let n = 0; n < 5; n += 1) await jobs.enqueue(tx, 'drain', { n });
  });
  await jobs.work(
    'drain',
    async ({ n }) => {
      done.push(n);
    },
    { every: 3600 },
  );
  await expect.poll(() => done.length, { timeout: 10_000 }).toBe(5);
});
