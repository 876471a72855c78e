import { hasVisibleOrder, KINDS } from '../../../domain/declarations/kinds.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { Field } from '../../../domain/declarations/model.ts';
import { fieldsThrough, groupByField, withFieldFilter, type FieldFilter, type Filter } from '../engine/filterModel.ts';

/** Maps react-admin's `filter`, `sort`, `order`, `page` and `perPage` to a list's own query parameters. */
export interface ListAddress {
  read: (search: string) => string;
  write: (search: string) => string;
}

export interface AddressNames {
  /** Fields filtered by a parameter of their own: values, or "none". Other filters stay in `filter`. */
  filters: readonly string[];
  sort: string;
  order: string;
  perPage: string;
}

const OWN = ['filter', 'displayedFilters', 'sort', 'order', 'page', 'perPage', 'q'];
const NONE = 'none';
const LARGEST_PAGE = 100;
const LONGEST_QUERY = 200;

/** `?status=Submitted,Quoted&sortBy=id`. Invalid values are ignored, defaults omitted, and unrelated parameters preserved. */
export function namedAddress(resource: ClientResource, names: AddressNames): ListAddress {
  const fields = names.filters.flatMap((name) => resource.fields.find((field) => field.name === name) ?? []);
  const known = new Set([...OWN, ...names.filters, names.sort, names.order, names.perPage]);
  const [usualSort, usualOrder] = resource.config.list.sort;
  const others = (from: URLSearchParams) => [...from].filter(([name]) => !known.has(name));

  const read = (search: string): string => {
    const from = new URLSearchParams(search);
    const sort = resource.fields.find((field) => field.name === from.get(names.sort));
    const order = from.get(names.order)?.toUpperCase();
    const perPage = positive(from.get(names.perPage));
    const filter = filterIn(from, fields);
    return `?${new URLSearchParams([
      ...others(from),
      ...(Object.keys(filter).length > 0 ? [['filter', JSON.stringify(filter)]] : []),
      ['sort', sort && hasVisibleOrder(sort) ? sort.name : usualSort],
      ['order', order === 'ASC' || order === 'DESC' ? order : usualOrder],
      // Always set, so that an address without parameters shows the default list rather than the last one stored.
      ['page', String(positive(from.get('page')) ?? 1)],
      ...(perPage === null ? [] : [['perPage', String(Math.min(perPage, LARGEST_PAGE))]]),
    ])}`;
  };

  const write = (search: string): string => {
    const from = new URLSearchParams(search);
    const filter = objectIn(from.get('filter'));
    const { q, parts } = groupByField(filter, fieldsThrough(resource));
    const texts = fields.flatMap((field): [string, string][] => {
      const text = parameterText(parts.find((part) => part.field === field)?.criteria);
      return text === null ? [] : [[field.name, text]];
    });
    const named = new Set(texts.map(([name]) => name));
    const rest = parts
      .filter((part) => named.has(part.field.name))
      .reduce((left, part) => withFieldFilter(left, part.field, {}), filter);
    delete rest['q'];
    const said: [string, string | false][] = [
      ['q', q],
      ...texts,
      ['filter', Object.keys(rest).length > 0 && JSON.stringify(rest)],
      [names.sort, from.get('sort') !== usualSort && (from.get('sort') ?? false)],
      [names.order, from.get('order') !== usualOrder && (from.get('order')?.toLowerCase() ?? false)],
      ...others(from),
      ['page', from.get('page') !== '1' && (from.get('page') ?? false)],
      [names.perPage, from.get('perPage') ?? false],
    ];
    const to = new URLSearchParams(
      said.flatMap(([name, text]) => (text === false || text === '' ? [] : [[name, text]])),
    );
    return to.size === 0 ? '' : `?${to}`;
  };
  return { read, write };
}

function filterIn(from: URLSearchParams, fields: readonly Field[]): Filter {
  const q = from.get('q')?.trim().slice(0, LONGEST_QUERY) ?? '';
  let filter: Filter = { ...(q === '' ? {} : { q }), ...objectIn(from.get('filter')) };
  for (const field of fields) {
    const criteria = criteriaIn(
      field,
      from.getAll(field.name).flatMap((text) => text.split(',')),
    );
    if (criteria) filter = withFieldFilter(filter, field, criteria);
  }
  return filter;
}

function criteriaIn(field: Field, words: readonly string[]): FieldFilter | null {
  if (words.length === 1 && words[0] === NONE) return { null: true };
  const values = field.options
    ? field.options.map((option) => option.value).filter((value) => words.includes(String(value)))
    : words.flatMap((word) => valueIn(field, word) ?? []);
  const [first] = values;
  if (first === undefined) return null;
  return { '': values.length === 1 ? first : [...new Set(values)] };
}

function valueIn(field: Field, word: string): string | number | null {
  return KINDS[field.kind].look === 'reference' ? positive(word) : word || null;
}

/** Null where a parameter cannot express it: a range or a negation. */
function parameterText(criteria: FieldFilter | undefined): string | null {
  const [operator, ...more] = Object.keys(criteria ?? {});
  if (!criteria || more.length > 0) return null;
  if (operator === 'null') return criteria.null === true ? NONE : null;
  if (operator !== '' && operator !== 'eq' && operator !== 'in') return null;
  const values = [criteria[operator] ?? []].flat();
  return values.length > 0 && values.every((value) => typeof value === 'number' || typeof value === 'string')
    ? values.join(',')
    : null;
}

/** The filter of an address; empty where it is none. */
export function objectIn(text: string | null): Filter {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...(value as Record<string, Json>) }
      : {};
  } catch {
    return {};
  }
}

function positive(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
