import { sql, type RawBuilder } from 'kysely';
import type { Tables } from '../../domain/generated/tables.ts';
import type { Clock } from './clock.ts';
import type { Db } from './database.ts';

/** Rows per statement, so that its locks are short. */
const BATCH = 1_000;

export interface Expired<T extends keyof Tables & string> {
  table: T;
  /** The instant from which a row's age counts. */
  since: keyof Tables[T] & string;
  /** The age in days beyond which rows are deleted. */
  days: number;
  /** Which of them; the table is `"row"`. Default: all. */
  only?: RawBuilder<boolean>;
}

/**
 * Deletes rows older than `days` by the clock, in batches, each a transaction of its own. Returns how many. Remaining
 * rows are not read again with each batch.
 */
export async function deleteExpired<T extends keyof Tables & string>(
  { db, clock }: { db: Db; clock: Clock },
  { table, since, days, only = sql<boolean>`true` }: Expired<T>,
): Promise<number> {
  const before = new Date(clock.now() - days * 86_400_000).toISOString();
  for (let all = 0, last = 0; ;) {
    const { rows } = await sql<{ deleted: number; last: number | null }>`
      with "expired" as (
        delete from ${sql.table(table)} where "id" in (
          select "row"."id" from ${sql.table(table)} as "row" where "row"."id" > ${last}
            and ${sql.ref(`row.${since}`)} < ${before} and ${only}
          order by "row"."id" limit ${BATCH})
        returning "id")
      select count(*)::int as "deleted", max("id")::float8 as "last" from "expired"`.execute(db);
    const deleted = rows[0]?.deleted ?? 0;
    all += deleted;
    if (deleted < BATCH) return all;
    last = rows[0]?.last ?? last;
  }
}
