import { sql } from 'kysely';
import { delayAnswer, PREPARED, type Db, type Tx } from './database.ts';
import { memoryOf, RememberedSet } from './transaction-memory.ts';
import { NOT_OF_ROWS, rowRevisionNames } from './row-revisions.ts';

/**
 * `permissions`: the configuration that every process caches, that is the rules, the system settings and the registered
 * sites. `public/...`: rows of a cached resource (config.cached).
 */
export type RevisionName = 'permissions' | `public/${string}`;

/** For how many milliseconds a process may rely on revisions after it began to read them. */
export const RELIABLE_MS = 20;
/** Timers may fire slightly early. */
const MARGIN_MS = 5;

/**
 * Bumps the revision, once per transaction that changes what it covers. The writer's response is delayed until no
 * process relies on the old revision, so that nothing older can be served after it.
 */
export async function bumpRevision(tx: Tx, name: RevisionName): Promise<void> {
  const bumped = memoryOf(tx, bumpRevision, () => new RememberedSet<RevisionName>());
  if (bumped.has(name)) return;
  bumped.add(name);
  delayAnswer(tx, RELIABLE_MS + MARGIN_MS);
  // One counter per connection, so that writers do not block each other. The configuration changes rarely and have a single counter.
  const row = name.startsWith('public/') ? sql`${name} || '/' || pg_backend_pid() % 16` : sql`${name}`;
  await sql`${PREPARED}insert into "revisions" ("name", "value") values (${row}, 1)
    on conflict ("name") do update set "value" = "revisions"."value" + 1, "updatedAt" = atrium_now()`.execute(tx);
}

export async function configurationRevision(db: Db): Promise<number> {
  const { rows } = await sql<{
    value: number;
  }>`${PREPARED}select "value" from "revisions" where "name" = 'permissions'`.execute(db);
  return rows[0]?.value ?? 0;
}

export async function revisionStamp(db: Db): Promise<string> {
  const { rows } = await sql<{
    stamp: number;
  }>`${PREPARED}select coalesce(sum("value"), 0) as "stamp" from "revisions" where ${NOT_OF_ROWS}`.execute(db);
  return String(rows[0]?.stamp ?? 0);
}

export async function rowRevision(db: Db, resource: string): Promise<number> {
  const { rows } = await sql<{
    revision: number;
  }>`${PREPARED}select coalesce(sum("value"), 0) as "revision" from "revisions" where "name" = any(${rowRevisionNames(resource)})`.execute(
    db,
  );
  return rows[0]?.revision ?? 0;
}
