import type { FastifyInstance } from 'fastify';
import type { Call, Calls } from '../../domain/calls/call.ts';
import { AnyRow, rowCalls } from '../../domain/calls/rows.ts';
import type { Resource } from '../../domain/declarations/model.ts';
import { addCalls, type Handlers } from '../platform/http/add-calls.ts';

/** Adds the routes of these calls for the resource. */
export function addRowCalls(
  app: FastifyInstance,
  resource: Resource,
  handlers: Partial<Handlers<typeof rowCalls>>,
): void {
  const pathOf = (name: string): string => name.replace(':resource', resource.name);
  const declared: [string, Call][] = Object.entries<Call>(withRowsOf(resource, rowCalls))
    .filter(([name]) => name in handlers)
    .map(([name, call]) => [pathOf(name), { ...call, resource: resource.name }]);
  const given = Object.entries(handlers).map(([name, handler]) => [pathOf(name), handler] as const);
  addCalls(app, Object.fromEntries(declared), Object.fromEntries(given) as unknown as Handlers<Calls>);
}

/** The calls with the fields of the resource's rows: no other field leaves. */
export function withRowsOf<C extends Calls>(resource: Resource, declared: C): C {
  return withSchemas(declared, new Map([[AnyRow, rowSchema(resource)]])) as C;
}

const rowSchemas = new WeakMap<Resource, object>();

/** Fields by type alone: stored values can be older than the declaration. Lists and permissions leave fields out. */
export function rowSchema(resource: Resource): object {
  const known = rowSchemas.get(resource);
  if (known) return known;
  const { fields } = resource;
  const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, { type: [schema.type, 'null'] }]));
  const schema = { type: 'object', additionalProperties: false, properties };
  rowSchemas.set(resource, schema);
  return schema;
}

/** A copy of a declaration with these schemas replaced; parts without one stay the same objects. */
export function withSchemas(part: unknown, replaced: ReadonlyMap<unknown, unknown>): unknown {
  if (replaced.has(part)) return replaced.get(part);
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  const entries = Object.entries(part).map(([name, value]) => [name, withSchemas(value, replaced)] as const);
  return entries.every(([name, value]) => value === part[name as keyof typeof part])
    ? part
    : Object.fromEntries(entries);
}
