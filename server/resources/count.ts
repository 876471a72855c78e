import { sql } from 'kysely';
import { CoalescedByKey } from '../platform/coalesced.ts';
import type { Db } from '../platform/database.ts';
import type { CacheFigures } from '../platform/process-watch.ts';
import { rowRevision } from '../platform/revisions.ts';
import type { Sql } from './condition-sql.ts';
import type { View } from './view.ts';

/** Estimated counts are exact up to here. */
const COUNTED = 10_000;
const MAX_TOTALS = 2_000;
/** Statements whose text and values exceed this many characters are not cached. */
const MAX_KEY = 4_000;
/** Writes by other programs become visible after this many milliseconds at the latest. */
const MAX_AGE = 30_000;

interface Total {
  revision: number;
  countedAt: number;
  number: Promise<number>;
}

/**
 * Counts the matches of lists by each resource's count policy: all of them, or the planner's estimate above 10,000. A total is
 * cached in this process for the revision of the resource's rows that it was counted at. The key is the statement with its values,
 * which include the caller's permission and the filter.
 */
export class Counter {
  private readonly db: Db;
  private readonly totals = new Map<string, Total>();
  private readonly revisions: CoalescedByKey<string, number>;
  private hits = 0;
  private misses = 0;

  constructor(db: Db) {
    this.db = db;
    this.revisions = new CoalescedByKey((resource) => rowRevision(db, resource));
  }

  /** The revision of the resource's rows, read after this call began. Concurrent calls share one query. */
  revision({ resource: { name } }: View): Promise<number> {
    return this.revisions.answer(name);
  }

  /**
   * The number of matching rows at this revision or a later one. Without a revision (in a transaction, which may have written) it is
   * always counted.
   */
  async total(db: Db, view: View, where: Sql, revision: number | null): Promise<number> {
    const { sql: text, parameters } = sql`${view.table} where ${where}`.compile(this.db);
    const key = `${text} ${JSON.stringify(parameters)}`;
    if (revision === null || key.length > MAX_KEY || readsCounter(view, text)) return this.count(db, view, where);
    const known = this.totals.get(key);
    this.totals.delete(key);
    const isCurrent = known?.revision === revision && performance.now() - known.countedAt < MAX_AGE;
    if (isCurrent) this.hits += 1;
    else this.misses += 1;
    const total = isCurrent ? known : { revision, countedAt: performance.now(), number: this.count(db, view, where) };
    this.totals.set(key, total);
    for (const oldest of this.totals.keys()) {
      if (this.totals.size <= MAX_TOTALS) break;
      this.totals.delete(oldest);
    }
    try {
      return await total.number;
    } catch (error) {
      if (this.totals.get(key) === total) this.totals.delete(key);
      throw error;
    }
  }

  figures(): CacheFigures {
    return { entries: this.totals.size, bytes: null, hits: this.hits, misses: this.misses };
  }

  private async count(db: Db, view: View, where: Sql): Promise<number> {
    if (view.resource.config.count === 'exact') return numberFrom(db, sql`${view.table} where ${where}`);
    const counted = await numberFrom(
      db,
      sql`(select 1 from ${view.table} where ${where} limit ${COUNTED + 1}) as "some"`,
    );
    return counted > COUNTED ? Math.max(counted, await estimated(db, view, where)) : counted;
  }
}

/** Whether the statement reads counters, which change without the resource's revision. */
function readsCounter({ resource }: View, text: string): boolean {
  return resource.fields.some(({ schema }) => {
    const counter = schema['x-counter'];
    return counter !== undefined && text.includes(`from "${counter.resource}"`);
  });
}

async function estimated(db: Db, view: View, where: Sql): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from ${view.table} where ${where}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

async function numberFrom(db: Db, from: Sql): Promise<number> {
  const { rows } = await sql<{ number: number }>`select count(*) as "number" from ${from}`.execute(db);
  return rows[0]?.number ?? 0;
}
