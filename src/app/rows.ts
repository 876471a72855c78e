import type { Rows } from '../../domain/generated/tables.ts';
import { api } from './api.ts';

interface RowsQuery<Name extends keyof Rows> {
  filter?: object;
  /** Ascending, or after "-" descending. */
  sort: (keyof Rows[Name] & string) | `-${keyof Rows[Name] & string}`;
  signal?: AbortSignal;
}

/** The rows of a resource, at most 1,000. Throws ApiError. */
export function listRows<Name extends keyof Rows>(
  resource: Name,
  { filter = {}, sort, signal }: RowsQuery<Name>,
): Promise<Rows[Name][]> {
  const order = sort.startsWith('-') ? [sort.slice(1), 'DESC'] : [sort, 'ASC'];
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    range: '[0,999]',
    sort: JSON.stringify(order),
  });
  return api(`/api/${resource}?${query}`, signal ? { signal } : {});
}

export function readRow<Name extends keyof Rows>(resource: Name, id: number): Promise<Rows[Name]> {
  return api(`/api/${resource}/${id}`);
}
