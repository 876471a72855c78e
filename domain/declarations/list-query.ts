/** List queries, `?filter={…}&range=[0,24]&sort=["name","ASC"]`: parsed, checked and clamped. */
import { parseFilter, type Condition, type FieldLookup } from './condition.ts';
import { holdsUnstorable } from './condition-values.ts';
import { isSortable } from './kinds.ts';
import type { Json } from '../values/json.ts';
import type { Field } from './model.ts';
import { QueryFault, unknownField } from './query-fault.ts';

export const MAX_ROWS = 1000;
const MAX_LENGTH = 20_000;
const MAX_WORDS = 10;

/** The three parameters as JSON values, parsed from text by `readListQuery`. */
export interface ListQuery {
  filter?: unknown;
  range?: unknown;
  sort?: unknown;
}

export interface Sort {
  field: Field;
  descending: boolean;
}

export interface ListRequest {
  condition: Condition;
  /** Search terms; each must match the beginning of a word in the row's text. */
  words: string[];
  /** Zero-based and inclusive. Null: every row, as for filter={"id":[…]}. */
  range: { start: number; end: number } | null;
  sort: Sort;
}

/** The listed resource: the fields the caller may read, whether any is searchable, and the configured defaults. */
export interface ListTarget {
  fieldOf: FieldLookup;
  /** Those, and fields of the rows that they refer to. Default: only those. */
  filterFieldOf?: FieldLookup;
  searchable: boolean;
  defaults: { sort: [field: string, order: 'ASC' | 'DESC']; pageSize: number };
}

/** Parses the query texts as JSON. Throws a QueryFault naming the parameter. */
export function readListQuery(query: Readonly<Record<string, unknown>>): ListQuery {
  return {
    filter: readJson('filter', query['filter']),
    range: readJson('range', query['range']),
    sort: readJson('sort', query['sort']),
  };
}

function readJson(name: string, text: unknown): Json | undefined {
  if (text === undefined || text === '') return undefined;
  if (typeof text !== 'string') throw new QueryFault(name, `${name} can be given only once.`);
  if (text.length > MAX_LENGTH) throw new QueryFault(name, `${name} is longer than ${MAX_LENGTH} characters.`);
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new QueryFault(name, `${name} is not JSON.`);
  }
}

/** Checks a list query against what the caller may read. Throws a QueryFault. */
export function parseListQuery(
  query: ListQuery,
  { fieldOf, filterFieldOf = fieldOf, searchable, defaults }: ListTarget,
): ListRequest {
  const { q, ...filter } = splitFilter(query.filter);
  const condition = parseFilter(filter, filterFieldOf);
  const words = splitSearchText(q);
  if (words.length > 0 && !searchable) throw new QueryFault('q', 'This list has no text search.');
  const wholeIds = Array.isArray(filter['id']) && Object.keys(filter).length === 1 && words.length === 0;
  return {
    condition,
    words,
    range: wholeIds ? null : parseRange(query.range, defaults.pageSize),
    sort: parseSort(query.sort, fieldOf, defaults.sort),
  };
}

function splitFilter(filter: unknown): Record<string, unknown> {
  if (filter === undefined || filter === null) return {};
  if (typeof filter !== 'object' || Array.isArray(filter)) {
    throw new QueryFault('filter', 'filter is a JSON object such as {"name": "Laser"}.');
  }
  return filter as Record<string, unknown>;
}

function splitSearchText(q: unknown): string[] {
  if (q === undefined || q === null) return [];
  if (typeof q !== 'string' || q.length > 200 || holdsUnstorable(q)) {
    throw new QueryFault('q', 'q is text of at most 200 characters.');
  }
  return q
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, MAX_WORDS);
}

/** First and last row, zero-based, limited to 1,000 rows. Throws a QueryFault. */
export function parseRange(range: unknown, pageSize: number): { start: number; end: number } {
  if (range === undefined || range === null) return { start: 0, end: Math.min(pageSize, MAX_ROWS) - 1 };
  const [start, end] = Array.isArray(range) && range.length === 2 ? (range as unknown[]) : [];
  if (!isPosition(start) || !isPosition(end) || end < start) {
    throw new QueryFault(
      'range',
      'range is two whole numbers, the first and the last row counted from 0, such as [0,24].',
    );
  }
  return { start, end: Math.min(end, start + MAX_ROWS - 1) };
}

function isPosition(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function parseSort(sort: unknown, fieldOf: FieldLookup, fallback: ListTarget['defaults']['sort']): Sort {
  const byDefault = sort === undefined || sort === null;
  const [name, order = 'ASC'] = byDefault
    ? fallback
    : Array.isArray(sort) && sort.length <= 2
      ? (sort as unknown[])
      : [];
  const direction = typeof order === 'string' ? order.toUpperCase() : '';
  if (typeof name !== 'string' || (direction !== 'ASC' && direction !== 'DESC')) {
    throw new QueryFault('sort', 'sort is a field and ASC or DESC, such as ["name","ASC"].');
  }
  const field = fieldOf(name) ?? (byDefault ? fieldOf('id') : undefined);
  if (!field) throw unknownField(name);
  if (!isSortable(field)) throw new QueryFault(name, `Rows cannot be sorted by ${name}.`);
  return { field, descending: direction === 'DESC' };
}
