import type { Actor } from '../../domain/declarations/actor.ts';
import type { DuplicatePlan, RelatedTotal } from '../../domain/calls/rows.ts';
import { KINDS } from '../../domain/declarations/kinds.ts';
import type { Field, Resource, Row } from '../../domain/declarations/model.ts';
import { canAccess } from '../declarations/permission.ts';
import { copyParts, isCopied, recordParts, type Part } from './copy-parts.ts';
import type { Engine } from './engine.ts';
import { notFound, ungranted } from './refusals.ts';
import { parseId, type Id } from './row-reader.ts';

export async function duplicatePlan(engine: Engine, actor: Actor, name: string, given: Id): Promise<DuplicatePlan> {
  const { resource, id, row } = await original(engine, actor, name, given);
  const parts = recordParts(engine, actor, resource);
  const totals = await Promise.all(parts.map((part) => countParts(engine, actor, part, id)));
  const found = parts.flatMap((part, index) => {
    const total = totals[index] ?? 0;
    const related: RelatedTotal = { resource: part.resource.name, field: part.field.name, total };
    return total === 0 ? [] : [{ related, isCopied: isCopied(engine, actor, resource, part) }];
  });
  const filled = resource.fields.filter((field) => !field.engine && (row[field.name] ?? null) !== null);
  const isUnique = ({ schema, readOnly }: Field): boolean => schema['x-unique'] === true && !readOnly;
  return {
    copied: found.filter((one) => one.isCopied).map(({ related }) => related),
    left: found.filter((one) => !one.isCopied).map(({ related }) => related),
    leftFields: filled.filter(({ kind }) => KINDS[kind].owned).map((field) => field.name),
    uniqueFields: filled.filter(isUnique).map((field) => field.name),
  };
}

/** Creates a record from `data` and copies the parts of the source to it, all or none. Once per person and key. */
export async function duplicate(
  engine: Engine,
  actor: Actor,
  source: { name: string; id: Id },
  data: Row,
  key: string | undefined,
): Promise<Row> {
  const { name } = source;
  const { resource, id } = await original(engine, actor, name, source.id);
  return engine.createOnce(actor, name, data, key, {
    scope: `duplicate ${name} ${id}`,
    afterwards: (tx, row) => copyParts(engine, actor, resource, [id, row['id'] as Id], tx),
  });
}

/** A record that the caller can read, of a resource in which the caller can create records. */
async function original(
  engine: Engine,
  actor: Actor,
  name: string,
  given: Id,
): Promise<{ resource: Resource; id: Id; row: Row }> {
  const { resolver } = engine;
  const resource = resolver.resource(name);
  if (!resource.config.writes.create || !canAccess(resolver.access(actor, resource, 'create')))
    throw ungranted(actor, `You cannot create ${resource.config.label}.`);
  if (!resolver.canRead(actor, resource)) throw notFound(resource);
  const id = parseId(resource, given);
  return { resource, id, row: await engine.get(actor, name, id) };
}

async function countParts(engine: Engine, actor: Actor, { resource, field }: Part, id: Id): Promise<number> {
  return (await engine.list(actor, resource.name, { filter: { [field.name]: id }, range: [0, 0] })).total;
}
