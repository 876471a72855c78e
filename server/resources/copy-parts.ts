import type { Actor } from '../../domain/declarations/actor.ts';
import { KINDS } from '../../domain/declarations/kinds.ts';
import { MAX_ROWS, type ListQuery } from '../../domain/declarations/list-query.ts';
import type { Field, Resource, Row } from '../../domain/declarations/model.ts';
import { canAccess, canAccessField } from '../declarations/permission.ts';
import type { Tx } from '../platform/database.ts';
import { ProblemError } from '../platform/problem.ts';
import type { RowSource } from './names.ts';
import { referrersTo } from './references.ts';
import { conflict } from './refusals.ts';
import type { Id } from './row-reader.ts';

export interface CopyingEngine extends RowSource {
  get(actor: Actor, name: string, id: Id, options: { tx: Tx }): Promise<Row>;
  list(actor: Actor, name: string, query: ListQuery & { tx?: Tx }): Promise<{ rows: Row[]; total: number }>;
  create(actor: Actor, name: string, data: Row, options: { tx: Tx; command?: boolean }): Promise<Row>;
}

/** A field by which rows of another resource are parts of a record. */
export interface Part {
  resource: Resource;
  field: Field;
}

export async function copyParts(
  engine: CopyingEngine,
  actor: Actor,
  resource: Resource,
  ids: readonly [Id, Id],
  tx: Tx,
): Promise<void> {
  for (const part of recordParts(engine, actor, resource))
    if (isCopied(engine, actor, resource, part)) await copyPart(engine, actor, part, ids, tx);
}

/** Rows that live and die with the record and that the caller may see. */
export function recordParts({ resolver }: CopyingEngine, actor: Actor, target: Resource): Part[] {
  return referrersTo(resolver.model, target).filter(
    ({ resource, field, onDelete, part }) =>
      part === undefined &&
      (onDelete === 'cascade' || onDelete === 'keep') &&
      resolver.canRead(actor, resource) &&
      resolver.view(actor, resource).filterFieldOf(field.name) !== undefined,
  );
}

/** Whether the configuration copies the part, and the caller may read and create all of it. */
export function isCopied(
  { resolver }: CopyingEngine,
  actor: Actor,
  { config }: Resource,
  { resource, field }: Part,
): boolean {
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
