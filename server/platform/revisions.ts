import { sql } from 'kysely';
import { answerLater, PREPARED, type Db, type Tx } from './database.ts';

/** `permissions`: the rules. `public`: rows of resources whose answers to visitors are kept (config.cached). */
export type RevisionName = 'permissions' | 'public';

/** So long after it asked, in milliseconds, a process may rely on what it was told of the revisions. */
export const RELIABLE_MS = 20;
/** Timers may be a little early. */
const MARGIN_MS = 5;

/**
 * Tells every process that these are others now; part of the transaction that changes them. Its writer is answered when no process
 * relies on the old ones any more, so that nobody who has been answered meets them.
 */
export async function bumpRevision(tx: Tx, name: RevisionName): Promise<void> {
  answerLater(tx, RELIABLE_MS + MARGIN_MS);
  await sql`${PREPARED}insert into "revisions" ("name", "value") values (${name}, 1)
    on conflict ("name") do update set "value" = "revisions"."value" + 1, "updatedAt" = atrium_now()`.execute(tx);
}

/** All revisions as one text: another one as soon as any of them is committed. */
export async function revisionStamp(db: Db): Promise<string> {
  const { rows } = await sql<{
    stamp: string | null;
  }>`${PREPARED}select string_agg("name" || '=' || "value", ' ' order by "name") as "stamp" from "revisions"`.execute(
    db,
  );
  return rows[0]?.stamp ?? '';
}
