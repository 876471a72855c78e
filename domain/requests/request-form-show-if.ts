import { FORM_LIMITS } from './request-form.ts';
import type { FieldType, RequestField, ShowIf } from './request-form.ts';
import { BROKEN, checkKeys, isObject } from './request-form-fault.ts';
import type { Report } from './request-form-fault.ts';

export type Comparison = Extract<ShowIf, { field: string }>['is'];

const ANY: Comparison[] = ['answered', 'unanswered'];
const EVERY: Comparison[] = ['equal', 'notEqual', 'oneOf', ...ANY];
const ORDER: Comparison[] = ['atLeast', 'atMost', 'moreThan', 'lessThan'];
const NUMBERS: Comparison[] = [...EVERY, ...ORDER];

/** The comparisons each field type supports; none: rules cannot refer to such a field. */
export const COMPARISONS: Record<FieldType, Comparison[]> = {
  String: EVERY,
  Integer: NUMBERS,
  Double: NUMBERS,
  Select: EVERY,
  MultiSelect: EVERY,
  Boolean: ['equal', ...ANY],
  Email: EVERY,
  FileUpload: ANY,
  Cost: NUMBERS,
  DisplayOnly: [],
  DateTime: [...ANY, ...ORDER],
  Date: NUMBERS,
};

/** Whether the comparison is one with nothing. */
export function isAlone(is: Comparison): boolean {
  return is === 'answered' || is === 'unanswered';
}

const NUMERIC: ReadonlySet<FieldType> = new Set(['Integer', 'Double']);

/** Whether the answers to two fields can be compared with each other. */
export function areComparable(one: RequestField, two: RequestField): boolean {
  const [a, b] = [one['x-field'], two['x-field']];
  return (
    (a === b && a !== 'MultiSelect' && COMPARISONS[a].some((is) => !isAlone(is))) || (NUMERIC.has(a) && NUMERIC.has(b))
  );
}

/** Reports the faults of a show-if rule; `earlier` holds the fields before the one it controls. */
export function checkShowIf(
  rule: unknown,
  at: string,
  earlier: ReadonlyMap<string, RequestField>,
  report: Report,
): void {
  const budget = { nodes: 0 };
  checkRule(rule, at, 1, { earlier, report, budget });
}

interface Context {
  earlier: ReadonlyMap<string, RequestField>;
  report: Report;
  budget: { nodes: number };
}

function checkRule(rule: unknown, at: string, depth: number, context: Context): void {
  const { report, budget } = context;
  budget.nodes += 1;
  if (budget.nodes === FORM_LIMITS.showIfNodes + 1) report(at, `A rule has at most ${FORM_LIMITS.showIfNodes} parts`);
  if (budget.nodes > FORM_LIMITS.showIfNodes) return;
  if (!isObject(rule)) return report(at, 'A rule is an object');
  const key = Object.hasOwn(rule, 'all') ? 'all' : Object.hasOwn(rule, 'any') ? 'any' : null;
  if (key === null) return checkComparison(rule, at, context);
  checkKeys(rule, [key], at, report);
  const parts = rule[key];
  if (!Array.isArray(parts) || parts.length === 0) return report(`${at}/${key}`, 'Give at least one condition');
  if (depth >= FORM_LIMITS.showIfDepth) return report(at, `Rules nest at most ${FORM_LIMITS.showIfDepth} deep`);
  parts
    .slice(0, FORM_LIMITS.showIfNodes + 1)
    .forEach((part, index) => checkRule(part, `${at}/${key}/${index}`, depth + 1, context));
}

function checkComparison(rule: Record<string, unknown>, at: string, { earlier, report }: Context): void {
  checkKeys(rule, ['field', 'is', 'value', 'other'], at, report);
  const { field: name, is, value, other } = rule;
  const field = typeof name === 'string' ? earlier.get(name) : undefined;
  if (!field) return report(`${at}/field`, 'Must name a field that comes earlier in the form');
  if (field === BROKEN) return;
  const comparisons = COMPARISONS[field['x-field']];
  if (comparisons.length === 0) return report(`${at}/field`, 'A text to read has no answer to compare with');
  if (!(comparisons as unknown[]).includes(is)) {
    return report(`${at}/is`, `An answer of this kind can be compared by ${comparisons.join(', ')}`);
  }
  if (other !== undefined) return checkOther(rule, field, at, { earlier, report });
  const fault = valueFault(field, is as Comparison, value);
  if (fault) report(`${at}/value`, fault);
}

function checkOther(
  { is, value, other }: Record<string, unknown>,
  field: RequestField,
  at: string,
  { earlier, report }: Pick<Context, 'earlier' | 'report'>,
): void {
  const compared = typeof other === 'string' ? earlier.get(other) : undefined;
  if (!compared) return report(`${at}/other`, 'Must name a field that comes earlier in the form');
  if (compared === BROKEN) return;
  if (value !== undefined || is === 'oneOf' || isAlone(is as Comparison))
    return report(`${at}/other`, 'Compare with a value or with another answer, not with both');
  if (!areComparable(field, compared))
    report(`${at}/other`, 'These two answers cannot be compared: they are of different kinds');
}

function valueFault(field: RequestField, is: Comparison, value: unknown): string | null {
  if (isAlone(is)) return value === undefined ? null : `"${is}" compares with nothing`;
  if (is !== 'oneOf') return singleFault(field, value);
  if (!Array.isArray(value) || value.length === 0 || value.length > FORM_LIMITS.options)
    return 'Give the values to compare with';
  return value.map((one) => singleFault(field, one)).find((fault) => fault !== null) ?? null;
}

function singleFault(field: RequestField, value: unknown): string | null {
  const type = field['x-field'];
  if (type === 'Boolean') return typeof value === 'boolean' ? null : 'Must be true or false';
  if (type === 'Integer' || type === 'Double' || type === 'Cost') {
    return typeof value === 'number' && Number.isFinite(value) ? null : 'Must be a number';
  }
  if (typeof value !== 'string' || value === '' || value.length > FORM_LIMITS.titleLength) return 'Must be text';
  if (type === 'DateTime') return 'Compare a time with another answer';
  if ((type === 'Select' || type === 'MultiSelect') && !field.enum?.includes(value))
    return 'Names an option that the field does not have';
  return null;
}
