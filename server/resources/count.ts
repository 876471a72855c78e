import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';
import type { Sql } from './condition-sql.ts';
import type { View } from './view.ts';

/** Up to here an estimated count is exact. */
const COUNTED = 10_000;

/** How many rows match, by the resource's count policy: all counted, or the planner's estimate above 10,000. */
export async function countRows(db: Db, view: View, where: Sql): Promise<number> {
  const matching = sql`from ${view.table} where ${where}`;
  if (view.resource.config.count === 'exact') return readCount(await sql<Counted>`select count(*) as "count" ${matching}`.execute(db));
  const counted = readCount(await sql<Counted>`select count(*) as "count" from (select 1 ${matching} limit ${COUNTED + 1}) as "some"`.execute(db));
  if (counted <= COUNTED) return counted;
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`explain (format json) select 1 ${matching}`.execute(db);
  return Math.max(rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0, counted);
}

interface Counted { count: number }

function readCount({ rows }: { rows: Counted[] }): number {
  return rows[0]?.count ?? 0;
}
