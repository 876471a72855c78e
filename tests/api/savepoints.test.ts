import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inLockedSession } from '../../server/features/registration/seats/session-queue.ts';
import { notifyMerged } from '../../server/features/messages/merge-notices.ts';
import { beforeCommit, transaction, type Tx } from '../../server/platform/database.ts';
import { takeLock } from '../../server/platform/locks.ts';
import { problem } from '../../server/platform/problem.ts';
import { rowRevision } from '../../server/platform/revisions.ts';
import { memoryOf, rehearse, RememberedSet, withSavepoint } from '../../server/platform/transaction-memory.ts';
import { makeRow } from '../factories/any-row.ts';
import { DAY, HOUR, makeSession } from './event-support.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const refusal = problem(409, 'test.refused', 'Refused', 'Refused.');

/** Runs `work` in a savepoint and refuses it afterwards. */
async function refused(tx: Tx, work: () => unknown): Promise<void> {
  const attempt = withSavepoint(tx, async () => {
    await work();
    throw refusal;
  });
  await expect(attempt).rejects.toBe(refusal);
}

test('a rolled-back savepoint restores what the transaction remembers, and forgets what is new', async () => {
  const [known, created] = [{}, {}];
  await transaction(t.services.db, async (tx) => {
    const memory = (key: object) => memoryOf(tx, key, () => new RememberedSet<string>());
    memory(known).add('before');
    await refused(tx, async () => {
      memory(known).add('outer');
      await refused(tx, () => memory(known).add('inner'));
      expect([...memory(known)]).toEqual(['before', 'outer']);
      memory(created).add('outer');
    });
    expect([...memory(known)]).toEqual(['before']);
    expect([...memory(created)]).toEqual([]);
    await withSavepoint(tx, () => Promise.resolve(memory(known).add('after')));
    expect([...memory(known)]).toEqual(['before', 'after']);
  });
});

test('a refused attempt changes nothing at the end of the transaction', async () => {
  const ended: string[] = [];
  await transaction(t.services.db, async (tx) => {
    await refused(tx, () => beforeCommit(tx, () => Promise.resolve(void ended.push('refused'))));
    beforeCommit(tx, () => Promise.resolve(void ended.push('done')));
  });
  expect(ended).toEqual(['done']);
});

test('notices of a refused attempt are not sent with those that they would be joined to', async () => {
  const { id: userId } = await t.createUser({ roles: ['Student'] });
  const notice = (now: string) => ({
    event: 'sessionMoved',
    audience: 'attendee',
    recipients: [userId],
    about: { resource: 'instances', id: 1, title: 'Welding', path: null },
    values: { event: { text: 'Welding', path: '/signup/details/1' }, title: 'Welding', now, before: 'June' },
    joins: { lines: ['now', 'before'], link: 'event' },
  });
  await transaction(t.services.db, async (tx) => {
    await refused(tx, () => notifyMerged(t.services, tx, [notice('July')]));
    await notifyMerged(t.services, tx, [notice('August')]);
  });
  const { rows } = await sql<{ text: string }>`select m::text as "text" from "messages" m
    join "messageRecipients" r on r."messageId" = m."id" where r."userId" = ${userId}`.execute(t.services.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.text).toContain('August');
  expect(rows[0]?.text).not.toContain('July');
});

test('a write after a refused one of the same cached resource invalidates cached responses', async () => {
  const { engine, db } = t.services;
  const id = Number((await makeRow(t.services, 'categories', { active: true }))['id']);
  const stamp = async () =>
    (
      await sql<{ sum: number }>`select coalesce(sum("value"), 0)::int as "sum" from "revisions"
        where "name" like 'public/categories/%'`.execute(db)
    ).rows[0]?.sum;
  const before = await stamp();
  const rename = (tx: Tx, name: string) => engine.update(SYSTEM, 'categories', id, { name }, { tx, command: true });
  await engine.transaction(async (tx) => {
    await refused(tx, () => rename(tx, 'Refused'));
    await rename(tx, 'Renamed');
  });
  expect(await stamp()).toBe((before ?? 0) + 1);
  expect(await rowRevision(db, 'categories')).toBeGreaterThan(0);
});

test('an advisory lock that was taken in a rolled-back savepoint is taken again', async () => {
  const holders = (tx: Tx) =>
    sql<{ count: number }>`select count(*)::int as "count" from pg_locks
      where locktype = 'advisory' and pid = pg_backend_pid()`.execute(tx);
  await transaction(t.services.db, async (tx) => {
    await rehearse(tx, () => takeLock(tx, 'scheduling'));
    expect((await holders(tx)).rows).toEqual([{ count: 0 }]);
    await takeLock(tx, 'scheduling');
    expect((await holders(tx)).rows).toEqual([{ count: 1 }]);
  });
});

test('a locked session is as before after a refused attempt, with those of its series', async () => {
  const instanceId = await makeSession(t, [2 * DAY, 2 * DAY + HOUR]);
  await inLockedSession(t.services, instanceId, async (locked) => {
    const before = structuredClone(locked.instance);
    const outcome = await locked.withSavepoint((same) => {
      Object.assign(same.instance, { taken: 2, opensAt: 0, closesAt: 0, holdsEndAt: 0, calendarSequence: 9 });
      throw refusal;
    });
    expect(outcome).toEqual({ error: refusal });
    expect(locked.instance).toEqual(before);
  });
});
