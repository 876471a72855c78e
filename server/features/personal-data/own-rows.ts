import { KINDS } from '../../../domain/declarations/kinds.ts';
import type { Field, Model, Resource } from '../../../domain/declarations/model.ts';
import { storedResources } from '../../declarations/views.ts';

export interface OwnReference {
  resource: Resource;
  /** The column that names the person. */
  column: string;
  /** The rows are of no use to others, and go with the account. Otherwise they are part of what the campus has to keep. */
  goes: boolean;
}

/**
 * What belongs to a person by the declarations: rows that the person owns ("x-owner"), and those deleted with the
 * account ("x-on-delete": "cascade"). Authors, publishers and assignees do not own a row.
 */
export function ownReferences(model: Model): OwnReference[] {
  return storedResources(model).flatMap((resource) =>
    resource.fields.filter(isOwning).map((field) => ({
      resource,
      column: field.name,
      goes: field.schema['x-on-delete'] === 'cascade',
    })),
  );
}

function isOwning({ engine, kind, reference, schema }: Field): boolean {
  if (engine || reference !== 'users' || KINDS[kind].refers !== 'one') return false;
  return schema['x-owner'] === true || schema['x-on-delete'] === 'cascade';
}

/** Columns with the name of a person that another column refers to: authorName beside authorId. */
export function namesOfPeople(model: Model): { table: string; id: string; name: string }[] {
  return storedResources(model).flatMap(({ name: table, fields }) =>
    fields
      .filter(({ name }) => name.endsWith('Name'))
      .map(({ name }) => ({ table, name, id: `${name.slice(0, -'Name'.length)}Id` }))
      .filter(({ id }) => fields.some((field) => field.name === id && field.reference === 'users')),
  );
}

/** Columns for the person's export: without secrets, internal notes and references to other people. */
export function ownColumns({ resource, column }: Pick<OwnReference, 'resource' | 'column'>): string[] {
  const others = resource.fields.filter(({ name, reference }) => reference === 'users' && name !== column);
  const names = new Set(others.flatMap(({ name }) => [name, name.replace(/Id$/, 'Name')]));
  return resource.fields
    .filter(({ name, schema }) => schema['x-withheld'] !== true && !names.has(name))
    .map(({ name }) => name);
}
