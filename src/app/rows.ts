import type { Rows } from '../../domain/generated/tables.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { callApi, callPath } from './callApi.ts';

type Resource = keyof Rows;

interface Selection<Field extends string> {
  filter?: object;
  sort?: Field;
  order?: 'ASC' | 'DESC';
  /** Most rows; 1000 without. */
  limit?: number;
}

const selectionRequest = (resource: Resource, { filter, sort, order = 'ASC', limit = 1000 }: Selection<string>) => ({
  params: { resource },
  query: {
    filter: filter && JSON.stringify(filter),
    range: JSON.stringify([0, limit - 1]),
    sort: sort && JSON.stringify([sort, order]),
  },
});

/** Rows of a resource. Fields that the caller cannot read are missing. */
export function readRows<R extends Resource>(
  resource: R,
  selection: Selection<keyof Rows[R] & string> = {},
  signal: AbortSignal | null = null,
): Promise<Rows[R][]> {
  const answer: Promise<object[]> = callApi('GET /api/:resource', { ...selectionRequest(resource, selection), signal });
  return answer as Promise<Rows[R][]>;
}

/** A query with the path as its key, under which documents embed its data. */
export function rowsQuery<R extends Resource>(resource: R, selection: Selection<keyof Rows[R] & string>) {
  return {
    queryKey: [callPath('GET /api/:resource', selectionRequest(resource, selection))],
    queryFn: ({ signal }: { signal: AbortSignal }) => readRows(resource, selection, signal),
  };
}

export function readRow<R extends Resource>(resource: R, id: number): Promise<Rows[R]> {
  const answer: Promise<object> = callApi('GET /api/:resource/:id', { params: { resource, id: String(id) } });
  return answer as Promise<Rows[R]>;
}

/** Changes fields of a row. Rejects with 412 when it has changed since `version`. */
export function saveRow<R extends Resource>(
  resource: R,
  { id, version }: { id: number; version: number },
  body: { [K in keyof Rows[R]]?: unknown },
): Promise<Rows[R]> {
  const params = { resource, id: String(id) };
  const answer: Promise<object> = callApi('PUT /api/:resource/:id', { params, body: body as Row, version });
  return answer as Promise<Rows[R]>;
}
