import { sql } from 'kysely';
import type { Actor } from '../../domain/actor.ts';
import { sameJson } from '../../domain/json.ts';
import type { Json, Resource, Row } from '../../domain/model.ts';
import { canAccess, type Access, type Action } from '../../domain/permission.ts';
import { PREPARED, type Tx } from '../platform/database.ts';
import { bumpRevision } from '../platform/revisions.ts';
import { recordAudit, type AuditAction } from './audit.ts';
import { readChanges, refuseUngranted } from './changes.ts';
import { columnsOf, type Sql } from './condition-sql.ts';
import type { Gate } from './gate.ts';
import { danglingReferences, missingFiles, referrersTo, refersTo, restrictedBy, type Referrer } from './references.ts';
import { changedMeanwhile, conflict, forbidden, invalid, notFound, ungranted, type FieldErrors } from './refusals.ts';
import { faultsOf, missingIn } from './validation.ts';
import { chunks, idsOf, nameOf, rowOf, without } from './row-sets.ts';
import type { ChangesOf, RowOf } from './typed-rows.ts';

/** A rule that the schema cannot express. Runs inside every write, after it; messages by field refuse the write. */
export type Check<N extends string = string> = (write: Write<N>) => Promise<FieldErrors | null | void>;

/** The write that a check examines. */
export interface Write<N extends string = string> {
  tx: Tx;
  actor: Actor;
  before: RowOf<N> | null;
  after: RowOf<N> | null;
}

/** A rule checked once for all rows of a write, to avoid a query per row. */
export type CheckAll<N extends string = string> = (writes: readonly Write<N>[]) => Promise<FieldErrors | null | void>;

/** A rule about the changed values alone, checked before anything is written: for values that are expensive or unsafe to store. */
export type ValueCheck<N extends string = string> = (changes: ChangesOf<N>) => FieldErrors;

/** Normalises the changed values, given the row before. Runs before anything is checked or written. */
export type Amendment<N extends string = string> = (changes: ChangesOf<N>, before: RowOf<N> | null) => ChangesOf<N>;

export interface WriteOptions {
  /** The write of a command, which is itself responsible for permission and may write read-only fields. */
  command?: boolean;
  /** The version that the writer has seen; a stale one is refused with 412. */
  version?: number;
  /** The action recorded in the audit entry. Default: create, update or delete. */
  action?: AuditAction;
}

/** The only way in which rows change. Each method is part of the caller's transaction. */
export class Writer {
  private readonly gate: Gate;
  private readonly checks = new Map<string, CheckAll[]>();
  private readonly told = new WeakMap<Tx, Set<string>>();
  private readonly valueChecks = new Map<string, ValueCheck[]>();
  private readonly amendments = new Map<string, Amendment[]>();

  constructor(gate: Gate) {
    this.gate = gate;
  }

  check(resource: string, check: Check): void {
    this.checkAll(resource, async (writes) => {
      for (const write of writes) {
        const errors = await check(write);
        if (errors && Object.keys(errors).length > 0) return errors;
      }
    });
  }

  checkAll(resource: string, check: CheckAll): void {
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
    const { site } = this.gate.model;
    const given = readChanges(resource, null, data, this.gate.view(actor, resource), access, site);
    const changes = this.amended(resource, given, null);
    const errors = { ...missingIn(resource, changes), ...this.faults(resource, changes) };
    await this.refuseFaults(tx, actor, resource, changes, errors, options);
    const names = Object.keys(changes);
    const { rows } = await sql<Row>`${PREPARED}insert into ${sql.table(resource.name)}
      (${sql.join([...names, 'createdById', 'updatedById', 'createdAt', 'updatedAt'].map((name) => sql.id(name)))})
      values (${sql.join([...names.map((name) => valueSql(changes[name])), sql`${actor.id}`, sql`${actor.id}`, NOW, NOW])})
      returning ${columns(resource)}`.execute(tx);
    const after = rowOf(rows);
    if (access) refuseUngranted(access, after, names);
    await this.finish(tx, actor, resource, options.action ?? 'create', [{ before: null, after }]);
    return after;
  }

  async update(tx: Tx, actor: Actor, resource: Resource, id: Json, data: Row, options: WriteOptions): Promise<Row> {
    return rowOf(await this.updateRows(tx, actor, resource, [id], () => data, options));
  }

  /** Merges the same data into each row, in the order of ids. All rows must exist. */
  async updateMany(tx: Tx, actor: Actor, resource: Resource, ids: readonly Json[], data: Row): Promise<void> {
    for (const some of chunks(ids)) await this.updateRows(tx, actor, resource, some, () => data, {});
  }

  /** Deletes the row and its dependents. Returns the row as it was. */
  async remove(tx: Tx, actor: Actor, resource: Resource, id: Json, options: WriteOptions): Promise<Row> {
    return rowOf(await this.removeRows(tx, actor, resource, [id], options, new Set()));
  }

  /** Deletes the rows and their dependents, in the order of ids. All rows must exist. */
  async removeMany(tx: Tx, actor: Actor, resource: Resource, ids: readonly Json[]): Promise<void> {
    for (const some of chunks(ids)) await this.removeRows(tx, actor, resource, some, {}, new Set());
  }

  /** One statement for all rows with the same changes. Returns the rows after the update, ordered by id. */
  private async updateRows(
    tx: Tx,
    actor: Actor,
    resource: Resource,
    ids: readonly Json[],
    dataFor: (before: Row) => Row,
    options: WriteOptions,
  ): Promise<Row[]> {
    const access = this.grant(actor, resource, 'update', options);
    const rows = await this.lock(tx, actor, resource, ids, options);
    const view = this.gate.view(actor, resource);
    const groups = new Map<string, { changes: Row; befores: Row[] }>();
    for (const before of rows) {
      const seen = options.command ? before : view.project(before);
      const data = dataFor(before);
      if (typeof data['version'] === 'number' && data['version'] !== before['version']) throw changedMeanwhile(seen);
      const given = readChanges(resource, seen, data, view, access, this.gate.model.site);
      const changes = this.amended(resource, given, before);
      const names = Object.keys(changes);
      if (names.length === 0) continue;
      if (access) refuseUngranted(access, before, names);
      const key = rows.length > 1 ? JSON.stringify(changes) : '';
      const group = groups.get(key);
      if (group) group.befores.push(before);
      else groups.set(key, { changes, befores: [before] });
    }
    const written = new Map<Json | undefined, Row>();
    for (const { changes, befores } of groups.values()) {
      await this.refuseFaults(tx, actor, resource, changes, this.faults(resource, changes), options);
      for (const after of await this.set(tx, actor, resource, befores, changes)) {
        if (access) refuseUngranted(access, after, Object.keys(changes));
        written.set(after['id'], after);
      }
    }
    const pairs = rows.flatMap((before) => {
      const after = written.get(before['id']);
      return after ? [{ before, after }] : [];
    });
    await this.finish(tx, actor, resource, options.action ?? 'update', pairs);
    return rows.map((before) => written.get(before['id']) ?? before);
  }

  /** `going`: the rows deleted so far. References may form a cycle, and each row is deleted once. */
  private async removeRows(
    tx: Tx,
    actor: Actor,
    resource: Resource,
    ids: readonly Json[],
    options: WriteOptions,
    going: Set<string>,
  ): Promise<Row[]> {
    for (const id of ids) going.add(nameOf(resource, id));
    const access = this.grant(actor, resource, 'delete', options);
    const rows = await this.lock(tx, actor, resource, ids, options);
    if (access && !rows.every((row) => canAccess(access, row))) throw forbidden('You may not delete this.');
    await this.release(tx, actor, resource, idsOf(rows), going);
    const where = sql`where "id" = any(${idsOf(rows)})`;
    if (resource.config.softDelete) {
      await sql`${PREPARED}update ${sql.table(resource.name)} set "deletedAt" = ${NOW}, "updatedAt" = ${NOW}, "updatedById" = ${actor.id},
        "version" = "version" + 1 ${where}`.execute(tx);
    } else {
      await sql`${PREPARED}delete from ${sql.table(resource.name)} ${where}`.execute(tx);
    }
    const pairs = rows.map((before) => ({ before, after: null }));
    await this.finish(tx, actor, resource, options.action ?? 'delete', pairs);
    return rows;
  }

  /** Restores a soft-deleted row together with everything that was kept with it. */
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
    await this.finish(tx, actor, resource, options.action ?? 'revert', [{ before: null, after }]);
    return after;
  }

  /** Locks the rows in the order of ids; all must exist for the caller in the version that the caller has seen. */
  private async lock(
    tx: Tx,
    actor: Actor,
    resource: Resource,
    ids: readonly Json[],
    options: WriteOptions,
  ): Promise<Row[]> {
    const alive = resource.config.softDelete ? sql` and "deletedAt" is null` : sql``;
    const { rows } = await sql<Row>`${PREPARED}select ${columns(resource)} from ${sql.table(resource.name)}
      where "id" = any(${ids})${alive} order by "id" for update`.execute(tx);
    const view = options.command ? null : this.gate.view(actor, resource);
    if (rows.length < ids.length || (view && !rows.every((row) => view.canRead(row)))) throw notFound(resource);
    for (const row of rows)
      if (options.version !== undefined && options.version !== row['version'])
        throw changedMeanwhile(view?.project(row) ?? row);
    return rows;
  }

  /** The permission that the write needs; null for a command, which has checked its own. */
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

  private async set(tx: Tx, actor: Actor, resource: Resource, befores: readonly Row[], changes: Row): Promise<Row[]> {
    const assigned = Object.entries(changes).map(([name, value]) => sql`${sql.id(name)} = ${valueSql(value)}`);
    const { rows } = await sql<Row>`${PREPARED}update ${sql.table(resource.name)} set ${sql.join(assigned)},
      "version" = "version" + 1, "updatedAt" = ${NOW}, "updatedById" = ${actor.id}
      where "id" = any(${idsOf(befores)}) returning ${columns(resource)}`.execute(tx);
    return rows;
  }

  private async finish(
    tx: Tx,
    actor: Actor,
    resource: Resource,
    action: AuditAction,
    pairs: readonly Pair[],
  ): Promise<void> {
    if (pairs.length === 0) return;
    const writes = pairs.map((pair) => ({ tx, actor, ...pair }));
    for (const check of this.checks.get(resource.name) ?? []) {
      const errors = await check(writes);
      if (errors && Object.keys(errors).length > 0) throw invalid(errors);
    }
    await recordAudit(tx, actor, resource, action, pairs);
    if (resource.config.cached) await this.tellOthers(tx, resource);
  }

  /** Once per transaction and resource: its commit invalidates cached responses to visitors. */
  private async tellOthers(tx: Tx, { name }: Resource): Promise<void> {
    const told = this.told.get(tx) ?? new Set();
    if (told.has(name)) return;
    this.told.set(tx, told.add(name));
    await bumpRevision(tx, `public/${name}`);
  }

  /** Refuses the deletion, or updates the referencing rows, as their schemas declare. */
  private async release(tx: Tx, actor: Actor, resource: Resource, ids: Json[], going: Set<string>): Promise<void> {
    const referrers = referrersTo(this.gate.model, resource);
    const restricted = await restrictedBy(tx, referrers, ids, resource.config.softDelete);
    if (restricted) throw conflict(`${stillUsed(ids.length)} (${restricted}).`);
    const leaving = referrers.filter(
      ({ onDelete }) => onDelete !== 'restrict' && !(onDelete === 'keep' && resource.config.softDelete),
    );
    for (const referrer of leaving) {
      const { rows } = await sql<{ id: Json }>`${PREPARED}select "id" from ${sql.table(referrer.resource.name)}
        where ${refersTo(referrer, ids, true)} order by "id"`.execute(tx);
      const referring = rows.map(({ id }) => id).filter((id) => !going.has(nameOf(referrer.resource, id)));
      for (const some of chunks(referring)) await this.letGo(tx, actor, referrer, some, ids, going);
    }
  }

  private async letGo(
    tx: Tx,
    actor: Actor,
    { resource, field, onDelete }: Referrer,
    referring: readonly Json[],
    ids: readonly Json[],
    going: Set<string>,
  ): Promise<void> {
    const command = { command: true };
    // A row deleted meanwhile together with another one is skipped.
    const left = referring.filter((id) => !going.has(nameOf(resource, id)));
    if (left.length === 0) return;
    if (onDelete !== 'set-null') await this.removeRows(tx, actor, resource, left, command, going);
    else
      await this.updateRows(
        tx,
        actor,
        resource,
        left,
        (before) => ({ [field.name]: without(before[field.name] ?? null, ids) }),
        command,
      );
  }
}

/** A row before and after a write; null when it does not exist. */
type Pair = { before: Row | null; after: Row | null };

const NOW = sql`date_trunc('milliseconds', atrium_now())`;
const DONE = { create: 'created', update: 'changed', delete: 'deleted' } as const;

function stillUsed(count: number): string {
  return count === 1
    ? 'It cannot be deleted because it is still used'
    : 'They cannot be deleted because some of them are still used';
}

function columns(resource: Resource): Sql {
  return columnsOf(resource.fields);
}

function valueSql(value: Json | undefined): Sql {
  return typeof value === 'object' && value !== null ? sql`${JSON.stringify(value)}::jsonb` : sql`${value ?? null}`;
}
