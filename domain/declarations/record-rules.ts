/**
 * Rules across the fields of a record, declared in config/resources: a condition that refuses the record, and its message at a field.
 * The server checks them on every write, forms while a record is entered. Their conditions are those of permission rules; they can
 * compare with another field of the record ("$record.startsAt"), and with a time some days away ("$today + 14 days").
 */
import { addDays } from '../hours/hours.ts';
import type { Json } from '../values/json.ts';
import { SYSTEM } from './actor.ts';
import { holds, mapValues, parseCondition, type Condition } from './condition.ts';
import { readInstant, readScalar, type Scalar } from './condition-values.ts';
import { isVariable, readVariable, Variables, type Variable } from './condition-variables.ts';
import { operandOf, type OperandType } from './kinds.ts';
import type { Field, Row } from './model.ts';
import type { RecordRule } from './resource-config.ts';
import { QueryFault, unknownField } from './query-fault.ts';

interface Shifted {
  of: Variable | { record: string };
  days: number;
}

export interface ParsedRule {
  field: string;
  message: string;
  when: Condition<Scalar | Shifted>;
  /** All fields that it depends on; a change of another one does not bring it up. */
  fields: ReadonlySet<string>;
}

const REFERENCE = /^\$(?:record\.(\w+)|([\w.]+))(?: ([+-]) (\d{1,5}) days?)?$/;
const DAY = 86_400_000;
const NUMBERS: ReadonlySet<OperandType> = new Set(['integer', 'number']);
const TIMES: ReadonlySet<OperandType> = new Set(['date', 'instant']);

/** Throws a QueryFault. */
export function parseRecordRule(rule: RecordRule, fieldOf: (name: string) => Field | undefined): ParsedRule {
  if (!fieldOf(rule.field)) throw unknownField(rule.field);
  const fields = new Set([rule.field]);
  const read = (field: Field, raw: unknown): Scalar | Shifted => {
    fields.add(field.name);
    const reference = readReference(field, raw, fieldOf);
    if (reference && 'record' in reference.of) fields.add(reference.of.record);
    return reference ?? readScalar(field, raw);
  };
  const own = (name: string) => {
    const field = fieldOf(name);
    if (field) fields.add(name);
    return field;
  };
  return { field: rule.field, message: rule.message, when: parseCondition(rule.when, own, read), fields };
}

function readReference(field: Field, raw: unknown, fieldOf: (name: string) => Field | undefined): Shifted | null {
  if (typeof raw !== 'string' || !raw.startsWith('$')) return null;
  const [, record, name = '', sign, count] = REFERENCE.exec(raw) ?? [];
  const type = operandOf(field)?.type;
  const days = Number(count ?? 0) * (sign === '-' ? -1 : 1);
  if (count !== undefined && (type === undefined || !TIMES.has(type)))
    throw new QueryFault(field.name, `${field.name} is not a date: no days can be added.`);
  if (record === undefined) {
    if (name.startsWith('user')) throw new QueryFault(field.name, `A rule of a record cannot depend on the user.`);
    const variable = readVariable(field, `$${name || raw.slice(1)}`);
    return variable && { of: variable, days };
  }
  const other = fieldOf(record);
  if (!other) throw unknownField(record);
  if (!areComparable(field, other))
    throw new QueryFault(
      field.name,
      `${field.name} cannot be compared with ${record}: they hold different kinds of values.`,
    );
  return { of: { record }, days };
}

function areComparable(field: Field, other: Field): boolean {
  const [one, two] = [operandOf(field), operandOf(other)];
  if (!one || !two || two.list) return false;
  return one.type === two.type || (NUMBERS.has(one.type) && NUMBERS.has(two.type));
}

/** The messages by field, the first of each; empty for a sound record. `changed`: only of rules that depend on one of these. */
export function recordFaults(
  rules: readonly ParsedRule[],
  row: Row,
  at: { now: Date; timeZone: string },
  changed?: readonly string[],
): Record<string, string> {
  const faults: Record<string, string> = {};
  const variables = new Variables(SYSTEM, at.now, at.timeZone);
  for (const { field, when, message, fields } of rules) {
    if (field in faults || (changed && !changed.some((name) => fields.has(name)))) continue;
    if (holds(resolve(when, row, variables), row)) faults[field] = message;
  }
  return faults;
}

/** A form's data as a row: what is not a value yet counts as empty. */
export function enteredRow(fields: readonly Field[], data: Readonly<Record<string, unknown>>): Row {
  return Object.fromEntries(fields.map((field) => [field.name, enteredValue(field, data[field.name])]));
}

function enteredValue(field: Field, value: unknown): Json {
  if (value == null || value === '') return null;
  if (operandOf(field)?.type === 'instant') return readInstant(value) ?? null;
  if (operandOf(field) === null || Array.isArray(value)) return value as Json;
  try {
    return readScalar(field, value);
  } catch {
    return null;
  }
}

function resolve(when: ParsedRule['when'], row: Row, variables: Variables): Condition {
  return mapValues(when, (value, field) => {
    if (typeof value !== 'object') return [value];
    const { of, days } = value;
    const values = isVariable(of) ? variables.valuesOf(of, field) : scalarIn(row[of.record]);
    return days === 0 ? values : values.map((one) => shifted(one, days));
  });
}

function scalarIn(value: Json | undefined): Scalar[] {
  return value == null || typeof value === 'object' ? [] : [value];
}

/** Instants by days of 24 hours. */
function shifted(value: Scalar, days: number): Scalar {
  const text = String(value);
  return text.length === 10 ? addDays(text, days) : new Date(Date.parse(text) + days * DAY).toISOString();
}
