import { holds } from '../../../domain/declarations/condition.ts';
import { parseListQuery } from '../../../domain/declarations/list-query.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Field, Row } from '../../../domain/declarations/model.ts';
import type { Filter } from '../engine/filterModel.ts';

export interface LocalListQuery {
  filter: Filter;
  sort: { field: string; order: string };
  pagination: { page: number; perPage: number };
}

/** Applies a list query to local rows as the server would; `total` counts all matches. Throws a QueryFault. */
export function localList<R extends Row>(
  resource: ClientResource,
  rows: readonly R[],
  { filter, sort, pagination: { page, perPage } }: LocalListQuery,
): { data: R[]; total: number } {
  const {
    condition,
    words,
    sort: by,
  } = parseListQuery(
    { filter, sort: [sort.field, sort.order] },
    {
      fieldOf: (name) => resource.fields.find((field) => field.name === name),
      searchable: true,
      defaults: resource.config.list,
    },
  );
  const searched = resource.fields.filter((field) => field.searchable);
  const sign = by.descending ? -1 : 1;
  const matching = rows
    .filter((row) => {
      const text = searched.map((field) => String(row[field.name] ?? '')).join(' ');
      return holds(condition, row) && words.every((word) => text.toLowerCase().includes(word.toLowerCase()));
    })
    .toSorted((a, b) => sign * compare(by.field, a, b));
  return { data: matching.slice((page - 1) * perPage, page * perPage), total: matching.length };
}

/** Enumerations in declaration order, text by locale. */
function compare(field: Field, a: Row, b: Row): number {
  const [left, right] = [a, b].map((row) => row[field.name] ?? null);
  if (field.options) return optionIndex(field, left) - optionIndex(field, right);
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left ?? '').localeCompare(String(right ?? ''), 'en', { numeric: true });
}

function optionIndex({ options = [] }: Field, value: unknown): number {
  return options.findIndex((option) => option.value === value);
}
