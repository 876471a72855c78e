/**
 * Conditions on rows. The `filter` of a list and the row condition of a permission rule share one language and one syntax tree.
 * server/resources/condition-sql.ts compiles the tree to SQL; `holds` evaluates it in memory. Both give the same answer for the same
 * row. Logic is two-valued: a comparison with null is false.
 */
import type { Field, Row } from './model.ts';
import { readScalar, type Scalar } from './condition-values.ts';
import { operandOf, type OperandType } from './kinds.ts';
import { QueryFault, unknownField } from './query-fault.ts';
import { isVariable, readVariable, type Variable, type Variables } from './condition-variables.ts';

export type Comparator = 'oneOf' | 'lt' | 'lte' | 'gt' | 'gte' | 'like' | 'isNull';

/** One comparison. `oneOf`: equal to any of the values, or, on a list field, containing any of them. */
export interface Comparison<V = Scalar> {
  field: Field;
  is: Comparator;
  values: V[];
}

export type Condition<V = Scalar> =
  | { all: Condition<V>[] }
  | { any: Condition<V>[] }
  | { not: Condition<V> }
  | Comparison<V>;

/** A condition as written in a rule, with variables not yet resolved (see `resolveVariables`). */
export type RuleCondition = Condition<Scalar | Variable>;

export const ALWAYS: Condition<never> = { all: [] };
export const NEVER: Condition<never> = { any: [] };

/** Whether it compares fields of other rows, which the row refers to. */
export function readsOtherRows(condition: Condition<unknown>): boolean {
  if ('all' in condition) return condition.all.some(readsOtherRows);
  if ('any' in condition) return condition.any.some(readsOtherRows);
  if ('not' in condition) return readsOtherRows(condition.not);
  return condition.field.through !== undefined;
}

/** Whether it compares this field of the row itself. */
export function comparesField(condition: Condition<unknown>, name: string): boolean {
  if ('all' in condition) return condition.all.some((part) => comparesField(part, name));
  if ('any' in condition) return condition.any.some((part) => comparesField(part, name));
  if ('not' in condition) return comparesField(condition.not, name);
  return condition.field.name === name;
}

export function isAlways(condition: Condition<unknown>): boolean {
  return 'all' in condition && condition.all.length === 0;
}

export function isNever(condition: Condition<unknown>): boolean {
  return 'any' in condition && condition.any.length === 0;
}

/** Conjunction. Nested conjunctions are flattened; collapses to ALWAYS or NEVER where that is already decided. */
export function allOf<V>(...parts: Condition<V>[]): Condition<V> {
  if (parts.some(isNever)) return NEVER;
  const all = parts.flatMap((part) => ('all' in part ? part.all : [part]));
  return all.length === 1 && all[0] ? all[0] : { all };
}

/** Disjunction, flattened and collapsed in the same way. */
export function anyOf<V>(...parts: Condition<V>[]): Condition<V> {
  if (parts.some(isAlways)) return ALWAYS;
  const any = parts.flatMap((part) => ('any' in part ? part.any : [part]));
  return any.length === 1 && any[0] ? any[0] : { any };
}

export function negate<V>(condition: Condition<V>): Condition<V> {
  if (isNever(condition)) return ALWAYS;
  return isAlways(condition) ? NEVER : { not: condition };
}

/** Looks up a field by name. A field that the caller may not read is indistinguishable from one that does not exist: undefined. */
export type FieldLookup = (name: string) => Field | undefined;

const MAX_KEYS = 20;
const MAX_DEPTH = 6;
const MAX_VALUES = 1000;
const ORDERS = { lt: 'lt', lte: 'lte', gt: 'gt', gte: 'gte' } as const;
/** Where each type may be ordered (lt, lte, gt, gte). Rules cannot order text: the database's collation differs from JavaScript's. */
const ORDERED: Readonly<Record<OperandType, 'always' | 'filters' | 'never'>> = {
  text: 'filters',
  integer: 'always',
  number: 'always',
  boolean: 'never',
  date: 'always',
  instant: 'always',
  time: 'always',
  uuid: 'never',
};
const OPERATORS = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'nin', 'like', 'null'] as const;
type Operator = (typeof OPERATORS)[number];

/** Parses the filter of a request. Throws a QueryFault. `q` is handled separately (list-query.ts). */
export function parseFilter(input: unknown, fieldOf: FieldLookup): Condition {
  return new Parser<Scalar>(fieldOf, readScalar, false).object(input, 0);
}

/** Parses the condition of a permission rule, which may contain variables and cannot order text. Throws a QueryFault. */
export function parseRule(input: unknown, fieldOf: FieldLookup): RuleCondition {
  return parseCondition(input, fieldOf, (field, raw) => readVariable(field, raw) ?? readScalar(field, raw));
}

/** Parses a condition whose values `read` understands. It cannot order text. Throws a QueryFault. */
export function parseCondition<V>(
  input: unknown,
  fieldOf: FieldLookup,
  read: (field: Field, raw: unknown) => V,
): Condition<V> {
  return new Parser<V>(fieldOf, read, true).object(input, 0);
}

class Parser<V> {
  private keys = 0;
  private readonly fieldOf: FieldLookup;
  private readonly read: (field: Field, raw: unknown) => V;
  private readonly isRule: boolean;

  constructor(fieldOf: FieldLookup, read: (field: Field, raw: unknown) => V, isRule: boolean) {
    this.fieldOf = fieldOf;
    this.read = read;
    this.isRule = isRule;
  }

  object(input: unknown, depth: number): Condition<V> {
    if (depth > MAX_DEPTH) throw new QueryFault('filter', `A filter can be nested at most ${MAX_DEPTH} levels deep.`);
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      throw new QueryFault('filter', 'A filter is a JSON object such as {"name": "Laser"}.');
    }
    return allOf(...Object.entries(input).map(([key, value]) => this.entry(key, value, depth)));
  }

  private entry(key: string, value: unknown, depth: number): Condition<V> {
    if (++this.keys > MAX_KEYS) throw new QueryFault('filter', `A filter can have at most ${MAX_KEYS} comparisons.`);
    if (key === '_not') return negate(this.object(value, depth + 1));
    if (key === '_and') return allOf(...this.list(key, value).map((part) => this.object(part, depth + 1)));
    if (key === '_or') return anyOf(...this.list(key, value).map((part) => this.object(part, depth + 1)));
    const [field, operator] = this.subject(key);
    return this.comparison(field, operator, value);
  }

  private list(key: string, value: unknown): unknown[] {
    if (!Array.isArray(value)) throw new QueryFault(key, `${key} takes a list.`);
    if (value.length > MAX_VALUES) throw new QueryFault(key, `${key} takes at most ${MAX_VALUES} values.`);
    return value;
  }

  /** A list, or a variable that stands for one: {"groupId_in": "$user.groupIds"}. */
  private several(key: string, value: unknown): unknown[] {
    return this.isRule && typeof value === 'string' && value.startsWith('$') ? [value] : this.list(key, value);
  }

  /** Splits "percent_gte" into field and operator. A field whose full name matches takes precedence over an operator suffix. */
  private subject(key: string): [Field, Operator] {
    const whole = this.fieldOf(key);
    if (whole) return [whole, 'eq'];
    const cut = key.lastIndexOf('_');
    const field = cut > 0 ? this.fieldOf(key.slice(0, cut)) : undefined;
    if (!field) throw unknownField(cut > 0 && isOperator(key.slice(cut + 1)) ? key.slice(0, cut) : key);
    const operator = key.slice(cut + 1);
    if (isOperator(operator)) return [field, operator];
    throw new QueryFault(key, `"_${operator}" is not an operator. Known: ${OPERATORS.map((o) => `_${o}`).join(' ')}.`);
  }

  private comparison(field: Field, operator: Operator, value: unknown): Condition<V> {
    const isNull: Condition<V> = { field, is: 'isNull', values: [] };
    if (operator === 'null') {
      if (typeof value !== 'boolean') throw new QueryFault(field.name, `${field.name}_null takes true or false.`);
      return value ? isNull : { not: isNull };
    }
    const operand = operandOf(field);
    if (operand === null) throw new QueryFault(field.name, `${field.name} can only be filtered with _null.`);
    switch (operator) {
      case 'eq':
        return value === null ? isNull : this.oneOf(field, Array.isArray(value) ? value : [value]);
      case 'neq':
        return value === null ? { not: isNull } : { not: this.oneOf(field, Array.isArray(value) ? value : [value]) };
      case 'in':
        return this.oneOf(field, this.several(`${field.name}_in`, value));
      case 'nin':
        return { not: this.oneOf(field, this.several(`${field.name}_nin`, value)) };
      case 'like':
        return this.like(field, value);
      default:
        return this.order(field, operator, value);
    }
  }

  private oneOf(field: Field, values: unknown[]): Condition<V> {
    return { field, is: 'oneOf', values: this.list(field.name, values).map((value) => this.read(field, value)) };
  }

  private like(field: Field, value: unknown): Condition<V> {
    const operand = operandOf(field);
    if (operand?.type !== 'text' || operand.list) {
      throw new QueryFault(field.name, `${field.name} is not text: _like does not apply to it.`);
    }
    return { field, is: 'like', values: [this.read(field, value)] };
  }

  private order(field: Field, operator: keyof typeof ORDERS, value: unknown): Condition<V> {
    const operand = operandOf(field);
    const order = operand && !operand.list ? ORDERED[operand.type] : 'never';
    if (order === 'never' || (this.isRule && order === 'filters'))
      throw new QueryFault(field.name, `${field.name} has no order: _${operator} does not apply to it.`);
    return { field, is: ORDERS[operator], values: [this.read(field, value)] };
  }
}

function isOperator(text: string): text is Operator {
  return (OPERATORS as readonly string[]).includes(text);
}

/** Replaces a rule's variables with the caller's values. A variable without a value equals nothing. */
export function resolveVariables(condition: RuleCondition, variables: Variables): Condition {
  return mapValues(condition, (value, field) => (isVariable(value) ? variables.valuesOf(value, field) : [value]));
}

export function mapValues<V>(condition: Condition<V>, valuesFor: (value: V, field: Field) => Scalar[]): Condition {
  if ('all' in condition) return allOf(...condition.all.map((part) => mapValues(part, valuesFor)));
  if ('any' in condition) return anyOf(...condition.any.map((part) => mapValues(part, valuesFor)));
  if ('not' in condition) return { not: mapValues(condition.not, valuesFor) };
  const { field, is, values } = condition;
  return { field, is, values: values.flatMap((value) => valuesFor(value, field)) };
}

/** Evaluates the condition for a row as the database returns it (instants as ISO text in UTC with milliseconds). */
export function holds(condition: Condition, row: Row): boolean {
  if ('all' in condition) return condition.all.every((part) => holds(part, row));
  if ('any' in condition) return condition.any.some((part) => holds(part, row));
  if ('not' in condition) return !holds(condition.not, row);
  return compare(condition, row);
}

function compare({ field, is, values }: Comparison, row: Row): boolean {
  const actual = row[field.name] ?? null;
  if (is === 'isNull') return actual === null;
  if (actual === null) return false;
  if (is === 'oneOf') {
    return Array.isArray(actual)
      ? actual.some((item) => values.includes(item as Scalar))
      : values.includes(actual as Scalar);
  }
  const [value] = values;
  if (value === undefined) return false;
  if (is === 'like') return matches(String(actual), String(value));
  if (is === 'lt') return actual < value;
  if (is === 'lte') return actual <= value;
  if (is === 'gt') return actual > value;
  return actual >= value;
}

/** The pattern of `_like`: "%" is the wildcard; text without one matches anywhere. */
export function likePattern(value: string): string {
  return value.includes('%') ? value : `%${value}%`;
}

function matches(text: string, value: string): boolean {
  const pattern = likePattern(value).toLowerCase();
  const source = pattern
    .split('%')
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('[^]*');
  return new RegExp(`^${source}$`, 'u').test(text.toLowerCase());
}
