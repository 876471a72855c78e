import { fieldThrough } from '../../../domain/declarations/fields.ts';
import { filterKindOf } from '../../../domain/declarations/kinds.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { Field } from '../../../domain/declarations/model.ts';
import { instantOfWallClock, wallClockOf } from '../../../domain/values/zoned-time.ts';
import { isDay } from '../../ui/datePicker/days.ts';

/** A list's filter as in the address and on the wire: {"q": "laser", "feeCents_gte": 500}. */
export type Filter = Record<string, Json>;

/** The criteria for one field: values by operator, with the empty string for equality. */
export type FieldFilter = Partial<Record<Operator, Json>>;

export type Operator = '' | 'eq' | 'neq' | 'lt' | 'lte' | 'gt' | 'gte' | 'in' | 'nin' | 'like' | 'null';

const OPERATORS: readonly Operator[] = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'nin', 'like', 'null'];

export interface FieldCriteria {
  field: Field;
  criteria: FieldFilter;
}

export interface ParsedFilter {
  q: string;
  parts: FieldCriteria[];
  /** Keys that no chip can represent (groups, unknown fields); they stay until the filter is cleared. */
  others: Filter;
}

/** The fields of a resource, and of records that it refers to, by name. */
export function fieldsThrough(
  resource: ClientResource,
  resourceNamed: (name: string) => ClientResource | undefined = () => undefined,
): (name: string) => Field | undefined {
  return (name) =>
    fieldThrough(resource.name, name, (of, own) =>
      (of === resource.name ? resource : resourceNamed(of))?.fields.find((field) => field.name === own),
    );
}

/** Groups the keys of a filter by field, in the order of the filter. */
export function groupByField(filter: Filter, fieldNamed: (name: string) => Field | undefined): ParsedFilter {
  const parts = new Map<string, FieldCriteria>();
  const others: Filter = {};
  for (const [key, value] of Object.entries(filter)) {
    if (key === 'q') continue;
    const found = filterSubject(key, fieldNamed);
    if (!found) {
      others[key] = value;
      continue;
    }
    const part = parts.get(found.field.name) ?? { field: found.field, criteria: {} };
    part.criteria[found.operator] = value;
    parts.set(found.field.name, part);
  }
  return { q: typeof filter['q'] === 'string' ? filter['q'] : '', parts: [...parts.values()], others };
}

function filterSubject(
  key: string,
  fieldNamed: (name: string) => Field | undefined,
): { field: Field; operator: Operator } | undefined {
  const whole = fieldNamed(key);
  if (whole) return { field: whole, operator: '' };
  const cut = key.lastIndexOf('_');
  const field = cut === -1 ? undefined : fieldNamed(key.slice(0, cut));
  const operator = OPERATORS.find((one) => one === key.slice(cut + 1));
  return field && operator ? { field, operator } : undefined;
}

export function withFieldFilter(filter: Filter, field: Field, criteria: FieldFilter): Filter {
  const own = new Set([field.name, ...OPERATORS.map((operator) => `${field.name}_${operator}`)]);
  const remaining = Object.entries(filter).filter(([key]) => !own.has(key));
  const added = Object.entries(criteria).map(([operator, value]): [string, Json] => [
    operator === '' ? field.name : `${field.name}_${operator}`,
    value,
  ]);
  return Object.fromEntries([...remaining, ...added]);
}

/** The values of an equality in any of its notations. */
export function criteriaValues(criteria: FieldFilter): (string | number)[] {
  const raw = criteria[''] ?? criteria.eq ?? criteria.in ?? [];
  return (Array.isArray(raw) ? raw : [raw]).filter((one) => typeof one === 'string' || typeof one === 'number');
}

/** The first and last day of a filter on instants, in the campus's zone. */
export function criteriaDays(criteria: FieldFilter, zone: string): { from: string; to: string } {
  const dayAt = (instant: unknown, later: number) => {
    if (typeof instant !== 'string') return '';
    // Text that is no date stays as typed, with its fault.
    if (!isInstant(instant) && !isDay(instant)) return instant;
    return wallClockOf(new Date(Date.parse(instant) + later).toISOString(), zone).slice(0, 10);
  };
  return { from: dayAt(criteria.gte, 0), to: dayAt(criteria.lt, -1) };
}

/** Whether a text is an instant as the API writes it. */
export function isInstant(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text));
}

/** The instants from the start of the first day to the end of the last. */
export function dayInstants(days: { from: string; to: string }, zone: string): FieldFilter {
  const dayStart = (day: string, count: number) =>
    isDay(day) ? instantOfWallClock(`${dayAfter(day, count)}T00:00`, zone) : day;
  const start = dayStart(days.from, 0);
  const end = dayStart(days.to, 1);
  return { ...(start ? { gte: start } : {}), ...(end ? { lt: end } : {}) };
}

export function dayAfter(day: string, count = 1): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return Number.isNaN(date.getTime()) ? day : date.toISOString().slice(0, 10);
}

export interface FilterMenuFields {
  /** Offered first. */
  named: readonly Field[];
  others: readonly Field[];
}

/** Fields that can be filtered: those named in the configuration first. */
export function filterableFields(resource: ClientResource): FilterMenuFields {
  const named = resource.config.list.filters.flatMap(
    (name) => resource.fields.find((field) => field.name === name) ?? [],
  );
  const others = resource.fields.filter(
    (field) => !named.includes(field) && !(field.long && filterKindOf(field) === 'presence'),
  );
  return { named, others };
}
