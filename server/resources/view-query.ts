import { sql } from 'kysely';
import { isView } from '../../domain/declarations/fields.ts';
import type { Resource } from '../../domain/declarations/model.ts';
import { viewQuery } from '../declarations/views.ts';
import type { Sql } from './condition-sql.ts';

const TIMEZONE = '{timezone}';

const VALUES = '{values}';

/** The ids of the rows of a view that can have one of the values; null where the view does not declare how to find those. */
export function lookupQuery(
  { schema }: Pick<Resource, 'schema'>,
  name: string,
  values: readonly unknown[],
): Sql | null {
  const lookup = schema['x-lookups']?.[name];
  if (lookup === undefined) return null;
  const isForAll = typeof lookup === 'string' || Array.isArray(lookup);
  const { values: found, query: lines } = isForAll ? { values: null, query: lookup } : lookup;
  if (found !== null && !values.every((value) => typeof value === 'string' && found.includes(value))) return null;
  const parts = [lines].flat().join('\n').split(VALUES);
  return sql.join(
    parts.map((part) => sql.raw(part)),
    sql`${values}`,
  );
}

/** What the rows of a resource are selected from: its table, or the query of a view, whose only value is the site's time zone. */
export function selectSource({ name, schema }: Pick<Resource, 'name' | 'schema'>, timezone: string): Sql {
  if (!isView({ schema })) return sql.table(name);
  const parts = viewQuery(schema)
    .split(TIMEZONE)
    .map((part) => sql.raw(part));
  return sql`(${sql.join(parts, sql`${timezone}::text`)}) as ${sql.id(name)}`;
}
