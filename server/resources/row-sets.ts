import type { Json } from '../../domain/values/json.ts';
import type { Resource, Row } from '../../domain/declarations/model.ts';
import type { RowChange } from '../../domain/calls/row-parts.ts';

/** Rows held in memory at a time. */
const CHUNK = 100;

export function rowKey(resource: Resource, id: Json): string {
  return `${resource.name}/${String(id)}`;
}

export function without(names: Json, ids: readonly Json[]): Json {
  return Array.isArray(names) ? names.filter((name) => !ids.includes(name)) : null;
}

export function rowIds(rows: readonly Row[]): Json[] {
  return rows.map(({ id = null }) => id);
}

export function chunks<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, index) =>
    items.slice(index * CHUNK, (index + 1) * CHUNK),
  );
}

export function singleRow(rows: Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error('The write returned no row.');
  return row;
}

/** A row that is deleted, in the version of its deletion. */
export function asDeleted(row: Row): Row {
  return { ...row, version: Number(row['version']) + 1 };
}

/** The write that made this version of a row. */
export function rowChange({ name }: Resource, { id, version }: Row): RowChange {
  return { resource: name, id: id as RowChange['id'], version: Number(version) };
}

/** The ids of {"id": [1, 2]}; null for any other filter. */
export function namedIds(filter: unknown): (string | number)[] | null {
  if (typeof filter !== 'object' || filter === null || Object.keys(filter).length !== 1) return null;
  const ids = 'id' in filter ? filter.id : null;
  return Array.isArray(ids) && ids.every((id) => typeof id === 'string' || typeof id === 'number') ? ids : null;
}
