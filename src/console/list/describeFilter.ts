import { formatDay } from '../../../domain/values/formats.ts';
import { filterKindOf, type FilterKind } from '../../../domain/declarations/kinds.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { Field } from '../../../domain/declarations/model.ts';
import { plainText } from '../engine/plainText.ts';
import { criteriaDays, criteriaValues, type FieldFilter } from '../engine/filterModel.ts';

/** The text of a filter chip, after the field's title; `null` for references, whose names are looked up. */
export function describeFilter(field: Field, criteria: FieldFilter, zone: string): string | null {
  if (criteria.null === true) return 'is empty';
  if (criteria.null === false) return 'is not empty';
  return WORDS[filterKindOf(field)](field, criteria, zone);
}

type Describe = (field: Field, criteria: FieldFilter, zone: string) => string | null;

const between: Describe = (field, criteria, zone) =>
  range(criteria.gte, criteria.lte, (value) => plainText(field, value, zone)) ?? equality(field, criteria, zone);

const WORDS: Readonly<Record<FilterKind, Describe>> = {
  text: (field, criteria, zone) =>
    typeof criteria.like === 'string' ? `contains “${criteria.like}”` : equality(field, criteria, zone),
  exact: equality,
  range: between,
  money: between,
  hours: between,
  sizes: between,
  days: between,
  times: between,
  instants: (field, criteria, zone) => instants(criteria, zone) ?? equality(field, criteria, zone),
  choices: equality,
  references: () => null,
  yesNo: equality,
  presence: equality,
};

function equality(field: Field, criteria: FieldFilter, zone: string): string {
  const refused = criteria.neq ?? criteria.nin;
  if (refused !== undefined) return `is not ${describeValue(field, refused, zone)}`;
  const value = criteria[''] ?? criteria.eq ?? criteria.in;
  if (typeof value === 'boolean') return value ? 'is yes' : 'is no';
  if (value !== undefined && value !== null)
    return `is ${criteriaValues(criteria)
      .map((one) => describeValue(field, one, zone))
      .join(' or ')}`;
  return Object.entries(criteria)
    .map(([operator, one]) => `${SIGNS[operator] ?? operator} ${describeValue(field, one ?? null, zone)}`)
    .join(', ');
}

const SIGNS: Readonly<Record<string, string>> = {
  lt: 'below',
  lte: 'at most',
  gt: 'above',
  gte: 'at least',
  like: 'contains',
  '': 'is',
};

function describeValue(field: Field, value: Json, zone: string): string {
  return Array.isArray(value)
    ? value.map((one) => plainText(field, one, zone)).join(' or ')
    : plainText(field, value, zone);
}

function range(from: Json | undefined, to: Json | undefined, text: (value: Json) => string): string | null {
  if (from !== undefined && to !== undefined)
    return from === to ? `is ${text(from)}` : `is ${text(from)} to ${text(to)}`;
  if (from !== undefined) return `from ${text(from)}`;
  return to === undefined ? null : `up to ${text(to)}`;
}

function instants(criteria: FieldFilter, zone: string): string | null {
  const { from, to } = criteriaDays(criteria, zone);
  return range(from || undefined, to || undefined, (day) => formatDay(String(day)));
}
