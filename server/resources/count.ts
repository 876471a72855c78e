import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';
import type { Sql } from './condition-sql.ts';
import type { View } from './view.ts';

/** Up to here an estimated count is exact. */
const COUNTED = 10_000;
/** An estimate of so many is taken for more than can be counted, without counting. */
const SURELY_MORE = 2 * COUNTED;
/** A table of this size is counted whole: that takes less than to count and stop. */
const SMALL = 20_000;
const SIZES_KEPT_MS = 30_000;

/** Counts what lists match, by each resource's count policy: all of it, or the planner's estimate above 10,000. */
export class Counter {
  private readonly db: Db;
  private sizes = new Map<string, number>();
  private sizesFrom = Number.NEGATIVE_INFINITY;

  constructor(db: Db) {
    this.db = db;
  }

  /** SQL that counts all that match, to be selected along with the rows; null where that would take long. */
  inline(view: View, where: Sql): Sql | null {
    return view.resource.config.count === 'exact' || this.isSmall(view)
      ? sql`(select count(*) from ${view.table} where ${where})`
      : null;
  }

  /** How many rows match. */
  async total(db: Db, view: View, where: Sql): Promise<number> {
    const inline = this.inline(view, where);
    if (inline) return numberFrom(db, inline);
    const estimate = await estimated(db, view, where);
    if (estimate > SURELY_MORE) return estimate;
    const counted = await numberFrom(
      db,
      sql`(select count(*) from (select 1 from ${view.table} where ${where} limit ${COUNTED + 1}) as "some")`,
    );
    return counted > COUNTED ? Math.max(counted, estimate) : counted;
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
    const { rows } = await sql<{
      name: string;
      size: number;
    }>`select "relname" as "name", "reltuples" as "size" from pg_class
      where "relkind" = 'r' and "relnamespace" = current_schema()::regnamespace`.execute(this.db);
    this.sizes = new Map(rows.map(({ name, size }) => [name, size]));
  }
}

async function estimated(db: Db, view: View, where: Sql): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from ${view.table} where ${where}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

async function numberFrom(db: Db, expression: Sql): Promise<number> {
  const { rows } = await sql<{ number: number }>`select ${expression} as "number"`.execute(db);
  return rows[0]?.number ?? 0;
}
