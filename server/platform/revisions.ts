import { sql } from 'kysely';
import { answerLater, PREPARED, type Db, type Tx } from './database.ts';
import { NOT_OF_ROWS, rowRevisionNames } from './row-revisions.ts';

/** `permissions`: the rules. `public/...`: rows of a resource whose answers to visitors are cached (config.cached). */
export type RevisionName = 'permissions' | `public/${string}`;

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
  // Each connection counts in a row of its own, so that writers do not wait for each other. The rules have one: rarely are they others.
  const row = name.startsWith('public/') ? sql`${name} || '/' || pg_backend_pid() % 16` : sql`${name}`;
  await sql`${PREPARED}insert into "revisions" ("name", "value") values (${row}, 1)
    on conflict ("name") do update set "value" = "revisions"."value" + 1, "updatedAt" = atrium_now()`.execute(tx);
}

/** All of these revisions as one text: another one as soon as any of them is committed. */
export async function revisionStamp(db: Db): Promise<string> {
  const { rows } = await sql<{
    stamp: number;
  }>`${PREPARED}select coalesce(sum("value"), 0) as "stamp" from "revisions" where ${NOT_OF_ROWS}`.execute(db);
  return String(rows[0]?.stamp ?? 0);
}

/** How often rows of the resource have been written, by whatever process: the same number, the same rows. */
export async function rowRevision(db: Db, resource: string): Promise<number> {
  const { rows } = await sql<{
    revision: number;
  }>`${PREPARED}select coalesce(sum("value"), 0) as "revision" from "revisions" where "name" = any(${rowRevisionNames(resource)})`.execute(
    db,
  );
  return rows[0]?.revision ?? 0;
}
