import { sql } from 'kysely';
import type { Json } from '../../domain/values/json.ts';
import type { Model, Resource, Row } from '../../domain/declarations/model.ts';
import { PREPARED, type Tx } from '../platform/database.ts';
import { referrersTo, refersTo, restrictedBy, type Referrer } from './references.ts';
import { conflict } from './refusals.ts';
import { chunks, rowKey, without } from './row-sets.ts';

/** Rows that are about to be deleted. */
export interface Deletion {
  resource: Resource;
  ids: readonly Json[];
  /** The keys of the rows deleted so far. References may form a cycle, and each row is deleted once. */
  deleted: ReadonlySet<string>;
}

/** The writes to rows that refer to deleted ones. */
export interface ReferrerWrites {
  remove: (resource: Resource, ids: readonly Json[]) => Promise<unknown>;
  update: (resource: Resource, ids: readonly Json[], dataFor: (before: Row) => Row) => Promise<unknown>;
}

/**
 * What a deletion does to the rows that refer to the deleted ones, as their schemas declare (`x-on-delete`): it is refused (409), they are
 * deleted, too, or their reference is cleared. A soft deletion leaves those that declare `keep`.
 */
export async function releaseReferences(
  model: Model,
  tx: Tx,
  { resource, ids, deleted }: Deletion,
  writes: ReferrerWrites,
): Promise<void> {
  const { softDelete } = resource.config;
  const referrers = referrersTo(model, resource);
  const restricted = await restrictedBy(tx, referrers, ids, softDelete);
  if (restricted) throw conflict(`${stillUsed(ids.length)} (${restricted}).`);
  const leaving = referrers.filter(({ onDelete }) => onDelete !== 'restrict' && !(onDelete === 'keep' && softDelete));
  for (const referrer of leaving) {
    const left = (id: Json) => !deleted.has(rowKey(referrer.resource, id));
    const referring = await referringIds(tx, referrer, ids);
    for (const some of chunks(referring.filter(left)))
      // A row deleted in the meantime together with another one is skipped.
      await release(referrer, some.filter(left), ids, writes);
  }
}

async function referringIds(tx: Tx, referrer: Referrer, ids: readonly Json[]): Promise<Json[]> {
  const { rows } = await sql<{ id: Json }>`${PREPARED}select "id" from ${sql.table(referrer.resource.name)}
    where ${refersTo(referrer, ids, true)} order by "id"`.execute(tx);
  return rows.map(({ id }) => id);
}

async function release(
  { resource, field, onDelete }: Referrer,
  referring: readonly Json[],
  ids: readonly Json[],
  { remove, update }: ReferrerWrites,
): Promise<void> {
  if (referring.length === 0) return;
  if (onDelete !== 'set-null') await remove(resource, referring);
  else await update(resource, referring, (before) => ({ [field.name]: without(before[field.name] ?? null, ids) }));
}

function stillUsed(count: number): string {
  return count === 1
    ? 'It cannot be deleted because it is still used'
    : 'They cannot be deleted because some of them are still used';
}
