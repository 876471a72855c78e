import { sql } from 'kysely';
import type { Services } from '../../services.ts';
import type { Storage } from './storage.ts';

const DAY = 86_400_000;

/** Removes files that a week later are part of no request and no draft, and bytes that no row names. */
export async function cleanUp(services: Services, storage: Storage): Promise<void> {
  const { db, clock } = services;
  const weekAgo = new Date(clock.now() - 7 * DAY);
  const { rows } = await sql<{ storageKey: string }>`
    delete from "files" f where f."submissionId" is null and f."createdAt" < ${weekAgo.toISOString()}
      and not exists (select 1 from "drafts" d where d."userId" = f."uploaderId" and d."data"::text like '%' || f."id" || '%')
    returning f."storageKey"`.execute(db);
  for (const { storageKey } of rows) await storage.remove(storageKey);
  const dayAgo = new Date(clock.now() - DAY);
  await storage.clearArriving(dayAgo);
  const keys = await storage.keysBefore(dayAgo);
  for (let start = 0; start < keys.length; start += 1000) {
    const batch = keys.slice(start, start + 1000);
    const known = await sql<{ storageKey: string }>`
      select "storageKey" from "files" where "storageKey" = any(${batch}::text[])`.execute(db);
    const named = new Set(known.rows.map((row) => row.storageKey));
    for (const key of batch) if (!named.has(key)) await storage.remove(key);
  }
}
