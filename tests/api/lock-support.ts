import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Db } from '../../server/platform/database.ts';

/** Waits until so many statements of this database wait for a lock. `db` must have a free connection. */
export async function untilWaiting(db: Db, count = 1): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(rows[0]?.waiting).toBeGreaterThanOrEqual(count);
    },
    { timeout: 20_000, interval: 10 },
  );
}
