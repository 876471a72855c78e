import pg from 'pg';
import type { Resource } from '../../domain/declarations/model.ts';
import { conflict, invalid, type FieldErrors } from './refusals.ts';

/**
 * Maps a PostgreSQL constraint violation to a refusal on the field; any other error is returned unchanged. The constraints have the
 * last word, because the checks before them may have read stale data.
 */
export function explainFault(error: unknown, resource: Resource): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  switch (error.code) {
    case '23505':
      return conflict('An identical record already exists.', onFields(error, 'This value is already used'));
    case '23503':
      return error.table === resource.name
        ? invalid(onFields(error, 'Does not exist'))
        : conflict(`${error.table} still refer to it.`);
    case '23502':
      return invalid({ [error.column ?? 'root']: 'This field is required' });
    case '23514':
      return invalid(brokenRule(error, resource));
    case '22001':
    case '22003':
    case '22007':
    case '22008':
    case '22P02':
    case '22P05':
    case '22021':
    case '54000':
      return invalid({ root: 'A value is too long or too large to be stored' });
    default:
      return error;
  }
}

/** 'Key ("groupId", name)=(1, x) already exists.' names the columns whatever the server's language. */
function onFields(error: pg.DatabaseError, message: string): FieldErrors {
  const names = /\(([^()]*)\)=\(/.exec(error.detail ?? '')?.[1]?.split(', ') ?? ['root'];
  return Object.fromEntries(names.map((name) => [name.replaceAll('"', ''), message]));
}

function brokenRule(error: pg.DatabaseError, resource: Resource): FieldErrors {
  const rules = Object.entries(resource.schema['x-checks'] ?? {});
  const rule = rules.find(([name]) => error.constraint?.startsWith(`${resource.name}_${name}_check_`));
  return rule ? { [rule[1].field]: rule[1].message } : { [constrainedField(error, resource)]: INVALID };
}

const INVALID = 'Please enter a valid value';

function constrainedField(error: pg.DatabaseError, resource: Resource): string {
  const named = resource.fields.filter((field) => error.constraint?.includes(field.name));
  return named.sort((a, b) => b.name.length - a.name.length)[0]?.name ?? 'root';
}
