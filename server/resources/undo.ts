import type { Actor } from '../../domain/declarations/actor.ts';
import { sameJson, type Json } from '../../domain/values/json.ts';
import { isWrittenField } from '../../domain/declarations/fields.ts';
import type { Field, Resource, Row } from '../../domain/declarations/model.ts';
import { canAccess, canAccessField } from '../declarations/permission.ts';
import type { RowChange } from '../../domain/calls/row-parts.ts';
import type { Tx } from '../platform/database.ts';
import { compareTables } from '../platform/locks.ts';
import { ProblemError } from '../platform/problem.ts';
import { lastWrites, writesWith, type RecordedWrite } from './audit.ts';
import { explainFault } from './database-faults.ts';
import type { AccessResolver } from './access-resolver.ts';
import type { Action, Command } from './command-registry.ts';
import { referrersTo, restrictedBy } from './references.ts';
import { conflict, forbidden, movedOn, notFound, ungranted } from './refusals.ts';
import { parseId, type Id } from './row-reader.ts';
import { rowKey } from './row-sets.ts';
import type { RowOf } from './typed-rows.ts';
import type { Writer, WriteOptions } from './writer.ts';

/** A row whose last writes, newest first, are undone: as it is now, or as it was when it was deleted. */
interface RevertedRow {
  resource: Resource;
  id: Id;
  row: Row;
  last: RecordedWrite;
  first: RecordedWrite;
  writes: readonly RecordedWrite[];
}

interface Reverted {
  /** Rows that are reverted by themselves, as "resource/id". */
  named: ReadonlySet<string>;
  /** Rows that were soft-deleted. */
  restored: Map<Resource, Json[]>;
}

const REVERT = { action: 'revert' } as const;

/**
 * Undoes writes by new ones: each row returns to its state before the earliest of its versions named. Only the last
 * writes to a row can be undone, and only by their author, or by people who can read in the history all that they
 * wrote.
 */
export class Undo {
  private readonly resolver: AccessResolver;
  private readonly writer: Writer;

  constructor(resolver: AccessResolver, writer: Writer) {
    this.resolver = resolver;
    this.writer = writer;
  }

  /** All or none. Returns the writes made, which can be undone in turn. */
  async undo(tx: Tx, actor: Actor, changes: readonly RowChange[]): Promise<RowChange[]> {
    const undone: RevertedRow[] = [];
    const rows = this.byRow(changes);
    await this.writer.locks.beforeDeletion(
      tx,
      rows.map(({ resource }) => resource),
    );
    for (const [resource, changed] of Map.groupBy(rows, (row) => row.resource))
      await this.resolver.commands.lockBeforeUndo(
        tx,
        resource,
        changed.map(({ id }) => id),
      );
    for (const { resource, id, versions } of rows)
      undone.push(await this.lastWritesTo(tx, actor, resource, id, versions));
    // Latest first: a row is restored before those that refer to it.
    undone.sort((a, b) => b.last.id - a.last.id);
    const reverted: Reverted = {
      named: new Set(undone.map(({ resource, id }) => rowKey(resource, id))),
      restored: new Map(),
    };
    const made: RowChange[] = [];
    for (const row of undone) {
      const version = await inUndo(row.resource, () => this.revertWrites(tx, actor, row, reverted));
      if (version !== null) made.push({ resource: row.resource.name, id: row.id, version });
    }
    for (const [resource, ids] of reverted.restored)
      await inUndo(resource, () => this.writer.requireTargets(tx, resource, ids));
    return made;
  }

  /** In the order of locks: by resource, then by id as bulk writes. */
  private byRow(changes: readonly RowChange[]): { resource: Resource; id: Id; versions: Set<number> }[] {
    const rows = new Map<string, { resource: Resource; id: Id; versions: Set<number> }>();
    for (const change of changes) {
      const resource = this.resolver.resource(change.resource);
      if (resource.config.internal) throw notFound(null);
      const id = parseId(resource, change.id);
      const row = rows.get(rowKey(resource, id)) ?? { resource, id, versions: new Set() };
      row.versions.add(change.version);
      rows.set(rowKey(resource, id), row);
    }
    return [...rows.values()].toSorted(
      (a, b) => compareTables(a.resource.name, b.resource.name) || (a.id < b.id ? -1 : 1),
    );
  }

  /** The writes named, if they are the last to a row that the caller may see. */
  private async lastWritesTo(
    tx: Tx,
    actor: Actor,
    resource: Resource,
    id: Id,
    versions: ReadonlySet<number>,
  ): Promise<RevertedRow> {
    const view = this.resolver.view(actor, resource);
    if (!canAccess(view.access)) throw ungranted(actor, `You do not have access to ${resource.config.label}.`);
    const writes = await lastWrites(tx, resource, String(id), versions.size);
    const last = writes[0];
    const first = writes.at(-1);
    const row = last?.after ? await this.writer.find(tx, resource, id) : last && deletedRow(id, last);
    if (!last || !first || !row || !view.canRead(row)) throw notFound(resource);
    const areLast = writes.length === versions.size && writes.every(({ version }) => versions.has(version));
    if (!areLast || (last.after && row['version'] !== last.version))
      throw movedOn(last.after ? view.project(row) : null);
    const undone = { resource, id, row, last, first, writes };
    this.refuseForeign(actor, undone);
    return undone;
  }

  private refuseForeign(actor: Actor, { resource, row, writes }: RevertedRow): void {
    const foreign = actor.system ? [] : writes.filter(({ actorId }) => actorId === null || actorId !== actor.id);
    const access = this.resolver.access(actor, resource, 'history');
    const names = foreign.flatMap(({ before, after }) => Object.keys(after ?? before ?? {}));
    if (names.length > 0 && !(canAccess(access, row) && names.every((name) => canAccessField(access, name, row))))
      throw forbidden('Someone else made this change. You cannot undo it.');
  }

  /** The resulting version of the row; null if nothing is to be done. */
  private async revertWrites(
    tx: Tx,
    actor: Actor,
    { resource, id, row, last, first, writes }: RevertedRow,
    reverted: Reverted,
  ): Promise<number | null> {
    const values: Row = Object.assign({}, ...writes.map(({ before }) => before)) as Row;
    const data = pick(values, revertibleFields(resource));
    const writing = { tx, actor, resource, ...REVERT };
    const actions = this.undoableActions(actor, writes);
    const isOfCommand = actions !== null;
    if (last.after && first.before) {
      const command = actions?.find((action) => action.resource === resource)?.command;
      return rowVersion(await this.restoreValues(writing, row, data, { isOfCommand, command }));
    }
    const optionsFor = (written: Row): WriteOptions =>
      isOfCommand ? { ...REVERT, command: true } : this.optionsFor(actor, resource, written);
    if (last.after) return this.removeCreated({ ...writing, ...optionsFor(row) }, id);
    if (!first.before) return null;
    const deletedValues = { ...row, ...values };
    const deleted = { resource, deletedValues, deletion: last };
    const back = await this.restoreRow(tx, actor, deleted, optionsFor(deletedValues), reverted);
    const earlier = writes.length > 1 ? await this.writer.update(writing, id, data) : back;
    return rowVersion(earlier);
  }

  /** Gives a row the values that it had. */
  private async restoreValues(
    writing: { tx: Tx; actor: Actor; resource: Resource; action: 'revert' },
    row: Row,
    data: Row,
    { isOfCommand, command }: { isOfCommand: boolean; command: Command | undefined },
  ): Promise<Row> {
    const { tx, actor, resource } = writing;
    const id = row['id'] as Id;
    const { undo: { fields: commanded = [] } = {} } = resource.config;
    // Fields that the change left alone remain, whatever would follow from the others.
    const back = Object.fromEntries(commanded.map((name) => [name, (name in data ? data : row)[name] ?? null]));
    if (command?.revert) return command.revert({ tx, actor, row: row as RowOf<string>, before: data });
    if (isOfCommand) return this.writer.update({ ...writing, command: true, back: { ...back, ...data } }, id, data);
    const fixed = revertibleFields(resource).flatMap(({ name, readOnly }) => (readOnly && name in data ? name : []));
    const written = Object.keys(data).filter((name) => !fixed.includes(name));
    const access = this.resolver.access(actor, resource, 'update');
    if (!written.every((name) => canAccessField(access, name, row)))
      throw forbidden('You do not have permission to write all fields of this change.');
    const given = Object.fromEntries(written.map((name) => [name, data[name] ?? null]));
    const after = await this.writer.update(commanded.length > 0 ? { ...writing, back } : writing, id, given);
    // Derived values were restored with their fields; anything else was written by a command.
    if (!fixed.every((name) => sameJson(after[name], data[name])))
      throw forbidden('This change can only be undone where it was made.');
    return after;
  }

  private async removeCreated(writing: Parameters<Writer['remove']>[0], id: Id): Promise<number | null> {
    const { tx, resource } = writing;
    // Undoing another row may have deleted it by a rule.
    if (!(await this.writer.find(tx, resource, id))) return null;
    const referrers = referrersTo(this.resolver.model, resource).map((one) => ({
      ...one,
      onDelete: 'restrict' as const,
    }));
    const used = await restrictedBy(tx, referrers, [id], true);
    if (used) throw conflict(`It is already in use (${used}).`);
    return rowVersion(await this.writer.remove(writing, id)) + 1;
  }

  /** The actions of these writes, if all declare an undo, and their author may still run them; otherwise null. */
  private undoableActions(actor: Actor, writes: readonly RecordedWrite[]): Action[] | null {
    const actions = writes.flatMap(({ command, actorId }) => {
      const [name = '', action = ''] = command?.split('.') ?? [];
      const resource = this.resolver.model.resources.get(name);
      const permitted = resource && actorId === actor.id ? this.resolver.permittedActions(actor, resource) : [];
      return permitted.find(({ declaration }) => declaration.name === action && declaration.undo) ?? [];
    });
    return actions.length === writes.length ? actions : null;
  }

  /** People who can create rows by a command can undo that, if the resource allows it. */
  private optionsFor(actor: Actor, resource: Resource, row: Row): WriteOptions {
    if (resource.config.undo?.rows !== true) return REVERT;
    if (!canAccess(this.resolver.access(actor, resource, 'create'), row))
      throw forbidden('You do not have permission to undo this.');
    return { ...REVERT, command: true };
  }

  /** Restores a deleted row with what its deletion affected: rows deleted with it, and references to it. */
  private async restoreRow(
    tx: Tx,
    actor: Actor,
    { resource, deletedValues, deletion }: { resource: Resource; deletedValues: Row; deletion: RecordedWrite },
    options: WriteOptions,
    reverted: Reverted,
  ): Promise<Row> {
    const { id = null } = deletedValues;
    const { named, restored } = reverted;
    const { softDelete } = resource.config;
    if (softDelete) restored.set(resource, [...(restored.get(resource) ?? []), id]);
    const back = softDelete
      ? await this.writer.restore({ tx, actor, resource, ...options }, id)
      : await this.writer.putBack({ tx, actor, resource, ...options }, deletedValues);
    const along: { resource: Resource; field: Field; write: RecordedWrite }[] = [];
    for (const referrer of referrersTo(this.resolver.model, resource)) {
      // Rows that only commands write were not deleted for this alone: a revoked link remains so.
      if (referrer.onDelete === 'restrict' || !referrer.resource.config.writes.create) continue;
      for (const write of await writesWith(tx, deletion, referrer, id))
        if (!named.has(rowKey(referrer.resource, parseId(referrer.resource, write.recordId))))
          along.push({ ...referrer, write });
    }
    for (const one of along.toSorted((a, b) => b.write.id - a.write.id))
      await this.restoreDependents(tx, actor, one, reverted);
    return back;
  }

  /** Skips rows written since. */
  private async restoreDependents(
    tx: Tx,
    actor: Actor,
    { resource, field: { name }, write }: { resource: Resource; field: Field; write: RecordedWrite },
    reverted: Reverted,
  ): Promise<void> {
    const command = { ...REVERT, command: true };
    const id = parseId(resource, write.recordId);
    if (!write.after) {
      const [last] = await lastWrites(tx, resource, write.recordId, 1);
      const deleted = { resource, deletedValues: deletedRow(id, write), deletion: write };
      if (last?.id === write.id) await this.restoreRow(tx, actor, deleted, command, reverted);
      return;
    }
    const row = await this.writer.find(tx, resource, id);
    if (row && sameJson(row[name], write.after[name]))
      await this.writer.update({ tx, actor, resource, ...command }, id, { [name]: write.before?.[name] ?? null });
  }
}

function deletedRow(id: Id, { before, version }: RecordedWrite): Row {
  return { ...before, id, version };
}

function revertibleFields({ fields }: Resource): Field[] {
  return fields.filter(isWrittenField);
}

function pick(row: Row, fields: readonly Field[]): Row {
  return Object.fromEntries(fields.flatMap(({ name }) => (name in row ? [[name, row[name] ?? null]] : [])));
}

function rowVersion(row: Row): number {
  return Number(row['version']);
}

async function inUndo<T>(resource: Resource, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw notUndone(explainFault(error, resource), resource);
  }
}

/** Refuses the row's former values, in words about the undo. */
function notUndone(error: unknown, { fields }: Resource): unknown {
  if (!(error instanceof ProblemError) || ![400, 409].includes(error.problem.status)) return error;
  const errors = Object.entries(error.problem.errors ?? {}).map(([name, message]) => [name, String(message)] as const);
  const fieldTitle = (name: string): string => fields.find((field) => field.name === name)?.title ?? name;
  const why = errors.map(([name, message]) => `${fieldTitle(name)}: ${message}.`).join(' ') || error.problem.detail;
  return conflict(`This can no longer be undone. ${why}`, Object.fromEntries(errors));
}
