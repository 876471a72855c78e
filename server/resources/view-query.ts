import { sql } from 'kysely';
import { isView } from '../../domain/declarations/fields.ts';
import type { Resource } from '../../domain/declarations/model.ts';
import { viewQuery } from '../declarations/views.ts';
import type { Sql } from './condition-sql.ts';

const TIMEZONE = '{timezone}';

/** What the rows of a resource are selected from: its table, or the query of a view, whose only value is the site's time zone. */
export function selectSource({ name, schema }: Pick<Resource, 'name' | 'schema'>, timezone: string): Sql {
  if (!isView({ schema })) return sql.table(name);
  const parts = viewQuery(schema)
    .split(TIMEZONE)
    .map((part) => sql.raw(part));
  return sql`(${sql.join(parts, sql`${timezone}::text`)}) as ${sql.id(name)}`;
}
