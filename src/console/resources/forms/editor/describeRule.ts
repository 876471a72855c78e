import type { RequestField, RequestFormSchema, ShowIf } from '../../../../../domain/requests/request-form.ts';
import type { Comparison } from './edits.ts';

const COMPARISON_LABELS: Record<Comparison['is'], string> = {
  equal: 'is',
  notEqual: 'is not',
  oneOf: 'is one of',
  atLeast: 'is at least',
  atMost: 'is at most',
  moreThan: 'is more than',
  lessThan: 'is less than',
  answered: 'is answered',
  unanswered: 'is not answered',
};

const DATE_LABELS: Partial<Record<Comparison['is'], string>> = {
  atLeast: 'is not before',
  atMost: 'is not after',
  moreThan: 'is after',
  lessThan: 'is before',
};
const LIST_LABELS: Partial<Record<Comparison['is'], string>> = {
  equal: 'includes',
  notEqual: 'does not include',
  oneOf: 'includes one of',
};

export function comparisonLabel(is: Comparison['is'], field: RequestField | undefined): string {
  const type = field?.['x-field'];
  const own = type === 'Date' || type === 'DateTime' ? DATE_LABELS : type === 'MultiSelect' ? LIST_LABELS : {};
  return own[is] ?? COMPARISON_LABELS[is];
}

/** "Shown when Material is Resin and Copies is at least 2". */
export function describeRule(schema: RequestFormSchema, rule: ShowIf): string {
  return `Shown when ${words(schema, rule)}`;
}

function words(schema: RequestFormSchema, rule: ShowIf): string {
  if ('all' in rule) return rule.all.map((part) => grouped(schema, part)).join(' and ');
  if ('any' in rule) return rule.any.map((part) => grouped(schema, part)).join(' or ');
  const field = schema.properties[rule.field];
  const values = rule.value === undefined ? [] : [rule.value].flat();
  const other = rule.other === undefined ? undefined : (schema.properties[rule.other]?.title ?? rule.other);
  const shown = other ?? values.map((value) => describeValue(field?.enum, field?.['x-labels'], value)).join(', ');
  return `${field?.title ?? rule.field} ${comparisonLabel(rule.is, field)}${shown === '' ? '' : ` ${shown}`}`;
}

function grouped(schema: RequestFormSchema, rule: ShowIf): string {
  return 'field' in rule ? words(schema, rule) : `(${words(schema, rule)})`;
}

function describeValue(
  options: string[] | undefined,
  labels: string[] | undefined,
  value: string | number | boolean,
): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return labels?.[options?.indexOf(String(value)) ?? -1] ?? String(value);
}
