import type { Actor } from '../../domain/declarations/actor.ts';
import type { DuplicatePlan, RelatedTotal } from '../../domain/duplicate-calls.ts';
import { KINDS } from '../../domain/declarations/kinds.ts';
import { MAX_ROWS } from '../../domain/declarations/list-query.ts';
import type { Field, Resource, Row } from '../../domain/declarations/model.ts';
import { canAccess, canAccessField } from '../declarations/permission.ts';
import type { Tx } from '../platform/database.ts';
import { ProblemError } from '../platform/problem.ts';
import type { Engine } from './engine.ts';
import { referrersTo } from './references.ts';
import { conflict, notFound, ungranted } from './refusals.ts';
import { idOf, type Id } from './row-reader.ts';

type CopyingEngine = Pick<Engine, 'resolver' | 'list' | 'get' | 'create'>;

/** A field by which rows of another resource are parts of a record. */
interface Part {
  resource: Resource;
  field: Field;
}

/** What a duplicate of the record takes over, as far as the caller may see it. */
export async function duplicatePlan(engine: Engine, actor: Actor, name: string, given: Id): Promise<DuplicatePlan> {
  const { resource, id, row } = await original(engine, actor, name, given);
  const parts = partsOf(engine, actor, resource);
  const totals = await Promise.all(parts.map((part) => totalOf(engine, actor, part, id)));
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

/** Copies the parts of one record to another, as far as the caller may create them. */
export async function copyParts(
  engine: CopyingEngine,
  actor: Actor,
  resource: Resource,
  ids: readonly [Id, Id],
  tx: Tx,
): Promise<void> {
  for (const part of partsOf(engine, actor, resource))
    if (isCopied(engine, actor, resource, part)) await copyPart(engine, actor, part, ids, tx);
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
    throw ungranted(actor, `You may not create ${resource.config.label}.`);
  if (!resolver.canRead(actor, resource)) throw notFound(resource);
  const id = idOf(resource, given);
  return { resource, id, row: await engine.get(actor, name, id) };
}

/** Rows that live and die with the record and that the caller may see. */
function partsOf({ resolver }: CopyingEngine, actor: Actor, target: Resource): Part[] {
  return referrersTo(resolver.model, target).filter(
    ({ resource, field, onDelete, part }) =>
      part === undefined &&
      (onDelete === 'cascade' || onDelete === 'keep') &&
      resolver.canRead(actor, resource) &&
      resolver.view(actor, resource).filterFieldOf(field.name) !== undefined,
  );
}

/** Whether the configuration copies the part, and the caller may read and create all of it. */
function isCopied({ resolver }: CopyingEngine, actor: Actor, { config }: Resource, { resource, field }: Part): boolean {
  if (!config.duplicate?.with?.includes(`${resource.name}.${field.name}`)) return false;
  const access = resolver.access(actor, resource, 'create');
  const view = resolver.view(actor, resource);
  return (
    resource.config.writes.create &&
    canAccess(access) &&
    copiedFields(resource).every(({ name }) => view.fieldOf(name) !== undefined && canAccessField(access, name))
  );
}

export function copiedFields({ fields }: Resource): Field[] {
  return fields.filter(({ engine, readOnly, kind }) => !engine && !readOnly && !KINDS[kind].owned);
}

async function totalOf(engine: Engine, actor: Actor, { resource, field }: Part, id: Id): Promise<number> {
  return (await engine.list(actor, resource.name, { filter: { [field.name]: id }, range: [0, 0] })).total;
}

/** `ids`: of the original and of its duplicate. */
async function copyPart(
  engine: CopyingEngine,
  actor: Actor,
  { resource, field }: Part,
  [from, to]: readonly [Id, Id],
  tx: Tx,
): Promise<void> {
  const { name, config } = resource;
  const query = { filter: { [field.name]: from }, range: [0, MAX_ROWS - 1], sort: ['id', 'ASC'] };
  const { rows, total } = await engine.list(actor, name, { ...query, tx });
  if (total > rows.length)
    throw conflict(`Only ${MAX_ROWS} ${config.label} can be copied, and there are more. Nothing was created.`);
  for (const { id } of rows) {
    const whole = await engine.get(actor, name, id as Id, { tx });
    const values: Row = Object.fromEntries(
      copiedFields(resource).flatMap((own) => {
        const value = whole[own.name] ?? null;
        return value === null ? [] : [[own.name, value]];
      }),
    );
    try {
      await engine.create(actor, name, { ...values, [field.name]: to }, { tx });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      throw conflict(`${config.label} could not be copied: ${error.problem.detail} Nothing was created.`);
    }
  }
}
