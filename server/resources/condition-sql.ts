import { sql, type RawBuilder } from 'kysely';
import { likePattern, type Comparison, type Condition } from '../../domain/declarations/condition.ts';
import { operandOf } from '../../domain/declarations/kinds.ts';
import type { Field } from '../../domain/declarations/model.ts';

export type Sql = RawBuilder<unknown>;

/** Maps a field to SQL: its column, or what the caller may see of it. */
export type ColumnOf = (field: Field) => Sql;

/** Compiles a comparison with a field of another row, which the row refers to. */
export type CompareThrough = (comparison: Comparison, through: Field) => Sql;

const TRUE = sql`true`;
const FALSE = sql`false`;
const ORDER = { lt: sql.raw('<'), lte: sql.raw('<='), gt: sql.raw('>'), gte: sql.raw('>=') };

export function fieldColumn(field: Field): Sql {
  return sql.raw(columnText(field));
}

const listed = new WeakMap<readonly Field[], string>();

export function fieldColumns(fields: readonly Field[]): Sql {
  return sql.raw(fieldColumnsText(fields));
}

export function fieldColumnsText(fields: readonly Field[]): string {
  const known = listed.get(fields);
  if (known !== undefined) return known;
  const columns = fields.map((field) =>
    field.schema['x-counter'] ? `${columnText(field)} as "${field.name}"` : columnText(field),
  );
  const text = columns.join(', ');
  listed.set(fields, text);
  return text;
}

/** Names need no escaping: the meta-schema admits only letters, digits and _. */
function columnText({ name, schema: { 'x-counter': counter } }: Field): string {
  if (!counter) return `"${name}"`;
  // Renamed within, so that "id" is that of the row whose counter it is.
  const counted = `select "${name}" as "count", "${counter.reference}" as "of" from "${counter.resource}"`;
  return `coalesce((select "count" from (${counted}) "counted" where "of" = "id"), 0)`;
}

/**
 * Compiles a condition to a SQL predicate that agrees with `holds` (domain/declarations/condition.ts). It may evaluate to null instead of false, so
 * it must only be used where null counts as false (where, and, or, case when); negation accounts for it.
 */
export function conditionSql(condition: Condition, column: ColumnOf, compareThrough?: CompareThrough): Sql {
  if ('all' in condition) return joined(condition.all, ' and ', TRUE, column, compareThrough);
  if ('any' in condition) return joined(condition.any, ' or ', FALSE, column, compareThrough);
  if ('not' in condition) return sql`(${conditionSql(condition.not, column, compareThrough)}) is not true`;
  const { through, name } = condition.field;
  if (through === undefined) return comparisonSql(condition, column(condition.field));
  if (!compareThrough) throw new Error(`${name} can only be compared in a filter`);
  return compareThrough(condition, through);
}

function joined(
  parts: Condition[],
  by: ' and ' | ' or ',
  none: Sql,
  column: ColumnOf,
  compareThrough?: CompareThrough,
): Sql {
  if (parts.length === 0) return none;
  return sql`(${sql.join(
    parts.map((part) => conditionSql(part, column, compareThrough)),
    sql.raw(by),
  )})`;
}

function comparisonSql({ field, is, values }: Comparison, column: Sql): Sql {
  if (is === 'isNull') return sql`${column} is null`;
  const [value] = values;
  if (value === undefined) return FALSE;
  if (is === 'oneOf') {
    if (operandOf(field)?.list) return containsSql(values, column);
    return values.length === 1 ? sql`${column} = ${value}` : sql`${column} = any(${values})`;
  }
  if (is === 'like') return sql`(${column})::text ilike ${likePattern(String(value)).replace(/[\\_]/g, '\\$&')}`;
  const byBytes = operandOf(field)?.type === 'time' ? sql` collate "C"` : sql``;
  return sql`${column}${byBytes} ${ORDER[is]} ${value}`;
}

/** One @> per value: a GIN index supports @> but not `= any`. */
function containsSql(values: Comparison['values'], column: Sql): Sql {
  return sql`(${sql.join(
    values.map((value) => sql`${column} @> ${JSON.stringify([value])}::jsonb`),
    sql` or `,
  )})`;
}
