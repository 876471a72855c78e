import {
  filterKindOf,
  KINDS,
  operandOf,
  type FilterKind,
  type OperandType,
} from '../../../../domain/declarations/kinds.ts';
import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import type { Json } from '../../../../domain/values/json.ts';
import type { Field } from '../../../../domain/declarations/model.ts';
import type { ConditionGroup } from '../../editing/ConditionEditor.tsx';
import type { Filter } from '../../engine/filterModel.ts';

export type ClauseOperator = '' | 'neq' | 'lt' | 'lte' | 'gt' | 'gte' | 'like' | 'empty' | 'filled';

/** A comparison in a rule: {"submittedById": "$user.id"} has field submittedById, operator '', value "$user.id". */
export interface Clause {
  field: string;
  operator: ClauseOperator;
  value: Json;
}

/** A condition that the form can edit: comparisons; all of them, or at least one, must hold. */
export interface Clauses extends ConditionGroup<Clause> {
  parts: readonly Clause[];
}

const SUFFIXES: readonly (readonly [string, ClauseOperator])[] = [
  ['_eq', ''],
  ['_in', ''],
  ['_neq', 'neq'],
  ['_nin', 'neq'],
  ['_lte', 'lte'],
  ['_lt', 'lt'],
  ['_gte', 'gte'],
  ['_gt', 'gt'],
  ['_like', 'like'],
];

/** Null for a condition that can only be edited as JSON (nested groups). */
export function readClauses(condition: Json | undefined, fields: readonly Field[]): Clauses | null {
  if (condition === null || condition === undefined) return { match: 'all', parts: [] };
  if (typeof condition !== 'object' || Array.isArray(condition)) return null;
  const keys = Object.keys(condition);
  const group = keys.length === 1 ? keys[0] : undefined;
  if (group === '_or' || group === '_and') return readGroup(condition[group], group === '_or' ? 'any' : 'all', fields);
  const clauses = Object.entries(condition).map(([key, value]) => readClause(key, value, fields));
  return clauses.includes(null) ? null : { match: 'all', parts: clauses.filter((clause) => clause !== null) };
}

function readGroup(parts: Json | undefined, match: Clauses['match'], fields: readonly Field[]): Clauses | null {
  if (!Array.isArray(parts)) return null;
  const clauses = parts.map((part) => {
    const inner = readClauses(part, fields);
    return inner?.match === 'all' && inner.parts.length === 1 ? inner.parts[0] : undefined;
  });
  return clauses.includes(undefined) ? null : { match, parts: clauses.filter((clause) => clause !== undefined) };
}

function readClause(key: string, value: Json, fields: readonly Field[]): Clause | null {
  if (fields.some((field) => field.name === key))
    return value === null ? { field: key, operator: 'empty', value: null } : { field: key, operator: '', value };
  if (key.endsWith('_null') && fields.some((field) => field.name === key.slice(0, -5))) {
    return { field: key.slice(0, -5), operator: value === true ? 'empty' : 'filled', value: null };
  }
  const found = SUFFIXES.find(
    ([suffix]) => key.endsWith(suffix) && fields.some((field) => field.name === key.slice(0, -suffix.length)),
  );
  return found ? { field: key.slice(0, -found[0].length), operator: found[1], value } : null;
}

/** The condition as stored in the rule; null for every row. Clauses without a value are left out. */
export function writeClauses({ match, parts: clauses }: Clauses): Filter | null {
  const parts = clauses.filter(isComplete).map(writeClause);
  if (parts.length === 0) return null;
  if (match === 'any' && parts.length > 1) return { _or: parts };
  const keys = parts.flatMap((part) => Object.keys(part));
  return new Set(keys).size === keys.length ? (Object.assign({}, ...parts) as Filter) : { _and: parts };
}

function isComplete({ operator, value }: Clause): boolean {
  return (
    operator === 'empty' ||
    operator === 'filled' ||
    !(value === null || value === '' || (Array.isArray(value) && value.length === 0))
  );
}

function writeClause({ field, operator, value }: Clause): Filter {
  if (operator === 'empty' || operator === 'filled') return { [`${field}_null`]: operator === 'empty' };
  return { [operator === '' ? field : `${field}_${operator}`]: value };
}

const AMOUNTS: readonly ClauseOperator[] = ['', 'neq', 'gte', 'lte'];

/** The comparisons offered for each filter kind, the most common first. Rules cannot order text. */
const OFFERED: Readonly<Record<FilterKind, readonly ClauseOperator[]>> = {
  text: ['', 'neq', 'like'],
  exact: ['', 'neq'],
  range: AMOUNTS,
  money: AMOUNTS,
  hours: AMOUNTS,
  sizes: AMOUNTS,
  days: ['lt', 'gt'],
  instants: ['lt', 'gt'],
  times: ['lt', 'gt'],
  choices: ['', 'neq'],
  references: ['', 'neq'],
  yesNo: [''],
  presence: [],
};

/** The operators that a field supports. */
export function operatorsOf(field: Field): ClauseOperator[] {
  const offered = OFFERED[filterKindOf(field)];
  return field.required && offered.length > 0 ? [...offered] : [...offered, 'empty', 'filled'];
}

export function operatorLabel(operator: ClauseOperator, field: Field): string {
  const operand = operandOf(field);
  return WORDS[operator](operand?.list ?? false, operand !== null && MOMENTS.includes(operand.type));
}

const MOMENTS: readonly OperandType[] = ['date', 'instant', 'time'];

const WORDS: Readonly<Record<ClauseOperator, (isList: boolean, isTime: boolean) => string>> = {
  '': (isList) => (isList ? 'contains' : 'is'),
  neq: (isList) => (isList ? 'does not contain' : 'is not'),
  lt: (_, isTime) => (isTime ? 'is before' : 'is below'),
  lte: () => 'is at most',
  gt: (_, isTime) => (isTime ? 'is after' : 'is above'),
  gte: () => 'is at least',
  like: () => 'contains',
  empty: () => 'is empty',
  filled: () => 'is not empty',
};

const TIMES = [
  { value: '$now', label: 'now' },
  { value: '$today', label: 'the beginning of today' },
  { value: '$tomorrow', label: 'the end of today' },
];

/** Variables resolved for each caller, of the field's type. */
export function variablesOf(field: Field): { value: string; label: string }[] {
  if (field.reference === 'groups') return [{ value: '$user.groupIds', label: 'a group of the current user' }];
  if (field.reference === 'users' || (field.kind === 'id' && field.schema.type === 'integer'))
    return [{ value: '$user.id', label: 'the current user' }];
  const operand = operandOf(field);
  if (operand?.type === 'date' || operand?.type === 'instant') return TIMES;
  if (operand?.type === 'text' && operand.list) return [{ value: '$user.roles', label: 'a role of the current user' }];
  if (KINDS[field.kind].names) return [{ value: '$user.username', label: 'the username of the current user' }];
  return [];
}

/** The fields that a rule for this resource may refer to; for all resources, those that they have in common. */
export function ruleFields(resources: readonly ClientResource[], name: unknown): Field[] {
  const own = resources.find((resource) => resource.name === name)?.fields;
  return own ?? resources[0]?.fields.filter((field) => field.engine && field.name !== 'deletedAt') ?? [];
}
