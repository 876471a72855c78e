import type { RequestFormSchema, ShowIf } from '../../../../../domain/requests/request-form.ts';
import type { Comparison } from './edits.ts';

export const COMPARISON_LABELS: Record<Comparison['is'], string> = {
  equal: 'is',
  notEqual: 'is not',
  oneOf: 'is one of',
  atLeast: 'is at least',
  atMost: 'is at most',
  answered: 'is answered',
};

/** "Shown when Material is Resin and Copies is at least 2". */
export function describeRule(schema: RequestFormSchema, rule: ShowIf): string {
  return `Shown when ${words(schema, rule)}`;
}

function words(schema: RequestFormSchema, rule: ShowIf): string {
  if ('all' in rule) return rule.all.map((part) => grouped(schema, part)).join(' and ');
  if ('any' in rule) return rule.any.map((part) => grouped(schema, part)).join(' or ');
  const field = schema.properties[rule.field];
  const values = rule.value === undefined ? [] : [rule.value].flat();
  const shown = values.map((value) => describeValue(field?.enum, field?.['x-labels'], value)).join(', ');
  return `${field?.title ?? rule.field} ${COMPARISON_LABELS[rule.is]}${shown === '' ? '' : ` ${shown}`}`;
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
