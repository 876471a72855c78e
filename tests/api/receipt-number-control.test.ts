import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { issueReceipt } from '../../server/features/receipts/issue.ts';
import type { Tx } from '../../server/platform/database.ts';
import { paidCharge } from './receipts-support.ts';
import { startTestApp, type TestApp } from './support.ts';

// Files share their modules; this one needs a server that takes its locks through the mock.
vi.hoisted(() => vi.resetModules());
/** Advisory locks that are not taken: the control of the test. */
const skipped = vi.hoisted(() => new Set<string>());
vi.mock(import('../../server/platform/locks.ts'), async (importOriginal) => {
  const real = await importOriginal();
  return {
    ...real,
    takeLock: async (tx, name, key) => {
      if (!skipped.has(name)) await real.takeLock(tx, name, key);
    },
  };
});

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterEach(() => skipped.clear());
afterAll(async () => {
  await t.close();
  vi.resetModules();
});

/** Two receipts. The second is issued before the transaction of the first has ended. */
async function issueOverlapping(): Promise<{ outcome: string; numbers: number[] }> {
  const { id } = await t.createUser();
  const [first, second] = [await paidCharge(t, id), await paidCharge(t, id)];
  const issue = (tx: Tx, chargeId: number) => issueReceipt(tx, t.services, chargeId);
  let running: Promise<string> = Promise.resolve('');
  await t.services.engine.transaction(async (tx) => {
    await issue(tx, first.chargeId);
    running = t.services.engine
      .transaction((other) => issue(other, second.chargeId))
      .then(
        () => 'issued',
        () => 'failed',
      );
    await untilWaiting();
  });
  const outcome = await running;
  const rows = await t.services.db
    .selectFrom('receipts')
    .select('sequence')
    .where('chargeId', 'in', [first.chargeId, second.chargeId])
    .orderBy('sequence')
    .execute();
  return { outcome, numbers: rows.map(({ sequence }) => sequence) };
}

/** Until another connection waits for a lock. */
async function untilWaiting(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(t.services.db);
    if ((rows[0]?.count ?? 0) > 0) return;
    await wait(20);
  }
}

test('receipts that are issued at the same time get consecutive numbers', async () => {
  const { outcome, numbers } = await issueOverlapping();
  expect(outcome).toBe('issued');
  expect((numbers[1] ?? 0) - (numbers[0] ?? 0)).toBe(1);
});

test('without the lock of the number, the second one fails', async () => {
  skipped.add('receipt number');
  const { outcome, numbers } = await issueOverlapping();
  expect(outcome).toBe('failed');
  expect(numbers).toHaveLength(1);
});
