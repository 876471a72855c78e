import { sql } from 'kysely';
import type { Actor } from '../../domain/declarations/actor.ts';
import { formatNumber } from '../../domain/values/formats.ts';
import { kindOf } from '../../domain/declarations/fields.ts';
import { KINDS } from '../../domain/declarations/kinds.ts';
import type { Json } from '../../domain/values/json.ts';
import type { Field, Model, Resource, Row } from '../../domain/declarations/model.ts';
import { mapTexts } from '../declarations/nested-values.ts';
import type { PropertySchema } from '../../domain/declarations/schemas.ts';
import { storedResources } from '../declarations/views.ts';
import { PREPARED, type Tx } from '../platform/database.ts';
import { isExistingRow, noteExistingRows } from '../platform/existing-rows.ts';
import { compareTables } from '../platform/locks.ts';
import { fieldColumn, type Sql } from './condition-sql.ts';
import type { AccessResolver } from './access-resolver.ts';
import type { FieldErrors } from './refusals.ts';
import { NO_IMAGE, within } from './validation.ts';

/** A field of this or another resource that references rows of this one. */
export interface Referrer {
  resource: Resource;
  field: Field;
  onDelete: NonNullable<PropertySchema['x-on-delete']>;
  /** Of a list of objects: the property that refers. */
  part?: string;
}

/** The fields that reference the resource. Internal tables are left to foreign keys. */
export function referrersTo(model: Model, target: Resource): Referrer[] {
  const referrers: Referrer[] = [];
  for (const resource of storedResources(model)) {
    if (resource.config.internal) continue;
    for (const field of resource.fields) {
      for (const { part, reference } of referringParts(field))
        if (reference === target.name) referrers.push({ resource, field, onDelete: 'restrict', part });
      if (field.engine || field.reference !== target.name) continue;
      const onDelete = field.schema['x-on-delete'] ?? field.schema.items?.['x-on-delete'] ?? 'restrict';
      referrers.push({ resource, field, onDelete });
    }
  }
  return referrers;
}

/** The references within a list of objects. */
function referringParts({ kind, schema }: Pick<Field, 'kind' | 'schema'>): { part: string; reference: string }[] {
  if (kind !== 'rows') return [];
  return Object.entries(schema.items?.properties ?? {}).flatMap(([part, { 'x-reference': reference }]) =>
    reference === undefined ? [] : [{ part, reference }],
  );
}

/** Whether a referrer's row, other than these rows themselves, references one of the ids; `alive`: ignore soft-deleted rows. */
export function refersTo({ resource, field, part }: Referrer, ids: readonly Json[], alive: boolean): Sql {
  const held = (id: Json): Json => [part === undefined ? id : { [part]: id }];
  const names =
    KINDS[field.kind].list || part !== undefined
      ? sql`${fieldColumn(field)} @> any(${ids.map((id) => JSON.stringify(held(id)))}::jsonb[])`
      : sql`${fieldColumn(field)} = any(${ids})`;
  const others = field.reference === resource.name ? sql`${names} and "id" <> all(${ids})` : names;
  return alive && resource.config.softDelete ? sql`${others} and "deletedAt" is null` : others;
}

const MANY = 1000;

/** "Events: 3, Tickets: 1", or null if nothing prevents the deletion. */
export async function restrictedBy(
  tx: Tx,
  referrers: Referrer[],
  ids: readonly Json[],
  alive: boolean,
): Promise<string | null> {
  const restricting = referrers.filter((referrer) => referrer.onDelete === 'restrict');
  const found = await countReferring(tx, restricting, ids, alive);
  return found.length === 0 ? null : found.map(({ text }) => text).join(', ');
}

/** Of those referrers that have rows: "Events: 3". */
export async function countReferring(
  tx: Tx,
  referrers: readonly Referrer[],
  ids: readonly Json[],
  alive: boolean,
): Promise<{ referrer: Referrer; text: string }[]> {
  if (referrers.length === 0) return [];
  const counts = referrers.map(
    (referrer) => sql`(select count(*) from (select 1 from ${sql.table(referrer.resource.name)}
    where ${refersTo(referrer, ids, alive)} limit ${MANY + 1}) as "found")`,
  );
  const { rows } = await sql<{
    counts: string[];
  }>`${PREPARED}select array[${sql.join(counts)}]::text[] as "counts"`.execute(tx);
  return referrers.flatMap((referrer, index) => {
    const count = Number(rows[0]?.counts[index] ?? 0);
    const text = `${referrer.resource.config.label}: ${count > MANY ? `more than ${formatNumber(MANY)}` : formatNumber(count)}`;
    return count === 0 ? [] : { referrer, text };
  });
}

/** Whose values are written, and to what. */
interface Referencing {
  tx: Tx;
  actor: Actor;
  resource: Pick<Resource, 'fields'>;
  unchecked?: boolean;
}

/**
 * References of new values to rows that do not exist, or that the writer may not see (unless `unchecked`), by field. Locks the others
 * against deletion until the transaction ends, except those that it has locked or inserted itself: a row whose deletion is in progress is
 * waited for, and checked as it is then.
 */
export async function danglingReferences(
  resolver: AccessResolver,
  { tx, actor, resource: { fields }, unchecked = false }: Referencing,
  rows: readonly Row[],
): Promise<FieldErrors> {
  const named = fields.flatMap((field) => {
    const values = rows.flatMap((changes) => changes[field.name] ?? []);
    const references = [
      ...(field.reference === undefined ? [] : [{ reference: field.reference, ids: values }]),
      ...referringParts(field).map(({ part, reference }) => ({
        reference,
        ids: values.flatMap((row) => idsInPart(row, part)),
      })),
    ];
    return references.flatMap(({ reference, ids: all }) => {
      const ids = unchecked ? all.filter((id) => !isExistingRow(tx, reference, id)) : all;
      return ids.length === 0 ? [] : [{ field, target: resolver.resource(reference), ids }];
    });
  });
  if (named.length === 0 || (unchecked && isLeftToForeignKey(named))) return {};
  // Everyone locks in the order of tables and ids.
  named.sort((a, b) => compareTables(a.target.name, b.target.name));
  const queries = named.map(({ target, ids }) => {
    const seen = unchecked ? alive(target) : resolver.view(actor, target).where({ all: [] });
    return sql`(select count(*) from (select from ${sql.table(target.name)} where "id" = any(${ids}) and ${seen}
      order by "id" for key share) as "locked")`;
  });
  const counted = await sql<{
    found: string[];
  }>`${PREPARED}select array[${sql.join(queries)}]::text[] as "found"`.execute(tx);
  const dangling = named.filter(({ ids }, index) => Number(counted.rows[0]?.found[index]) < new Set(ids).size);
  if (dangling.length === 0) for (const { target, ids } of named) noteExistingRows(tx, target.name, ids);
  return Object.fromEntries(
    dangling.map(({ field }) => [
      field.name,
      field.schema.type === 'array' ? 'Contains an entry that does not exist' : 'Does not exist',
    ]),
  );
}

/** A foreign key checks and locks a single reference as well. Of several, locks would be in the order of the constraints. */
function isLeftToForeignKey(named: readonly { field: Field; target: Resource; ids: readonly Json[] }[]): boolean {
  const [only] = named;
  return (
    named.length === 1 &&
    only?.ids.length === 1 &&
    only.field.reference === only.target.name &&
    !KINDS[only.field.kind].list &&
    !only.target.config.softDelete
  );
}

function idsInPart(row: Json, part: string): Json[] {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return [];
  const id = row[part] ?? null;
  return id === null ? [] : [id];
}

/**
 * References to files that are not stored, at any depth, by field. The others are locked against deletion until the transaction ends. Rows of a
 * store itself are exempt: they create its files.
 */
export async function missingFiles(
  tx: Tx,
  { stores }: Pick<AccessResolver, 'stores'>,
  { fields, name: owner }: Pick<Resource, 'fields'> & Partial<Pick<Resource, 'name'>>,
  changes: Row,
): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  for (const [kind, store] of stores) {
    if (store.resource === owner) continue;
    const named: { name: string; file: string; path: readonly string[] }[] = [];
    for (const { name, schema } of fields)
      mapTexts(schema, changes[name] ?? null, (file, property, path) => {
        if (KINDS[kindOf(property)].stored === kind) named.push({ name, file, path });
        return file;
      });
    if (named.length === 0) continue;
    const { rows } = await sql<{ file: string }>`${PREPARED}select ${sql.id(store.field)} as "file"
      from ${sql.table(store.resource)} where ${sql.id(store.field)} = any(${named.map(({ file }) => file)}) for key share`.execute(
      tx,
    );
    const stored = new Set(rows.map(({ file }) => file));
    for (const { name, file, path } of named) if (!stored.has(file)) errors[name] ??= within(path, NO_IMAGE);
  }
  return errors;
}

function alive(resource: Resource): Sql {
  return resource.config.softDelete ? sql`"deletedAt" is null` : sql`true`;
}
