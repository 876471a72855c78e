import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SessionStore } from '../../server/features/accounts/session-store.ts';
import { unreadMessages } from '../../server/features/messages/threads.ts';
import { transaction, type Tx } from '../../server/platform/database.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** How often PostgreSQL planned the prepared statements that match, on this connection: for their values, and once and for all. */
async function plansOf(tx: Tx, pattern: string): Promise<{ own: number; kept: number }[]> {
  const { rows } = await sql<{ own: number; kept: number }>`
    select custom_plans as own, generic_plans as kept from pg_prepared_statements where statement like ${pattern}`.execute(
    tx,
  );
  return rows;
}

// PostgreSQL always plans for the values in the first five runs.
test.each([
  [
    'sessions',
    '%left join revisions%',
    async (tx: Tx, count: number) => {
      const store = new SessionStore(tx, 'secret', t.services.model.roles, () => 60);
      await Promise.all(Array.from({ length: count }, (_, index) => store.resolve(`token ${index}`, '127.0.0.1')));
    },
  ],
  [
    'unread counts',
    '%"messageRecipients"%',
    async (tx: Tx, count: number) => {
      await unreadMessages(
        { db: tx },
        Array.from({ length: count }, (_, index) => index + 1),
      );
    },
  ],
] as const)('the statement that reads %s keeps its plan, however many it reads', async (_name, pattern, read) => {
  await transaction(t.services.db, async (tx) => {
    for (let run = 0; run < 6; run += 1) await read(tx, 1 + (run % 4));
    const [before] = await plansOf(tx, pattern);
    for (let run = 0; run < 4; run += 1) await read(tx, 1 + run);
    expect(await plansOf(tx, pattern)).toEqual([{ own: before?.own, kept: Number(before?.kept) + 4 }]);
  });
});
