import type { Rows } from '../../domain/generated/tables.ts';
import type { Json } from '../../domain/values/json.ts';
import { preparedText, type Db } from './database.ts';

/** The properties of a record: those of the table; any for a table that is known only at run time. An open JSON object accepts any. */
type RecordOf<T extends string> = T extends keyof Rows
  ? { [K in keyof Rows[T]]?: Rows[T][K] | (Record<string, Json> extends Rows[T][K] ? object : never) }
  : object;

/**
 * Inserts records with the same properties in their order, by one prepared statement whose text does not depend on their number. Values
 * are JSON: those of a jsonb column are given as they are, instants as text. Returns `returning` of each, in their order.
 *
 * `stamped`: SQL of further columns, in which the properties are columns.
 */
export async function insertRecords<T extends string, Returned = { id: number }>(
  db: Db,
  table: T,
  records: readonly RecordOf<T>[],
  { stamped = {}, returning = '"id"' }: { stamped?: Record<string, string>; returning?: string } = {},
): Promise<Returned[]> {
  const [first] = records;
  if (first === undefined) return [];
  const names = Object.keys(first).map((name) => `"${name}"`);
  const text = `insert into "${table}" (${[...names, ...Object.keys(stamped).map((name) => `"${name}"`)].join(', ')})
    select ${[...names, ...Object.values(stamped)].join(', ')} from jsonb_populate_recordset(null::"${table}", $1::jsonb) as "given"
    returning ${returning}`;
  return preparedText<Returned>(db, text, [JSON.stringify(records, wellFormed)]);
}

/** A half character is replaced, as in any text that is sent: jsonb refuses it. */
function wellFormed(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}
