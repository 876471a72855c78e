import { kindOf } from '../../domain/declarations/fields.ts';
import { columnTypeOf, type SqlType } from '../../domain/declarations/kinds.ts';
import type { Json } from '../../domain/values/json.ts';
import type { Field } from '../../domain/declarations/model.ts';
import type { PropertySchema } from '../../domain/declarations/schemas.ts';
import { literal, valueLiteral } from './sql.ts';

/** A constraint on the values of a column. Both members are given, and return, SQL expressions. */
export interface Check {
  holds(value: string): string;
  /** The closest valid value; null if there is none. */
  repair(value: string): string | null;
}

/** The rules of a property that the database enforces itself: enumerations, limits, lengths, shapes. */
export function columnChecks({ schema }: Field): Check[] {
  return [...enumeration(schema), ...limits(schema), ...lengths(schema), ...shape(schema)];
}

function columnType(schema: PropertySchema): SqlType {
  return columnTypeOf(kindOf(schema), schema);
}

/** Declared lists (x-options) change independently of the schema, so the database does not enforce them. */
function enumeration(schema: PropertySchema): Check[] {
  const listed = (property: PropertySchema): Json[] | undefined => (property['x-options'] ? undefined : property.enum);
  const values = listed(schema);
  if (values) {
    const type = columnType(schema);
    const list = values.map((value) => valueLiteral(value, type)).join(', ');
    return [{ holds: (value) => `${value} in (${list})`, repair: () => null }];
  }
  const items = schema.items && listed(schema.items);
  return items
    ? [{ holds: (value) => `${value} <@ ${literal(JSON.stringify(items))}::jsonb`, repair: () => null }]
    : [];
}

function limits(schema: PropertySchema): Check[] {
  const checks: Check[] = [];
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  if (minimum !== undefined)
    checks.push({
      holds: (value) => `${value} >= ${minimum}`,
      repair: () => `${schema.type === 'integer' ? Math.ceil(minimum) : minimum}`,
    });
  if (maximum !== undefined)
    checks.push({
      holds: (value) => `${value} <= ${maximum}`,
      repair: () => `${schema.type === 'integer' ? Math.floor(maximum) : maximum}`,
    });
  if (above !== undefined) checks.push({ holds: (value) => `${value} > ${above}`, repair: () => null });
  if (below !== undefined) checks.push({ holds: (value) => `${value} < ${below}`, repair: () => null });
  return checks;
}

function lengths(schema: PropertySchema): Check[] {
  if (schema.type !== 'string' || columnType(schema) !== 'text' || schema['x-reference']) return [];
  const checks: Check[] = [];
  const { minLength, maxLength } = schema;
  if (minLength !== undefined && minLength > 0)
    checks.push({ holds: (value) => `char_length(${value}) >= ${minLength}`, repair: () => null });
  if (maxLength !== undefined)
    checks.push({
      holds: (value) => `char_length(${value}) <= ${maxLength}`,
      repair: (value) => `left(${value}, ${maxLength})`,
    });
  return checks;
}

function shape(schema: PropertySchema): Check[] {
  if (schema.type !== 'array' && schema.type !== 'object') return [];
  return [{ holds: (value) => `jsonb_typeof(${value}) = '${schema.type}'`, repair: () => null }];
}

/**
 * The simplest valid value of a property, for records that would otherwise have none; undefined if no value can be shared by
 * several records (references, unique values, patterns).
 */
export function neutralValue(schema: PropertySchema): Json | undefined {
  if (schema.default !== undefined) return schema.default;
  if (schema['x-reference'] || schema['x-unique'] || schema.pattern !== undefined) return undefined;
  const first = schema['x-options'] ? undefined : schema.enum?.[0];
  if (first !== undefined) return first;
  if (schema.enum) return undefined;
  switch (schema.type) {
    case 'boolean':
      return false;
    case 'array':
      return (schema.minItems ?? 0) === 0 ? [] : undefined;
    case 'object':
      return (schema.required ?? []).length === 0 ? {} : undefined;
    case 'string':
      return schema.format === undefined && (schema.minLength ?? 0) === 0 ? '' : undefined;
    default:
      return neutralNumber(schema);
  }
}

function neutralNumber(schema: PropertySchema): number | undefined {
  const candidates = [0, schema.minimum, schema.maximum].filter((value) => value !== undefined);
  return candidates.find(
    (value) =>
      value >= (schema.minimum ?? -Infinity) &&
      value <= (schema.maximum ?? Infinity) &&
      value > (schema.exclusiveMinimum ?? -Infinity) &&
      value < (schema.exclusiveMaximum ?? Infinity) &&
      (schema.type === 'number' || Number.isInteger(value)) &&
      (schema.multipleOf === undefined || value % schema.multipleOf === 0),
  );
}
