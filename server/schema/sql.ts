import { createHash } from 'node:crypto';
import type { SqlType } from '../../domain/declarations/kinds.ts';
import type { Json } from '../../domain/values/json.ts';

export type ColumnType = SqlType | 'integer' | 'tsvector';

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A JSON value as a literal of a column of this type. */
export function valueLiteral(value: Json, type: ColumnType): string {
  if (value === null) return 'null';
  if (type === 'jsonb') return `${literal(JSON.stringify(value))}::jsonb`;
  return typeof value === 'string' ? `${literal(value)}::${type}` : String(value);
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

export interface Conversion {
  value(old: string): string;
  /** Condition on rows whose value would be lost or changed; null: none. */
  loses: ((old: string) => string) | null;
}

const UTC_TEXT = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/**
 * How values of one type are converted to another. `version` is PostgreSQL's: from 16 on, whether a text is valid input can be
 * tested.
 */
export function conversion(from: ColumnType, to: ColumnType, isList: boolean, version: number): Conversion {
  if (from === 'timestamp with time zone' && to === 'text')
    return keeping((old) => `to_char(${old} at time zone 'UTC', ${UTC_TEXT})`);
  if (to === 'text' && from !== 'jsonb') return keeping((old) => `${old}::text`);
  if (to === 'double precision' && (from === 'bigint' || from === 'integer'))
    return keeping((old) => `${old}::double precision`);
  if (to === 'timestamp with time zone' && from === 'date')
    return keeping((old) => `(${old}::timestamp at time zone 'UTC')`);
  if (to === 'jsonb' && isList && from !== 'jsonb')
    return keeping((old) => `case when ${old} is not null then jsonb_build_array(${old}) end`);
  if (from === 'double precision' && to === 'bigint') {
    return {
      value: (old) => `(case when abs(${old}) < 9e15 then trunc(${old}) end)::bigint`,
      loses: (old) => `(${old} <> trunc(${old}) or abs(${old}) >= 9e15)`,
    };
  }
  if (from === 'timestamp with time zone' && to === 'date') {
    return {
      value: (old) => `(${old} at time zone 'UTC')::date`,
      loses: (old) => `(${old} at time zone 'UTC')::time <> '00:00'`,
    };
  }
  if (from === 'text' && to !== 'jsonb' && version >= 160_000) {
    const valid = (old: string): string => `pg_input_is_valid(${old}, ${literal(to)})`;
    return { value: (old) => `(case when ${valid(old)} then ${old} end)::${to}`, loses: (old) => `not ${valid(old)}` };
  }
  return { value: () => `null::${to}`, loses: (old) => `${old} is not null` };
}

function keeping(value: (old: string) => string): Conversion {
  return { value, loses: null };
}
