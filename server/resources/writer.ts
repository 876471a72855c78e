import { SYSTEM, type Actor } from '../../domain/declarations/actor.ts';
import type { Json } from '../../domain/values/json.ts';
import { isWrittenField } from '../../domain/declarations/fields.ts';
import type { Resource, Row } from '../../domain/declarations/model.ts';
import { canAccess, canAccessField, type Access } from '../declarations/permission.ts';
import type { RowChange } from '../../domain/calls/row-parts.ts';
import type { Tx } from '../platform/database.ts';
import { bumpRevision } from '../platform/revisions.ts';
import { recordAudit, type AuditAction } from './audit.ts';
import { readChanges, refuseUngranted } from './changes.ts';
import type { AccessResolver } from './access-resolver.ts';
import { danglingReferences, missingFiles } from './references.ts';
import { changedMeanwhile, forbidden, invalid, notFound, type FieldErrors } from './refusals.ts';
import { releaseReferences } from './release-references.ts';
import { missingIn } from './validation.ts';
import { asDeleted, rowChange, chunks, rowIds, rowKey, singleRow } from './row-sets.ts';
import { deleteRows, insertRow, insertRows, lockIds, lockRows, restoreRow, updateRows } from './write-statements.ts';
import { grantOf, writtenBy } from './write-grant.ts';
import { WriteLocks } from './write-locks.ts';
import type { WriteRules } from './write-rules.ts';

export interface WriteOptions {
  /** The write of a command, which is itself responsible for permission and may write read-only fields. */
  command?: boolean;
  /** The version that the writer has seen; a stale one is refused with 412. */
  version?: number;
  /** The action recorded in the audit entry. Default: create, update or delete. */
  action?: AuditAction;
  /** Of an update: what an undo puts back of fields that only commands write. */
  back?: Row;
  /** Of a new row: its id (`reserveId`). */
  id?: number;
  /** Of an update by a command: the row, whole, as the transaction has locked or written it last. It is not read again. */
  before?: Row;
}

export interface Writing extends WriteOptions {
  tx: Tx;
  actor: Actor;
  resource: Resource;
}

/** The only way in which rows change. Each method is part of the caller's transaction. */
export class Writer {
  private readonly resolver: AccessResolver;
  private readonly rules: WriteRules;
  readonly locks: WriteLocks;

  constructor(resolver: AccessResolver, rules: WriteRules) {
    this.resolver = resolver;
    this.rules = rules;
    this.locks = new WriteLocks(resolver.model, rules);
  }

  async create(writing: Writing, data: Row): Promise<Row> {
    const { tx, actor, resource, action = 'create' } = writing;
    const access = grantOf(this.resolver, 'create', writing);
    const changes = this.newValues(actor, resource, data, access);
    await this.locks.beforeWrite(tx, resource);
    await this.refuseFaults(writing, [changes]);
    const after = await insertRow(tx, actor.id, resource, changes, { id: writing.id });
    if (access) refuseUngranted(access, after, writtenBy(resource, changes));
    await this.finish(tx, resource, action, [{ actor, before: null, after }]);
    return after;
  }

  /** For commands: creates all rows or none, by as many statements as one, and returns them in this order. */
  async createAll(tx: Tx, resource: Resource, news: readonly NewRow[]): Promise<Row[]> {
    const values = news.map(({ actor, data }) => this.newValues(actor, resource, data, null));
    await this.locks.beforeWrite(tx, resource);
    await this.refuseFaults({ tx, actor: SYSTEM, resource, command: true }, values);
    const written = news.map(({ actor }, index) => ({ by: actor.id, values: values[index] ?? {} }));
    const rows = await insertRows(tx, resource, written);
    const pairs = news.map(({ actor }, index) => ({ actor, before: null, after: rows[index] ?? null }));
    await this.finish(tx, resource, 'create', pairs);
    return rows;
  }

  /** The sound values of a new row, in stored form. */
  private newValues(actor: Actor, resource: Resource, data: Row, access: Access | null): Row {
    const { site } = this.resolver.model;
    const given = readChanges(this.resolver.view(actor, resource), null, data, access, site);
    const changes = this.rules.amended(resource, given, null);
    refuse({ ...missingIn(resource, changes), ...this.rules.faults(resource, changes) });
    return changes;
  }

  /** The same for very many rows; returns only the writes. */
  async createMany({ tx, actor, resource }: Writing, all: readonly Row[]): Promise<RowChange[]> {
    const changes: RowChange[] = [];
    for (const some of chunks(all)) {
      const news = some.map((data) => ({ actor, data }));
      for (const row of await this.createAll(tx, resource, news)) changes.push(rowChange(resource, row));
    }
    return changes;
  }

  async update(writing: Writing, id: Json, data: Row): Promise<Row> {
    const rows = await this.updateRows(writing, [id], () => data);
    return singleRow(rows.map(({ after }) => after));
  }

  /** Merges into each row what `dataFor` says. All rows must exist. Returns the writes made. */
  async updateMany(writing: Writing, ids: readonly Json[], dataFor: (before: Row) => Row): Promise<RowChange[]> {
    const { tx, resource } = writing;
    const changes: RowChange[] = [];
    const parts = chunks(ids);
    if (parts.length > 1) {
      grantOf(this.resolver, 'update', writing);
      await this.locks.beforeWrite(tx, resource);
      await lockIds(tx, resource, ids);
    }
    for (const some of parts) {
      const rows = await this.updateRows(writing, some, dataFor);
      changes.push(...rows.flatMap(({ before, after }) => (after === before ? [] : rowChange(resource, after))));
    }
    return changes;
  }

  /** Deletes the row and its dependents. Returns the row as it was. */
  async remove(writing: Writing, id: Json): Promise<Row> {
    return singleRow(await this.removeRows(writing, [id], new Set()));
  }

  /** Deletes the rows and their dependents, in the order of ids. All rows must exist. Returns the writes made. */
  async removeMany(writing: Writing, ids: readonly Json[]): Promise<RowChange[]> {
    const { tx, resource } = writing;
    const changes: RowChange[] = [];
    const parts = chunks(ids);
    if (parts.length > 1) {
      grantOf(this.resolver, 'delete', writing);
      await this.locks.beforeDeletion(tx, [resource]);
      await lockIds(tx, resource, ids);
    }
    for (const some of parts) {
      const rows = await this.removeRows(writing, some, new Set());
      changes.push(...rows.map((row) => rowChange(resource, asDeleted(row))));
    }
    return changes;
  }

  /** One statement for all rows with the same changes. Returns the rows, ordered by id; one that had the values is its own after. */
  private async updateRows(
    writing: Writing,
    ids: readonly Json[],
    dataFor: (before: Row) => Row,
  ): Promise<{ before: Row; after: Row }[]> {
    const { tx, actor, resource, command, back, before: known, action = 'update' } = writing;
    const access = grantOf(this.resolver, 'update', writing);
    await this.locks.beforeWrite(tx, resource);
    const rows = known && command ? [known] : await this.lock(writing, ids);
    const view = this.resolver.view(actor, resource);
    const groups = new Map<string, { changes: Row; befores: Row[] }>();
    for (const before of rows) {
      const seen = command ? before : view.project(before);
      const data = dataFor(before);
      if (typeof data['version'] === 'number' && data['version'] !== before['version']) throw changedMeanwhile(seen);
      const given = readChanges(view, seen, data, access, this.resolver.model.site);
      const changes = this.rules.amended(resource, given, before, back);
      const names = Object.keys(changes);
      if (names.length === 0) continue;
      if (access) refuseUngranted(access, before, writtenBy(resource, changes));
      const key = rows.length > 1 ? JSON.stringify(changes) : '';
      const group = groups.get(key);
      if (group) group.befores.push(before);
      else groups.set(key, { changes, befores: [before] });
    }
    const written = new Map<Json | undefined, Row>();
    for (const { changes, befores } of groups.values()) {
      await this.refuseFaults(writing, [changes], this.rules.faults(resource, changes));
      for (const after of await updateRows(tx, actor.id, resource, befores, changes)) {
        if (access) refuseUngranted(access, after, writtenBy(resource, changes));
        if (known && Number(after['version']) !== Number(known['version']) + 1)
          throw new Error(`${rowKey(resource, known['id'] ?? null)} is not as it was passed.`);
        written.set(after['id'], after);
      }
    }
    const pairs = rows.flatMap((before) => {
      const after = written.get(before['id']);
      return after ? [{ actor, before, after }] : [];
    });
    await this.finish(tx, resource, action, pairs);
    return rows.map((before) => ({ before, after: written.get(before['id']) ?? before }));
  }

  /** `deleted`: the rows deleted so far. References may form a cycle, and each row is deleted once. */
  private async removeRows(writing: Writing, ids: readonly Json[], deleted: Set<string>): Promise<Row[]> {
    const { tx, actor, resource, action = 'delete' } = writing;
    for (const id of ids) deleted.add(rowKey(resource, id));
    const access = grantOf(this.resolver, 'delete', writing);
    await this.locks.beforeDeletion(tx, [resource]);
    const rows = await this.lock(writing, ids);
    if (access && !rows.every((row) => canAccess(access, row))) throw forbidden('You cannot delete this.');
    const following = { tx, actor, command: true };
    const deletion = { resource, ids: rowIds(rows), deleted };
    await releaseReferences(this.resolver.model, tx, deletion, {
      remove: (referring, left) => this.removeRows({ ...following, resource: referring }, left, deleted),
      update: (referring, left, dataFor) => this.updateRows({ ...following, resource: referring }, left, dataFor),
    });
    await deleteRows(tx, actor.id, resource, rowIds(rows));
    const pairs = rows.map((before) => ({ actor, before, after: null }));
    await this.finish(tx, resource, action, pairs);
    return rows;
  }

  /** Restores a soft-deleted row together with everything that was kept with it. `requireTargets` follows, once its targets are restored. */
  async restore(writing: Writing, id: Json): Promise<Row> {
    const { tx, actor, resource, action = 'revert' } = writing;
    const access = grantOf(this.resolver, 'delete', writing);
    if (!resource.config.softDelete) throw notFound(resource);
    await this.locks.beforeWrite(tx, resource);
    const after = await restoreRow(tx, actor.id, resource, id);
    if (!after) throw notFound(resource);
    if (access && !canAccess(access, after)) throw forbidden('You do not have permission to restore this.');
    await this.finish(tx, resource, action, [{ actor, before: null, after }]);
    return after;
  }

  /** Refuses restored rows that refer to rows that do not exist, by field. */
  async requireTargets(tx: Tx, resource: Resource, ids: readonly Json[]): Promise<void> {
    const rows = await lockRows(tx, resource, ids);
    const fields = resource.fields.filter(({ engine }) => !engine);
    refuse(await danglingReferences(this.resolver, { tx, actor: SYSTEM, resource: { fields }, unchecked: true }, rows));
  }

  /**
   * Restores a deleted row with its id. `deleted`: its values and its version, as audited. Values that the writer could
   * not give a new row are restored if only commands write them, otherwise the whole row is refused.
   */
  async putBack(writing: Writing, deleted: Row): Promise<Row> {
    const { tx, actor, resource, action = 'revert' } = writing;
    const access = grantOf(this.resolver, 'create', writing);
    const fields = resource.fields.filter((field) => isWrittenField(field) && field.name in deleted);
    const values = Object.fromEntries(fields.map(({ name }) => [name, deleted[name] ?? null]));
    const given = fields.filter(({ name, readOnly }) => !readOnly && values[name] !== null).map(({ name }) => name);
    if (access && !given.every((name) => canAccessField(access, name))) throw forbidden(NOT_ALL);
    const errors = { ...missingIn(resource, values), ...this.rules.faults(resource, values) };
    await this.refuseFaults({ ...writing, command: true }, [values], errors);
    const after = await insertRow(tx, actor.id, resource, values, { deleted });
    if (access && !(canAccess(access, after) && given.every((name) => canAccessField(access, name, after))))
      throw forbidden(NOT_ALL);
    await this.finish(tx, resource, action, [{ actor, before: null, after }]);
    return after;
  }

  /** The whole row, locked; undefined when there is none. */
  async find(tx: Tx, resource: Resource, id: Json): Promise<Row | undefined> {
    return (await lockRows(tx, resource, [id]))[0];
  }

  /** Locks the rows in the order of ids; all must exist for the caller in the version that the caller has seen. */
  private async lock({ tx, actor, resource, command, version }: Writing, ids: readonly Json[]): Promise<Row[]> {
    const rows = await lockRows(tx, resource, ids);
    const view = command ? null : this.resolver.view(actor, resource);
    if (rows.length < ids.length || (view && !rows.every((row) => view.canRead(row)))) throw notFound(resource);
    for (const row of rows)
      if (version !== undefined && version !== row['version']) throw changedMeanwhile(view?.project(row) ?? row);
    return rows;
  }

  private async refuseFaults(writing: Writing, rows: readonly Row[], errors: FieldErrors = {}): Promise<void> {
    refuse(errors);
    const { tx, resource, command = false } = writing;
    const dangling = await danglingReferences(this.resolver, { ...writing, unchecked: command }, rows);
    const missing: FieldErrors = {};
    for (const changes of rows) Object.assign(missing, await missingFiles(tx, this.resolver, resource, changes));
    refuse({ ...dangling, ...missing });
  }

  private async finish(tx: Tx, resource: Resource, action: AuditAction, pairs: readonly Pair[]): Promise<void> {
    if (pairs.length === 0) return;
    for (const { before, after } of pairs) if (after) refuse(this.resolver.ruleFaults(resource, after, before));
    await this.rules.enforce(
      resource,
      pairs.map((pair) => ({ tx, ...pair })),
    );
    await recordAudit(tx, resource, action, pairs);
    // Its commit invalidates cached responses to visitors.
    if (resource.config.cached) await bumpRevision(tx, `public/${resource.name}`);
  }
}

/** A row that a command creates. */
export interface NewRow {
  actor: Actor;
  data: Row;
}

/** A row before and after a write; null when it does not exist. */
type Pair = { actor: Actor; before: Row | null; after: Row | null };

const NOT_ALL = 'You do not have permission to write all of its fields.';
function refuse(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
