import { sql } from 'kysely';
import type { Actor } from '../../domain/actor.ts';
import type { HtmlLimits } from '../../domain/html-policy.ts';
import { sameJson } from '../../domain/json.ts';
import type { Field, Json, Resource, Row } from '../../domain/model.ts';
import { canAccess, canAccessField, type Access, type Action } from '../../domain/permission.ts';
import { PREPARED, type Tx } from '../platform/database.ts';
import { bumpRevision } from '../platform/revisions.ts';
import { recordAudit, type AuditAction } from './audit.ts';
import { columnOf, columnsOf, type Sql } from './condition-sql.ts';
import type { Gate } from './gate.ts';
import { danglingReferences, missingFiles, referrersTo, refersTo, restrictedBy } from './references.ts';
import { changedMeanwhile, conflict, forbidden, invalid, notFound, ungranted, type FieldErrors } from './refusals.ts';
import { faultsOf, missingIn, normalise } from './validation.ts';
import type { ChangesOf, RowOf } from './typed-rows.ts';
import type { View } from './view.ts';

/** A rule of a resource that its schema cannot say; runs inside every write, after it. Messages by field refuse the write. */
export type Check<N extends string = string> = (write: Write<N>) => Promise<FieldErrors | null | void>;

/** What a check is asked about. */
export interface Write<N extends string = string> {
  tx: Tx;
  actor: Actor;
  before: RowOf<N> | null;
  after: RowOf<N> | null;
}

/** A rule about the values alone, asked before anything is written: for what is costly to store or dangerous to keep. */
export type ValueCheck<N extends string = string> = (changes: ChangesOf<N>) => FieldErrors;

/** What a write would change, put right by what the row would be: cleaned, completed. Runs before anything is checked or written. */
export type Amendment<N extends string = string> = (changes: ChangesOf<N>, before: RowOf<N> | null) => ChangesOf<N>;

export interface WriteOptions {
  /** Written by a command: permission and the lists of what is generically writable are the command's business. */
  command?: boolean;
  /** The version the writer has seen; another one is refused with 412. */
  version?: number;
  /** What the audit entry calls it. Default: create, update or delete. */
  action?: AuditAction;
}

/** The one way in which rows change. Each method is part of the caller's transaction. */
export class Writer {
  private readonly gate: Gate;
  private readonly checks = new Map<string, Check[]>();
  private readonly told = new WeakMap<Tx, Set<string>>();
  private readonly valueChecks = new Map<string, ValueCheck[]>();
  private readonly amendments = new Map<string, Amendment[]>();

  constructor(gate: Gate) {
    this.gate = gate;
  }

  check(resource: string, check: Check): void {
    this.checks.set(resource, [...(this.checks.get(resource) ?? []), check]);
  }

  checkValues(resource: string, check: ValueCheck): void {
    this.valueChecks.set(resource, [...(this.valueChecks.get(resource) ?? []), check]);
  }

  amend(resource: string, amendment: Amendment): void {
    this.amendments.set(resource, [...(this.amendments.get(resource) ?? []), amendment]);
  }

  async create(tx: Tx, actor: Actor, resource: Resource, data: Row, options: WriteOptions): Promise<Row> {
    const access = this.grant(actor, resource, 'create', options);
    const changes = this.amended(resource, this.changes(actor, resource, null, data, access), null);
    const errors = { ...missingIn(resource, changes), ...this.faults(resource, changes) };
    await this.refuseFaults(tx, actor, resource, changes, errors, options);
    const names = Object.keys(changes);
    const { rows } = await sql<Row>`${PREPARED}insert into ${sql.table(resource.name)}
      (${sql.join([...names, 'createdById', 'updatedById', 'createdAt', 'updatedAt'].map((name) => sql.id(name)))})
      values (${sql.join([...names.map((name) => valueSql(changes[name])), sql`${actor.id}`, sql`${actor.id}`, NOW, NOW])})
      returning ${columns(resource)}`.execute(tx);
    const after = rowOf(rows);
    if (access) refuseUngranted(access, after, names);
    await this.finish(tx, actor, resource, options.action ?? 'create', null, after);
    return after;
  }

  async update(tx: Tx, actor: Actor, resource: Resource, id: Json, data: Row, options: WriteOptions): Promise<Row> {
    const access = this.grant(actor, resource, 'update', options);
    const before = await this.lock(tx, actor, resource, id, options);
    const seen = options.command ? before : this.gate.view(actor, resource).project(before);
    if (typeof data['version'] === 'number' && data['version'] !== before['version']) throw changedMeanwhile(seen);
    const changes = this.amended(resource, this.changes(actor, resource, seen, data, access), before);
    const names = Object.keys(changes);
    if (names.length === 0) return before;
    if (access) refuseUngranted(access, before, names);
    await this.refuseFaults(tx, actor, resource, changes, this.faults(resource, changes), options);
    const after = await this.set(tx, actor, resource, before, changes);
    if (access) refuseUngranted(access, after, names);
    await this.finish(tx, actor, resource, options.action ?? 'update', before, after);
    return after;
  }

  /** Deletes the row and what goes with it. Answers the row as it was. */
  remove(tx: Tx, actor: Actor, resource: Resource, id: Json, options: WriteOptions): Promise<Row> {
    return this.removeWith(tx, actor, resource, id, options, new Set());
  }

  /** `going`: the rows of this deletion so far. Rows may belong to each other in a ring, and each goes once. */
  private async removeWith(
    tx: Tx,
    actor: Actor,
    resource: Resource,
    id: Json,
    options: WriteOptions,
    going: Set<string>,
  ): Promise<Row> {
    going.add(nameOf(resource, id));
    const access = this.grant(actor, resource, 'delete', options);
    const before = await this.lock(tx, actor, resource, id, options);
    if (access && !canAccess(access, before)) throw forbidden('You may not delete this.');
    await this.release(tx, actor, resource, before, going);
    const where = sql`where "id" = ${before['id']}`;
    if (resource.config.softDelete) {
      await sql`update ${sql.table(resource.name)} set "deletedAt" = ${NOW}, "updatedAt" = ${NOW}, "updatedById" = ${actor.id},
        "version" = "version" + 1 ${where}`.execute(tx);
    } else {
      await sql`delete from ${sql.table(resource.name)} ${where}`.execute(tx);
    }
    await this.finish(tx, actor, resource, options.action ?? 'delete', before, null);
    return before;
  }

  /** Brings back a row that was deleted softly, with all that was kept with it. */
  async restore(tx: Tx, actor: Actor, resource: Resource, id: Json, options: WriteOptions): Promise<Row> {
    const access = this.grant(actor, resource, 'delete', options);
    if (!resource.config.softDelete) throw notFound(resource);
    const { rows } =
      await sql<Row>`update ${sql.table(resource.name)} set "deletedAt" = null, "updatedAt" = ${NOW}, "updatedById" = ${actor.id},
      "version" = "version" + 1 where "id" = ${id} and "deletedAt" is not null returning ${columns(resource)}`.execute(
        tx,
      );
    const [after] = rows;
    if (!after) throw notFound(resource);
    if (access && !canAccess(access, after)) throw forbidden('You may not bring this back.');
    await this.finish(tx, actor, resource, options.action ?? 'revert', null, after);
    return after;
  }

  /** The row, locked, when it exists for the caller and has the version that the caller has seen. */
  private async lock(tx: Tx, actor: Actor, resource: Resource, id: Json, options: WriteOptions): Promise<Row> {
    const alive = resource.config.softDelete ? sql` and "deletedAt" is null` : sql``;
    const { rows } = await sql<Row>`${PREPARED}select ${columns(resource)} from ${sql.table(resource.name)}
      where "id" = ${id}${alive} for update`.execute(tx);
    const [row] = rows;
    const view = options.command ? null : this.gate.view(actor, resource);
    if (!row || (view && !view.canRead(row))) throw notFound(resource);
    if (options.version !== undefined && options.version !== row['version'])
      throw changedMeanwhile(view?.project(row) ?? row);
    return row;
  }

  /** The permission that the write needs; null for a command, which has decided for itself. */
  private grant(
    actor: Actor,
    resource: Resource,
    action: Action & keyof Resource['config']['writes'],
    options: WriteOptions,
  ): Access | null {
    if (options.command) return null;
    const access = this.gate.access(actor, resource, action);
    if (!canAccess(access)) throw ungranted(actor, `You may not ${action} ${resource.config.label}.`);
    if (!resource.config.writes[action])
      throw forbidden(`${resource.config.label} cannot be ${DONE[action]} directly.`);
    return access;
  }

  private changes(actor: Actor, resource: Resource, seen: Row | null, data: Row, access: Access | null): Row {
    return readChanges(resource, seen, data, this.gate.view(actor, resource), access, this.gate.model.site);
  }

  private amended(resource: Resource, changes: Row, before: Row | null): Row {
    const amendments = this.amendments.get(resource.name);
    if (!amendments) return changes;
    const amended = amendments.reduce((given, amend) => amend(given, before), changes);
    return Object.fromEntries(Object.entries(amended).filter(([name, value]) => !sameJson(value, before?.[name])));
  }

  private faults(resource: Resource, changes: Row): FieldErrors {
    const checks = this.valueChecks.get(resource.name) ?? [];
    return Object.assign(faultsOf(resource, changes), ...checks.map((check) => check(changes))) as FieldErrors;
  }

  private async refuseFaults(
    tx: Tx,
    actor: Actor,
    resource: Resource,
    changes: Row,
    errors: FieldErrors,
    options: WriteOptions,
  ): Promise<void> {
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const dangling = await danglingReferences(tx, this.gate, actor, resource, changes, options.command ?? false);
    const missing = await missingFiles(tx, this.gate, resource, changes);
    if (Object.keys(dangling).length + Object.keys(missing).length > 0) throw invalid({ ...dangling, ...missing });
  }

  private async set(tx: Tx, actor: Actor, resource: Resource, before: Row, changes: Row): Promise<Row> {
    const assigned = Object.entries(changes).map(([name, value]) => sql`${sql.id(name)} = ${valueSql(value)}`);
    const { rows } = await sql<Row>`${PREPARED}update ${sql.table(resource.name)} set ${sql.join(assigned)},
      "version" = "version" + 1, "updatedAt" = ${NOW}, "updatedById" = ${actor.id}
      where "id" = ${before['id']} returning ${columns(resource)}`.execute(tx);
    return rowOf(rows);
  }

  private async finish(
    tx: Tx,
    actor: Actor,
    resource: Resource,
    action: AuditAction,
    before: Row | null,
    after: Row | null,
  ): Promise<void> {
    for (const check of this.checks.get(resource.name) ?? []) {
      const errors = await check({ tx, actor, before, after });
      if (errors && Object.keys(errors).length > 0) throw invalid(errors);
    }
    await recordAudit(tx, actor, resource, action, before, after);
    if (resource.config.cached) await this.tellOthers(tx, resource);
  }

  /** Once in a transaction and for each resource: cached responses to visitors are outdated with its commit. */
  private async tellOthers(tx: Tx, { name }: Resource): Promise<void> {
    const told = this.told.get(tx) ?? new Set();
    if (told.has(name)) return;
    this.told.set(tx, told.add(name));
    await bumpRevision(tx, `public/${name}`);
  }

  /** Refuses, or lets go of, the rows that refer to this one, as their schemas say. */
  private async release(tx: Tx, actor: Actor, resource: Resource, row: Row, going: Set<string>): Promise<void> {
    const id = row['id'] ?? null;
    const referrers = referrersTo(this.gate.model, resource);
    const restricted = await restrictedBy(tx, referrers, id, resource.config.softDelete);
    if (restricted) throw conflict(`It cannot be deleted because it is still used (${restricted}).`);
    const leaving = referrers.filter(
      ({ onDelete }) => onDelete !== 'restrict' && !(onDelete === 'keep' && resource.config.softDelete),
    );
    for (const referrer of leaving) {
      const { rows } =
        await sql<Row>`select "id", ${columnOf(referrer.field)} as "names" from ${sql.table(referrer.resource.name)}
        where ${refersTo(referrer, id, true)} order by "id"`.execute(tx);
      for (const { id: referring = null, names } of rows) {
        if (going.has(nameOf(referrer.resource, referring))) continue;
        if (referrer.onDelete !== 'set-null')
          await this.removeWith(tx, actor, referrer.resource, referring, { command: true }, going);
        else
          await this.update(
            tx,
            actor,
            referrer.resource,
            referring,
            { [referrer.field.name]: without(names ?? null, id) },
            { command: true },
          );
      }
    }
  }
}

const NOW = sql`date_trunc('milliseconds', atrium_now())`;
const DONE = { create: 'created', update: 'changed', delete: 'deleted' } as const;

function nameOf(resource: Resource, id: Json): string {
  return `${resource.name}/${String(id)}`;
}

function without(names: Json, id: Json): Json {
  return Array.isArray(names) ? names.filter((name) => name !== id) : null;
}

function columns(resource: Resource): Sql {
  return columnsOf(resource.fields);
}

function valueSql(value: Json | undefined): Sql {
  return typeof value === 'object' && value !== null ? sql`${JSON.stringify(value)}::jsonb` : sql`${value ?? null}`;
}

function rowOf(rows: Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error('The write returned no row.');
  return row;
}

/**
 * What of `data` differs from what the writer sees (`seen`, null for a new row), in the form of rows. Names that do
 * not exist for the writer and fields that nobody writes are refused, unless they come back as they were.
 */
function readChanges(
  resource: Resource,
  seen: Row | null,
  data: Row,
  view: View,
  access: Access | null,
  limits: HtmlLimits,
): Row {
  const changes: Row = {};
  const refused: FieldErrors = {};
  const fields = new Map(resource.fields.map((field) => [field.name, field]));
  for (const [name, given] of Object.entries(data)) {
    const field = fields.get(name);
    if (!field || (access && !view.fieldOf(name) && !canAccessField(access, name))) {
      refused[name.slice(0, 100)] = 'There is no such field';
      continue;
    }
    const value = normalise(field, given, limits);
    if (sameJson(value, seen?.[name])) continue;
    if (isFixed(field, access)) refused[name] = 'Cannot be changed here';
    else changes[name] = value;
  }
  if (Object.keys(refused).length > 0) throw invalid(refused);
  if (access) refuseUngrantedNames(access, Object.keys(changes));
  return changes;
}

function isFixed(field: Field, access: Access | null): boolean {
  return field.engine || (access !== null && field.readOnly);
}

function refuseUngrantedNames(access: Access, names: string[]): void {
  refuseFields(names.filter((name) => !canAccessField(access, name)));
}

/** The write must be granted, for the row and each changed field, on the row as it is before and after. */
function refuseUngranted(access: Access, row: Row, names: string[]): void {
  if (!canAccess(access, row)) throw forbidden('You may not make this change.');
  refuseFields(names.filter((name) => !canAccessField(access, name, row)));
}

function refuseFields(names: string[]): void {
  if (names.length === 0) return;
  throw forbidden(
    `You may not write: ${names.join(', ')}.`,
    Object.fromEntries(names.map((name) => [name, 'You may not write this field'])),
  );
}
