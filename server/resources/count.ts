import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';
import type { Sql } from './condition-sql.ts';
import type { View } from './view.ts';

/** Up to here an estimated count is exact. */
const COUNTED = 10_000;

/** SQL of how many rows match: all of them where the resource's count policy is exact, else at most 10,001. */
export function countSql(view: View, where: Sql): Sql {
  if (view.resource.config.count === 'exact') return sql`(select count(*) from ${view.table} where ${where})`;
  return sql`(select count(*) from (select 1 from ${view.table} where ${where} limit ${COUNTED + 1}) as "some")`;
}

/** The total from what `countSql` counted: that, or, where it stopped, the planner's estimate. */
export async function totalOf(db: Db, view: View, where: Sql, counted: number): Promise<number> {
  if (counted <= COUNTED || view.resource.config.count === 'exact') return counted;
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from ${view.table} where ${where}`.execute(db);
  return Math.max(rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0, counted);
}
