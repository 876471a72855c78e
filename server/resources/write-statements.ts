import { sql } from 'kysely';
import type { Json } from '../../domain/values/json.ts';
import type { Resource, Row } from '../../domain/declarations/model.ts';
import { PREPARED, type Tx } from '../platform/database.ts';
import { forgetExistingRows, noteExistingRows } from '../platform/existing-rows.ts';
import { noteLockedRows, noteOwnRows } from '../platform/locks.ts';
import { insertRecords } from '../platform/insert-records.ts';
import { fieldColumns, type Sql } from './condition-sql.ts';
import { rowIds, singleRow } from './row-sets.ts';

/** The statements of writes. `by` is the id of the acting account, null for the system and for visitors. */
type Author = number | null;

const NOW = sql`date_trunc('milliseconds', atrium_now())`;

/** `id`: reserved for the row. `deleted`: the row to insert again, with its id and origin, as its next version. */
export async function insertRow(
  tx: Tx,
  by: Author,
  resource: Resource,
  values: Row,
  { id, deleted }: { id?: number | undefined; deleted?: Row } = {},
): Promise<Row> {
  const written = Object.entries(values).map(([name, value]): [string, Sql] => [name, valueSql(value)]);
  const columns: [string, Sql][] = [
    ...written,
    ...(id === undefined ? [] : [['id', sql`${id}`] as [string, Sql]]),
    ...stamps(by, resource, deleted),
    ['updatedById', sql`${by}`],
    ['updatedAt', NOW],
  ];
  const { rows } = await sql<Row>`${PREPARED}insert into ${sql.table(resource.name)}
    (${sql.join(columns.map(([name]) => sql.id(name)))}) values (${sql.join(columns.map(([, value]) => value))})
    returning ${fieldColumns(resource.fields)}`.execute(tx);
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
    stamped: { updatedById: sql`"createdById"`, createdAt: NOW, updatedAt: NOW },
    returning: fieldColumns(resource.fields),
  });
  noteOwnRows(tx, resource.name, rowIds(inserted));
  noteExistingRows(tx, resource.name, rowIds(inserted));
  return inserted;
}

function stamps(by: Author, { fields }: Resource, deleted?: Row): [string, Sql][] {
  if (!deleted)
    return [
      ['createdById', sql`${by}`],
      ['createdAt', NOW],
    ];
  const { id, version, createdAt = null, createdById = null } = deleted;
  const accounts = fields.find(({ name }) => name === 'createdById')?.reference;
  return [
    ['id', valueSql(id)],
    ['version', sql`${Number(version) + 1}`],
    ['createdById', accounts ? sql`(select "id" from ${sql.table(accounts)} where "id" = ${createdById})` : sql`null`],
    ['createdAt', sql`coalesce(${createdAt}, ${NOW})`],
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
  const assigned = Object.entries(changes).map(([name, value]) => sql`${sql.id(name)} = ${valueSql(value)}`);
  const { rows } = await sql<Row>`${PREPARED}update ${sql.table(resource.name)} set ${sql.join(assigned)},
    "version" = "version" + 1, "updatedAt" = ${NOW}, "updatedById" = ${by}
    where "id" = any(${rowIds(befores)}) returning ${fieldColumns(resource.fields)}`.execute(tx);
  return rows;
}

export async function deleteRows(tx: Tx, by: Author, resource: Resource, ids: Json[]): Promise<void> {
  forgetExistingRows(tx, resource.name, ids);
  const where = sql`where "id" = any(${ids})`;
  if (resource.config.softDelete) {
    await sql`${PREPARED}update ${sql.table(resource.name)} set "deletedAt" = ${NOW}, "updatedAt" = ${NOW}, "updatedById" = ${by},
      "version" = "version" + 1 ${where}`.execute(tx);
  } else {
    await sql`${PREPARED}delete from ${sql.table(resource.name)} ${where}`.execute(tx);
  }
}

/** Restores a soft-deleted row; undefined when there is none. */
export async function restoreRow(tx: Tx, by: Author, resource: Resource, id: Json): Promise<Row | undefined> {
  const { rows } =
    await sql<Row>`update ${sql.table(resource.name)} set "deletedAt" = null, "updatedAt" = ${NOW}, "updatedById" = ${by},
    "version" = "version" + 1 where "id" = ${id} and "deletedAt" is not null returning ${fieldColumns(resource.fields)}`.execute(
      tx,
    );
  return rows[0];
}

/** Locks those of the rows that exist until the transaction ends, ordered by id. */
export async function lockRows(tx: Tx, resource: Resource, ids: Sql): Promise<Row[]> {
  const alive = resource.config.softDelete ? sql` and "deletedAt" is null` : sql``;
  const { rows } = await sql<Row>`${PREPARED}select ${fieldColumns(resource.fields)} from ${sql.table(resource.name)}
    where "id" = any(${ids})${alive} order by "id" for update`.execute(tx);
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

function valueSql(value: Json | undefined): Sql {
  return typeof value === 'object' && value !== null ? sql`${JSON.stringify(value)}::jsonb` : sql`${value ?? null}`;
}
