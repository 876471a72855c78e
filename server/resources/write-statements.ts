import { sql } from 'kysely';
import type { Json } from '../../domain/values/json.ts';
import type { Resource, Row } from '../../domain/declarations/model.ts';
import { PREPARED, preparedText, type Tx } from '../platform/database.ts';
import { forgetExistingRows, noteExistingRows } from '../platform/existing-rows.ts';
import { noteLockedRows, noteOwnRows } from '../platform/locks.ts';
import { insertRecords } from '../platform/insert-records.ts';
import { fieldColumns, fieldColumnsText } from './condition-sql.ts';
import { rowIds, singleRow } from './row-sets.ts';

/** The statements of writes. `by` is the id of the acting account, null for the system and for visitors. */
type Author = number | null;

const NOW = "date_trunc('milliseconds', atrium_now())";

/** The values of a statement. Methods return the text that refers to a value. */
class Values {
  readonly list: unknown[] = [];

  add(value: unknown): string {
    return `$${this.list.push(value)}`;
  }

  /** Of a column. */
  stored(value: Json | undefined): string {
    return typeof value === 'object' && value !== null
      ? `${this.add(JSON.stringify(value))}::jsonb`
      : this.add(value ?? null);
  }

  /** PostgreSQL plans a condition with an array again at every call, which takes longer than to read a single row. */
  isOneOf(ids: readonly Json[]): string {
    return ids.length === 1 ? `"id" = ${this.add(ids[0])}` : `"id" = any(${this.add(ids)})`;
  }
}

/** `id`: reserved for the row. `deleted`: the row to insert again, with its id and origin, as its next version. */
export async function insertRow(
  tx: Tx,
  by: Author,
  resource: Resource,
  values: Row,
  { id, deleted }: { id?: number | undefined; deleted?: Row } = {},
): Promise<Row> {
  const given = new Values();
  const author = given.add(by);
  const columns: [string, string][] = [
    ...Object.entries(values).map(([name, value]): [string, string] => [name, given.stored(value)]),
    ...(id === undefined ? [] : [['id', given.add(id)] as [string, string]]),
    ...(deleted === undefined ? madeBy(author) : madeBefore(given, resource, deleted)),
    ['updatedById', author],
    ['updatedAt', NOW],
  ];
  const text = `insert into "${resource.name}" (${columns.map(([name]) => `"${name}"`).join(', ')})
    values (${columns.map(([, value]) => value).join(', ')}) returning ${fieldColumnsText(resource.fields)}`;
  const rows = await preparedText<Row>(tx, text, given.list);
  noteOwnRows(tx, resource.name, rowIds(rows));
  noteExistingRows(tx, resource.name, rowIds(rows));
  return singleRow(rows);
}

/** The rows, each by its author, in their order. Defaults are those of the schema. */
export async function insertRows(
  tx: Tx,
  resource: Resource,
  rows: readonly { by: Author; values: Row }[],
): Promise<Row[]> {
  const written = new Set(rows.flatMap(({ values }) => Object.keys(values)));
  const fields = resource.fields.filter(({ name }) => written.has(name));
  const records = rows.map(({ by, values }) => ({
    ...Object.fromEntries(fields.map(({ name, schema }) => [name, values[name] ?? schema.default ?? null])),
    createdById: by,
  }));
  const inserted = await insertRecords<string, Row>(tx, resource.name, records, {
    stamped: { updatedById: '"createdById"', createdAt: NOW, updatedAt: NOW },
    returning: fieldColumnsText(resource.fields),
  });
  noteOwnRows(tx, resource.name, rowIds(inserted));
  noteExistingRows(tx, resource.name, rowIds(inserted));
  return inserted;
}

function madeBy(author: string): [string, string][] {
  return [
    ['createdById', author],
    ['createdAt', NOW],
  ];
}

function madeBefore(given: Values, { fields }: Resource, deleted: Row): [string, string][] {
  const { id, version, createdAt = null, createdById = null } = deleted;
  const accounts = fields.find(({ name }) => name === 'createdById')?.reference;
  return [
    ['id', given.stored(id)],
    ['version', given.add(Number(version) + 1)],
    ['createdById', accounts ? `(select "id" from "${accounts}" where "id" = ${given.add(createdById)})` : 'null'],
    ['createdAt', `coalesce(${given.add(createdAt)}, ${NOW})`],
  ];
}

/** Writes the same changes to all rows and returns them as they are then. */
export async function updateRows(
  tx: Tx,
  by: Author,
  resource: Resource,
  befores: readonly Row[],
  changes: Row,
): Promise<Row[]> {
  const given = new Values();
  const assigned = Object.entries(changes).map(([name, value]) => `"${name}" = ${given.stored(value)}`);
  const text = `update "${resource.name}" set ${assigned.join(', ')}, "version" = "version" + 1, "updatedAt" = ${NOW},
    "updatedById" = ${given.add(by)} where ${given.isOneOf(rowIds(befores))} returning ${fieldColumnsText(resource.fields)}`;
  return preparedText<Row>(tx, text, given.list);
}

export async function deleteRows(tx: Tx, by: Author, resource: Resource, ids: Json[]): Promise<void> {
  forgetExistingRows(tx, resource.name, ids);
  const where = sql`where "id" = any(${ids})`;
  if (resource.config.softDelete) {
    await sql`${PREPARED}update ${sql.table(resource.name)} set "deletedAt" = ${sql.raw(NOW)}, "updatedAt" = ${sql.raw(NOW)}, "updatedById" = ${by},
      "version" = "version" + 1 ${where}`.execute(tx);
  } else {
    await sql`${PREPARED}delete from ${sql.table(resource.name)} ${where}`.execute(tx);
  }
}

/** Restores a soft-deleted row; undefined when there is none. */
export async function restoreRow(tx: Tx, by: Author, resource: Resource, id: Json): Promise<Row | undefined> {
  const { rows } =
    await sql<Row>`update ${sql.table(resource.name)} set "deletedAt" = null, "updatedAt" = ${sql.raw(NOW)}, "updatedById" = ${by},
    "version" = "version" + 1 where "id" = ${id} and "deletedAt" is not null returning ${fieldColumns(resource.fields)}`.execute(
      tx,
    );
  return rows[0];
}

/** Locks those of the rows that exist until the transaction ends, ordered by id. */
export async function lockRows(tx: Tx, resource: Resource, ids: readonly Json[]): Promise<Row[]> {
  const given = new Values();
  const alive = resource.config.softDelete ? ' and "deletedAt" is null' : '';
  const text = `select ${fieldColumnsText(resource.fields)} from "${resource.name}"
    where ${given.isOneOf(ids)}${alive} order by "id" for update`;
  const rows = await preparedText<Row>(tx, text, given.list);
  noteLockedRows(tx, resource.name, rowIds(rows));
  noteExistingRows(tx, resource.name, rowIds(rows));
  return rows;
}

/** The same for many rows. Reads only their ids. */
export async function lockIds(tx: Tx, { name }: Resource, ids: readonly Json[]): Promise<void> {
  const { rows } =
    await sql<Row>`select "id" from ${sql.table(name)} where "id" = any(${ids}) order by "id" for update`.execute(tx);
  noteLockedRows(tx, name, rowIds(rows));
}
