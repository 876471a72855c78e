import { sql } from 'kysely';
import type { Services } from '../../services.ts';
import type { Storage } from './storage.ts';

const DAY = 86_400_000;

/** Deletes files older than a week that belong to no request or draft, and stored bytes without a row. */
export async function cleanUp(services: Services, storage: Storage): Promise<void> {
  const { db, clock } = services;
  const weekAgo = new Date(clock.now() - 7 * DAY);
  const rows = await db
    .deleteFrom('files as f')
    .where('f.submissionId', 'is', null)
    .where('f.createdAt', '<', weekAgo.toISOString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('drafts as d')
            .select('d.id')
            .whereRef('d.userId', '=', 'f.uploaderId')
            .where(({ ref }) => sql<boolean>`${ref('d.data')}::text like '%' || ${ref('f.id')} || '%'`),
        ),
      ),
    )
    .returning('f.storageKey')
    .execute();
  for (const { storageKey } of rows) await storage.remove(storageKey);
  const dayAgo = new Date(clock.now() - DAY);
  await storage.clearArriving(dayAgo);
  const keys = await storage.keysBefore(dayAgo);
  for (let start = 0; start < keys.length; start += 1000) {
    const batch = keys.slice(start, start + 1000);
    const known = await db.selectFrom('files').select('storageKey').where('storageKey', 'in', batch).execute();
    const named = new Set(known.map((row) => row.storageKey));
    for (const key of batch) if (!named.has(key)) await storage.remove(key);
  }
}
