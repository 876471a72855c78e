import type { HistoryEntry } from '../../domain/calls/rows.ts';
import { sql } from 'kysely';
import type { Actor } from '../../domain/declarations/actor.ts';
import { sameJson, type Json } from '../../domain/values/json.ts';
import type { Field, Model, Resource, Row } from '../../domain/declarations/model.ts';
import type { Db, Tx } from '../platform/database.ts';
import type { Sql } from './condition-sql.ts';
import { bufferAuditEntries, writeAuditEntries, type AuditAction, type AuditValues } from './audit-buffer.ts';
import { commandTrace } from './command-trace.ts';
import type { Referrer } from './references.ts';
import { asDeleted, rowChange } from './row-sets.ts';

export type { AuditAction };

/** An entry of the table `auditEntries`: the changed fields of an update, otherwise the whole row. */
export interface AuditEntry {
  id: number;
  at: string;
  actor: string;
  action: AuditAction;
  /** "resource.action" of a command's write. */
  command: string | null;
  before: Row | null;
  after: Row | null;
}

/**
 * Records actor, time, origin and the values before and after, in the transaction of the write: by one statement at its end. Internal tables
 * are not audited.
 */
export async function recordAudit(
  tx: Tx,
  resource: Resource,
  action: AuditAction,
  writes: readonly { actor: Actor; before: Row | null; after: Row | null }[],
): Promise<void> {
  if (resource.config.internal) return;
  const entries = writes.map(({ actor, before, after }) => ({ actor, ...changedValues(resource, before, after) }));
  await bufferAuditEntries(tx, resource.name, action, entries);
  const trace = commandTrace(tx);
  if (trace.command !== null)
    trace.changes.push(...writes.map(({ before, after }) => rowChange(resource, after ?? asDeleted(before ?? {}))));
}

/** Records what an actor has done to something that is no row of a resource: a job of the queue. */
export async function recordAction(
  tx: Tx,
  actor: Actor,
  { of, recordId, before, after }: { of: string; recordId: string; before: Row; after: Row },
): Promise<void> {
  const entry = { actor, recordId, before: JSON.stringify(before), after: JSON.stringify(after), rowVersion: null };
  await bufferAuditEntries(tx, of, 'update', [entry]);
}

type Entry = Omit<AuditValues, 'actor'>;

function changedValues(resource: Resource, before: Row | null, after: Row | null): Entry {
  const row = after ?? before;
  const fields = resource.fields.filter(
    (field) =>
      (!field.engine || (!after && ORIGIN.has(field.name))) &&
      !field.schema['x-counter'] &&
      !(before && after && sameJson(before[field.name], after[field.name])),
  );
  const names = fields.map(({ name }) => name);
  const imageOf = (image: Row | null): string | null => image && JSON.stringify(pick(image, names));
  return {
    recordId: String(row?.['id']),
    before: imageOf(before),
    after: imageOf(after),
    rowVersion: row?.['version'],
  };
}

/** Kept of a deleted row for its restoration. */
const ORIGIN = new Set(['createdAt', 'createdById']);

function pick(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}

/** The actor's current display name, or the user name at the time of the write once the account is deleted. */
function entrySql(model: Model, resource: Resource): Sql {
  const accounts = model.resources.get(resource.fields.find(({ name }) => name === 'createdById')?.reference ?? '');
  const actor = accounts
    ? sql`coalesce((select ${representSql(accounts)} from ${sql.table(accounts.name)} "account" where "account"."id" = "actorId"), "actorName")`
    : sql`"actorName"`;
  return sql`"id", "at", ${actor} as "actor", "action", "command", "before", "after"`;
}

/** The SQL expression of `config.represent`. */
function representSql({ config }: Resource): Sql {
  const parts = config.represent.split(/\{([^{}]+)\}/).map((part, index) => (index % 2 ? sql.id(part) : sql.lit(part)));
  return sql`concat(${sql.join(parts)})`;
}

/** Limits of a page of entries: number, and total bytes of changes unless a single entry exceeds them. */
const MOST_ENTRIES = 100;
const MOST_BYTES = 1024 * 1024;

/** The writes to a record, newest first: up to `count` from `start` on, possibly fewer but at least one. */
export async function auditEntries(
  db: Db,
  model: Model,
  resource: Resource,
  id: number | string,
  { start, count }: { start: number; count: number },
): Promise<{ entries: AuditEntry[]; total: number }> {
  const of = sql`"resource" = ${resource.name} and "recordId" = ${String(id)}`;
  const bytes = sql`coalesce(octet_length("before"::text), 0) + coalesce(octet_length("after"::text), 0)`;
  const { rows } = await sql<AuditEntry>`select ${entrySql(model, resource)} from (
      select *, sum(${bytes}) over "newest" as "bytes", row_number() over "newest" as "place" from (
        select * from "auditEntries" where ${of} order by "id" desc limit ${Math.min(count, MOST_ENTRIES)} offset ${start}) "asked"
      window "newest" as (order by "id" desc)) "entries"
    where "place" = 1 or "bytes" <= ${MOST_BYTES} order by "id" desc`.execute(db);
  const counted = await sql<{ total: number }>`select count(*) as "total" from "auditEntries" where ${of}`.execute(db);
  return { entries: rows, total: counted.rows[0]?.total ?? 0 };
}

export async function auditEntry(
  db: Db,
  model: Model,
  resource: Resource,
  id: number | string,
  entryId: number,
): Promise<AuditEntry | undefined> {
  const { rows } = await sql<AuditEntry>`select ${entrySql(model, resource)} from "auditEntries"
    where "id" = ${entryId} and "resource" = ${resource.name} and "recordId" = ${String(id)}`.execute(db);
  return rows[0];
}

/** A write as an undo needs it. */
export interface RecordedWrite {
  id: number;
  actorId: number | null;
  recordId: string;
  command: string | null;
  before: Row | null;
  after: Row | null;
  /** The version that the write made; that of a deletion follows the last one of the row. */
  version: number;
}

const RECORDED = sql`"id", "actorId", "recordId", "command", "before", "after", "rowVersion" + ("after" is null)::int as "version"`;

export async function lastWrites(
  tx: Tx,
  resource: Resource,
  recordId: string,
  count: number,
): Promise<RecordedWrite[]> {
  await writeAuditEntries(tx);
  const last = sql`from "auditEntries" where "resource" = ${resource.name} and "recordId" = ${recordId} order by "id" desc limit ${count}`;
  // Read after the lock, since another transaction may have written meanwhile.
  await sql`select "id" ${last} for update`.execute(tx);
  return (await sql<RecordedWrite>`select ${RECORDED} ${last}`.execute(tx)).rows;
}

/**
 * The writes to rows of `resource`, within the transaction of a deletion, that removed a reference to the deleted row,
 * newest first.
 */
export async function writesWith(
  tx: Tx,
  deletion: RecordedWrite,
  { resource, field }: Referrer,
  id: Json,
): Promise<RecordedWrite[]> {
  const value = sql`"before" -> ${field.name}`;
  const { rows } = await sql<RecordedWrite>`select ${RECORDED} from "auditEntries"
    where "at" = (select "at" from "auditEntries" where "id" = ${deletion.id}) and "id" < ${deletion.id}
      and "resource" = ${resource.name} and (${value} = ${JSON.stringify(id)}::jsonb or ${value} @> ${JSON.stringify([id])}::jsonb)
      and ("after" is null or "after" ? ${field.name}) order by "id" desc`.execute(tx);
  return rows;
}

export function toVisibleEntry({ before, after, ...entry }: AuditEntry, fields: readonly Field[]): HistoryEntry {
  const changes = fields
    .filter(({ name }) => !sameJson(before?.[name], after?.[name]))
    .map(({ name }) => ({ field: name, before: before?.[name] ?? null, after: after?.[name] ?? null }));
  return { ...entry, changes };
}
