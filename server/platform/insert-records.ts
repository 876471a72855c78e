import { sql, type RawBuilder } from 'kysely';
import type { Tables } from '../../domain/generated/tables.ts';
import { PREPARED, type Db } from './database.ts';

type Sql = RawBuilder<unknown>;

/**
 * Inserts records with the same properties in their order, by one prepared statement whose text does not depend on their number. Values
 * are JSON: those of a jsonb column are given as they are, instants as text. Returns `returning` of each, in their order.
 *
 * `stamped`: SQL of further columns, in which the properties are columns.
 */
export async function insertRecords<Returned>(
  db: Db,
  table: keyof Tables | (string & {}),
  records: readonly object[],
  { stamped = {}, returning = sql`"id"` }: { stamped?: Record<string, Sql>; returning?: Sql } = {},
): Promise<Returned[]> {
  const [first] = records;
  if (first === undefined) return [];
  const given = Object.keys(first).map((name): [string, Sql] => [name, sql.id(name)]);
  const columns = [...given, ...Object.entries(stamped)];
  const { rows } = await sql<Returned>`${PREPARED}insert into ${sql.table(table)}
      (${sql.join(columns.map(([name]) => sql.id(name)))})
    select ${sql.join(columns.map(([, value]) => value))}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(records)}::jsonb) as "given"
    returning ${returning}`.execute(db);
  return rows;
}
