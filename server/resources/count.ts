import { sql } from 'kysely';
import type { Accuracy } from '../../domain/declarations/list-total.ts';
import { CoalescedByKey } from '../platform/coalesced.ts';
import type { Db } from '../platform/database.ts';
import type { CacheFigures } from '../platform/process-watch.ts';
import { QuietTasks } from '../platform/quiet-tasks.ts';
import { rowRevision } from '../platform/revisions.ts';
import type { Sql } from './condition-sql.ts';
import type { View } from './view.ts';

/** Totals up to here are always exact. */
const COUNTED = 10_000;
/** With `count: quick`, the highest planner estimate whose rows are counted. */
const QUICK = 1_000;
/** Above it, they are exact if counting takes at most this many milliseconds. */
const COUNT_LIMIT = 100;
/**
 * Above the planner's estimate of this many rows, a list does not wait for the count: it gets the estimate, and its
 * next read the count.
 */
const AWAITED = 50_000;
/** For this many milliseconds a count that timed out is not tried again. */
const SLOW_FOR = 60_000;
const MAX_TOTALS = 2_000;
/** Statements whose text and values exceed this many characters are not cached. */
const MAX_KEY = 4_000;
/** Writes by other programs become visible after this many milliseconds at the latest. */
const MAX_AGE = 30_000;

/** A number of rows. Without accuracy it is exact; an estimate is rounded to two digits; of a minimum, there are more than that. */
export interface Total {
  number: number;
  accuracy?: Accuracy;
}

interface KnownTotal {
  revision: number;
  countedAt: number;
  total: Promise<Total>;
}

/**
 * Counts the matches of lists by each resource's count policy: all of them, or, above 10,000 and where counting takes too long, an
 * estimate by the planner. An estimate of many rows is replaced once they are counted. A total is cached in this process for the
 * revision of the resource's rows that it was counted at. The key is the statement with its values, which include the caller's
 * permission and the filter.
 */
export class Counter {
  private readonly db: Db;
  private readonly totals = new Map<string, KnownTotal>();
  /** When a statement last took too long to count. */
  private readonly slow = new Map<string, number>();
  private readonly countLimit: number;
  /** Counts that lists do not wait for: beside them, lists would take four times as long. */
  private readonly later = new QuietTasks();
  private readonly revisions: CoalescedByKey<string, number>;
  private hits = 0;
  private misses = 0;

  /** `countLimit`: milliseconds that counting more than 10,000 rows may take. */
  constructor(db: Db, { countLimit = COUNT_LIMIT } = {}) {
    this.db = db;
    this.countLimit = countLimit;
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
  async total(db: Db, view: View, where: Sql, revision: number | null): Promise<Total> {
    this.later.noteActivity();
    const { sql: text, parameters } = sql`${view.table} where ${where}`.compile(this.db);
    const key = `${text} ${JSON.stringify(parameters)}`;
    if (revision === null || key.length > MAX_KEY || readsCounter(view, text))
      return this.count(db, view, where, { key, whenCounted: null });
    const known = this.totals.get(key);
    this.totals.delete(key);
    const isCurrent = known?.revision === revision && performance.now() - known.countedAt < MAX_AGE;
    if (isCurrent) this.hits += 1;
    else this.misses += 1;
    const current = isCurrent
      ? known
      : this.newTotal(revision, (whenCounted) => this.count(db, view, where, { key, whenCounted }));
    this.totals.set(key, current);
    forgetOldest(this.totals);
    try {
      return await current.total;
    } catch (error) {
      if (this.totals.get(key) === current) this.totals.delete(key);
      throw error;
    }
  }

  figures(): CacheFigures {
    return { entries: this.totals.size, bytes: null, hits: this.hits, misses: this.misses };
  }

  private newTotal(revision: number, count: (whenCounted: WhenCounted) => Promise<Total>): KnownTotal {
    const known: KnownTotal = {
      revision,
      countedAt: performance.now(),
      total: count((number) => (known.total = Promise.resolve({ number }))),
    };
    return known;
  }

  private async count(db: Db, view: View, where: Sql, { key, whenCounted }: Counting): Promise<Total> {
    const matching = sql`${view.table} where ${where}`;
    const { count } = view.resource.config;
    if (count === 'quick') return this.quick(db, view, where, matching);
    if (count === 'exact') return { number: await numberFrom(db, matching) };
    const counted = await numberFrom(db, sql`(select 1 from ${matching} limit ${COUNTED + 1}) as "some"`);
    if (counted <= COUNTED) return { number: counted };
    const expected = await estimated(db, view, where);
    if (whenCounted !== null && expected > AWAITED) this.countLater(db, matching, key, whenCounted);
    else {
      const exact = await this.countWithinLimit(db, matching, key);
      if (exact !== null) return { number: exact };
    }
    const guess = rounded(expected);
    return guess > COUNTED ? { number: guess, accuracy: 'estimate' } : { number: COUNTED, accuracy: 'minimum' };
  }

  /**
   * For rows of several tables. To count some of many, the planner joins whole tables until it has found enough, in the belief that matches
   * are spread evenly.
   */
  private async quick(db: Db, view: View, where: Sql, matching: Sql): Promise<Total> {
    const expected = await estimated(db, view, where);
    if (expected > QUICK) return { number: rounded(expected), accuracy: 'estimate' };
    const counted = await numberFrom(db, sql`(select 1 from ${matching} limit ${COUNTED + 1}) as "some"`);
    return counted <= COUNTED ? { number: counted } : { number: COUNTED, accuracy: 'minimum' };
  }

  /** A failure leaves the estimate, until the total is forgotten. */
  private countLater(db: Db, matching: Sql, key: string, whenCounted: WhenCounted): void {
    this.later.add(key, async () => {
      const exact = await this.countWithinLimit(db, matching, key).catch(() => null);
      if (exact !== null) whenCounted(exact);
    });
  }

  /** Null where it takes too long, and in a transaction, which a canceled statement would end. */
  private async countWithinLimit(db: Db, matching: Sql, key: string): Promise<number | null> {
    if (db.isTransaction || key.length > MAX_KEY) return null;
    if (performance.now() - (this.slow.get(key) ?? -Infinity) < SLOW_FOR) return null;
    this.slow.delete(key);
    try {
      return await db.transaction().execute(async (tx) => {
        await sql`select set_config('statement_timeout', ${`${this.countLimit}ms`}, true)`.execute(tx);
        return numberFrom(tx, matching);
      });
    } catch (error) {
      if (!isCanceled(error)) throw error;
      this.slow.set(key, performance.now());
      forgetOldest(this.slow);
      return null;
    }
  }
}

type WhenCounted = (number: number) => void;

interface Counting {
  /** The statement with its values. */
  key: string;
  /** Null where the total is not kept. */
  whenCounted: WhenCounted | null;
}

function forgetOldest(entries: Map<string, unknown>): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= MAX_TOTALS) break;
    entries.delete(oldest);
  }
}

/** To two digits, which do not look counted. */
function rounded(number: number): number {
  return number === 0 ? 0 : Number(number.toPrecision(2));
}

function isCanceled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014';
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
