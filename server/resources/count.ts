import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';
import type { Sql } from './condition-sql.ts';
import type { View } from './view.ts';

/** Up to here an estimated count is exact. */
const COUNTED = 10_000;
/** To count a table of this size as a whole takes less than to count and stop. */
const SMALL = 20_000;
const SIZES_KEPT_MS = 30_000;

interface Count { whole: boolean; matching: Sql; sql: Sql }

/** Counts what lists match, by each resource's count policy: all of it, or the planner's estimate above 10,000. */
export class Counter {
  private readonly db: Db;
  private sizes = new Map<string, number>();
  private sizesFrom = Number.NEGATIVE_INFINITY;

  constructor(db: Db) {
    this.db = db;
  }

  /** How the rows that match are counted: `sql` counts all of them, or, unless `whole`, at most 10,001. */
  count(view: View, where: Sql): Count {
    const whole = view.resource.config.count === 'exact' || this.isSmall(view);
    const matching = sql`from ${view.table} where ${where}`;
    if (whole) return { whole, matching, sql: sql`(select count(*) ${matching})` };
    return { whole, matching, sql: sql`(select count(*) from (select 1 ${matching} limit ${COUNTED + 1}) as "some")` };
  }

  /** The total from what that counted. */
  async total(db: Db, { whole, matching }: Count, counted: number): Promise<number> {
    if (whole || counted <= COUNTED) return counted;
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
      explain (format json) select 1 ${matching}`.execute(db);
    return Math.max(rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0, counted);
  }

  /** By the planner's statistics as they were some seconds ago; a table without any counts as large. */
  private isSmall({ resource }: View): boolean {
    if (performance.now() - this.sizesFrom > SIZES_KEPT_MS) {
      this.sizesFrom = performance.now();
      this.readSizes().catch(() => this.sizes.clear());
    }
    const size = this.sizes.get(resource.name) ?? 0;
    return size > 0 && size <= SMALL;
  }

  private async readSizes(): Promise<void> {
    const { rows } = await sql<{ name: string; size: number }>`select "relname" as "name", "reltuples" as "size" from pg_class
      where "relkind" = 'r' and "relnamespace" = current_schema()::regnamespace`.execute(this.db);
    this.sizes = new Map(rows.map(({ name, size }) => [name, size]));
  }
}
