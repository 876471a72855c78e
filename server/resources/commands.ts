import type { ActionAnswer, ActionPlan, PlanNote } from '../../domain/calls/action-parts.ts';
import type { RowChange } from '../../domain/calls/row-parts.ts';
import type { AvailableActions } from '../../domain/calls/rows.ts';
import { actionText } from '../../domain/declarations/actions.ts';
import type { Actor } from '../../domain/declarations/actor.ts';
import { holds, resolveVariables } from '../../domain/declarations/condition.ts';
import { isView } from '../../domain/declarations/fields.ts';
import type { Resource, Row } from '../../domain/declarations/model.ts';
import { canAccess } from '../declarations/permission.ts';
import { isForOne } from '../declarations/actions.ts';
import type { Tx } from '../platform/database.ts';
import { once } from '../platform/idempotency.ts';
import type { AccessResolver } from './access-resolver.ts';
import { ActionTexts } from './action-texts.ts';
import { asksBefore, type Action, type CommandRows } from './command-registry.ts';
import { plannedInputs, readIds, readInputs, requireInputs, withoutSecrets } from './command-inputs.ts';
import { commandTrace } from './command-trace.ts';
import { explainFault } from './database-faults.ts';
import { Names, type RowSource } from './names.ts';
import { danglingReferences } from './references.ts';
import { badRequest, effectChanged, effectUnseen, invalid, notFound, refuseRows, ungranted } from './refusals.ts';
import type { Id, RowReader } from './row-reader.ts';
import type { WriteLocks } from './write-locks.ts';

interface Source extends RowSource {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

interface RunGiven {
  ids: readonly Id[];
  inputs?: Row;
  seen?: Row;
  typed?: string | undefined;
  /** That of the question. */
  effect?: string | undefined;
  key?: string | undefined;
}

export class Commands {
  private readonly engine: Source;
  private readonly resolver: AccessResolver;
  private readonly reader: RowReader;
  private readonly locks: WriteLocks;

  constructor(engine: Source, reader: RowReader, locks: WriteLocks) {
    this.engine = engine;
    this.resolver = engine.resolver;
    this.reader = reader;
    this.locks = locks;
  }

  /** By action: the ids of those records on which the caller can run it now. */
  available(actor: Actor, name: string, ids: readonly Id[]): Promise<AvailableActions> {
    const { resource } = this.reader.readable(actor, name);
    return this.engine.transaction(async (tx) => {
      const view = this.resolver.view(actor, resource);
      const rows = (await this.reader.whole(tx, resource, readIds(resource, ids))).filter((row) => view.canRead(row));
      const memo: CommandRows['memo'] = new Map();
      const found: [string, Id[]][] = [];
      for (const action of this.resolver.permittedActions(actor, resource)) {
        const access = this.resolver.access(actor, resource, action.declaration.permission);
        const allowed = rows.filter((row) => canAccess(access, row));
        const { open } = await this.split(action, { ...this.call(tx, actor, action, allowed), memo });
        found.push([action.declaration.name, idsIn(open)]);
      }
      return Object.fromEntries(found);
    });
  }

  /** The question before the action, for those inputs on which it depends. */
  plan(
    actor: Actor,
    name: string,
    actionName: string,
    { ids, inputs: given = {} }: { ids: readonly Id[]; inputs?: Row | undefined },
  ): Promise<ActionPlan> {
    const action = this.find(actor, name, actionName, ids);
    const { resource, command, declaration } = action;
    const values = plannedInputs(action, given);
    return this.engine.transaction(async (tx) => {
      const requested = readIds(resource, ids);
      const rows = await this.reader.whole(tx, resource, await rowsTaken(tx, action, requested, values));
      const open = await this.openRows(tx, actor, action, { rows, ids: requested, values });
      const texts = new ActionTexts(this.engine, actor, action, open);
      const { label, confirm: { title, typed, button = label } = {} } = declaration;
      const call = { ...this.call(tx, actor, action, open), ids: requested, inputs: values };
      const notes = decisiveNotes([...(await texts.notes()), ...((await command.notes?.(call)) ?? [])]);
      const inputs = (await command.inputsFor?.(call)) ?? null;
      const hasInputs = inputs === null ? action.schema !== null : Object.keys(inputs).length > 0;
      const items = await command.items?.(call);
      const effect = (await command.effect?.(call)) ?? null;
      const written = title === undefined ? `${await texts.write(label)}?` : await texts.write(title);
      return {
        ids: idsIn(open).filter((id) => requested.includes(id)),
        title: (await command.title?.(call)) ?? written,
        notes,
        ...(items && { items }),
        ...(effect !== null && { effect }),
        button: await texts.write(button),
        asks: command.inputsFor
          ? hasInputs || notes.length > 0 || declaration.tone === 'danger'
          : asksBefore(action, hasInputs),
        inputs,
        ...(typed === undefined ? {} : { typed: await texts.write(typed) }),
      };
    });
  }

  /** Runs the action on all rows or on none, once per person and key. */
  async run(actor: Actor, name: string, actionName: string, given: RunGiven): Promise<ActionAnswer> {
    const { ids, inputs = {}, seen = {}, typed, effect, key } = given;
    const action = this.find(actor, name, actionName, ids);
    const { resource, declaration } = action;
    const values = readInputs(action, inputs);
    const { retry = (run) => run() } = action.command;
    // Not stored for repeated calls: it can be a secret.
    let shown: ActionAnswer['shown'];
    const inTransaction = (tx: Tx) => {
      const work = async (): Promise<Omit<ActionAnswer, 'shown'>> => {
        const open = await this.lockRows(tx, actor, action, { ids, seen, values });
        const call = { ...this.call(tx, actor, action, open), ids, inputs: values };
        await requireInputs(call, action, values);
        await this.requireReferences(tx, actor, action, values);
        await requireEffect(call, action, effect);
        const texts = new ActionTexts(this.engine, actor, action, open);
        await requireTyped(texts, action, typed);
        const trace = commandTrace(tx);
        trace.command = `${name}.${declaration.name}`;
        try {
          // Written before the command, which may delete the record.
          const done = declaration.done === undefined ? null : await texts.write(declaration.done);
          const about = declaration.result && {
            title: await texts.write(declaration.result.title),
            text: await texts.write(declaration.result.text),
          };
          const result = (await action.command.run(call)) ?? null;
          if (about && result !== null) shown = { ...about, value: String(result) };
          return {
            ids: idsIn(open),
            done,
            changes: undoableChanges(action, open, trace.changes),
            result: about ? null : result,
          };
        } catch (error) {
          throw explainFault(error, resource);
        } finally {
          trace.command = null;
        }
      };
      const call = { scope: `${name}.${declaration.name}`, key, body: { ids, inputs: withoutSecrets(action, inputs) } };
      return actor.id === null ? work() : once(tx, { ...call, userId: actor.id }, work);
    };
    const answer = await retry(() => this.engine.transaction(inTransaction));
    return shown ? { ...answer, shown } : answer;
  }

  private async lockRows(
    tx: Tx,
    actor: Actor,
    action: Action,
    { ids, seen, values }: { ids: readonly Id[]; seen: Row; values: Row },
  ): Promise<Row[]> {
    const { resource } = action;
    const read = readIds(resource, ids);
    await action.command.lock?.(tx, read, values, resource);
    await this.locks.beforeDeletion(tx, [resource]);
    const taken = await rowsTaken(tx, action, read, values);
    // The rows of a view are locked by their command.
    const rows = isView(resource)
      ? await this.reader.whole(tx, resource, taken)
      : await this.reader.lock(tx, resource.name, taken);
    return this.openRows(tx, actor, action, { rows, ids: read, seen, values });
  }

  private find(actor: Actor, name: string, actionName: string, ids: readonly Id[]): Action {
    const { resource } = this.reader.readable(actor, name);
    const action = this.resolver.commands
      .actionsOf(resource)
      .find(({ declaration }) => declaration.name === actionName);
    if (!action) throw notFound(null);
    if (!canAccess(this.resolver.access(actor, resource, action.declaration.permission)))
      throw ungranted(actor, `You cannot do this with ${resource.config.label}.`);
    if (isForOne(action.declaration) && ids.length > 1)
      throw badRequest('You can do this with only one record at a time.');
    return action;
  }

  /** Those rows with which the action can be run. 404 unless the caller may see all of them and run it on them. */
  private async openRows(
    tx: Tx,
    actor: Actor,
    action: Action,
    { rows, ids, seen = {}, values }: { rows: readonly Row[]; ids: readonly Id[]; seen?: Row; values: Row },
  ): Promise<Row[]> {
    const { resource, declaration } = action;
    const access = this.resolver.access(actor, resource, declaration.permission);
    const view = this.resolver.view(actor, resource);
    const isAllowed = (row: Row): boolean => view.canRead(row) && canAccess(access, row);
    const isRequested = (row: Row): boolean => ids.includes(row['id'] as Id);
    const requested = rows.filter(isRequested);
    if (requested.length < ids.length || !requested.every(isAllowed)) throw notFound(resource);
    const allowed = rows.filter(isAllowed);
    const call = { ...this.call(tx, actor, action, allowed), ids, inputs: values };
    const { open, refused: left } = await this.split(action, call, seen);
    const refused = new Map([...left].filter(([id]) => ids.includes(id)));
    const isSkipping = declaration.others === 'skip' && open.length > 0;
    if (refused.size > 0 && !isSkipping) throw await this.refusal(actor, resource, rows, refused);
    return open;
  }

  private async split(
    action: Action,
    call: CommandRows,
    seen: Row = {},
  ): Promise<{ open: Row[]; refused: Map<Id, string> }> {
    const { actor, rows } = call;
    const when = resolveVariables(action.when, this.resolver.variables(actor));
    const changed = await this.changedSince(action, call, seen);
    const fitting = rows.filter((row) => holds(when, row) && !changed.has(row['id'] as Id));
    const refusedByCommand = fitting.length > 0 ? await action.command.refusals?.({ ...call, rows: fitting }) : [];
    const refusals = new Map([...changed, ...(refusedByCommand ?? [])]);
    const open = fitting.filter(({ id }) => !refusals.has(id as Id));
    const refused = rows
      .filter((row) => !open.includes(row))
      .map(({ id }): [Id, string] => [id as Id, refusals.get(id as Id) ?? action.declaration.refusal ?? NOT_NOW]);
    return { open, refused: new Map(refused) };
  }

  /** Refusals by id, of rows in which the action's field is no longer what the caller has seen. */
  private async changedSince(action: Action, { actor, rows }: CommandRows, seen: Row): Promise<Map<Id, string>> {
    const { unchanged: field } = action;
    const refused = new Map<Id, string>();
    if (!field) return refused;
    for (const row of rows) {
      const before = seen[String(row['id'])];
      if (before === undefined || before === (row[field.name] ?? null)) continue;
      const value = field.engine || (await new ActionTexts(this.engine, actor, action, [row]).write(`{${field.name}}`));
      refused.set(
        row['id'] as Id,
        value === true ? 'It has changed since you opened it.' : `It has changed: ${field.title} is "${value}" now.`,
      );
    }
    return refused;
  }

  private call(tx: Tx, actor: Actor, { resource, declaration }: Action, rows: Row[]): CommandRows {
    return { tx, actor, resource, rows, options: declaration.options, ids: idsIn(rows), inputs: {}, memo: new Map() };
  }

  private async refusal(actor: Actor, resource: Resource, rows: readonly Row[], refused: ReadonlyMap<Id, string>) {
    const view = this.resolver.view(actor, resource);
    const named = rows.filter(({ id }) => refused.has(id as Id)).slice(0, MOST_NAMED);
    const names = await new Names(this.engine, actor).titles(
      resource,
      named.map((row) => view.project(row)),
    );
    const messages = named.map(({ id }, index) => ({
      id: id as Id,
      name: names[index] ?? String(id),
      message: refused.get(id as Id) ?? NOT_NOW,
    }));
    return refuseRows(messages, { refused: refused.size, of: rows.length });
  }

  private async requireReferences(tx: Tx, actor: Actor, { fields }: Action, values: Row): Promise<void> {
    const errors = await danglingReferences(this.resolver, { tx, actor, resource: { fields } }, [values]);
    if (Object.keys(errors).length > 0) throw invalid(errors);
  }
}

/** The writes that an undo names: of a command with rules of its own for that, those of its rows alone. */
function undoableChanges({ declaration, command, resource }: Action, rows: readonly Row[], changes: RowChange[]) {
  if (!declaration.undo) return [];
  if (command.undoes) return changes.filter((change) => command.undoes?.includes(change.resource));
  return command.revert || declaration.undo === 'rows'
    ? changes.filter((change) => change.resource === resource.name && rows.some(({ id }) => id === change.id))
    : changes;
}

/** Warnings first. Refusals stand alone, as nothing follows from an action that cannot be run. */
function decisiveNotes(notes: readonly PlanNote[]): PlanNote[] {
  const toned = (tone: string) => notes.filter((note) => typeof note !== 'string' && note.tone === tone);
  const [refusals, warnings] = [toned('refusal'), toned('warning')];
  return refusals.length > 0 ? refusals : [...warnings, ...notes.filter((note) => !warnings.includes(note))];
}

const NO_EFFECT = '0';
const NOT_NOW = 'It has changed, so this is no longer possible.';
const MOST_NAMED = 5;

async function requireTyped(texts: ActionTexts, { declaration }: Action, typed = ''): Promise<void> {
  const { typed: text } = declaration.confirm ?? {};
  if (text === undefined) return;
  const expected = await texts.write(text);
  if (typed.trim() !== expected.trim()) throw invalid({ typed: `Type it exactly as shown: ${expected}` });
}

/** A caller that names no effect has seen none. */
async function requireEffect(
  call: CommandRows,
  { command, declaration }: Action,
  seen: string | undefined,
): Promise<void> {
  if (!command.effect) return;
  const effect = await command.effect(call);
  if (seen !== undefined && effect !== seen) throw effectChanged();
  if (seen === undefined && effect !== null && effect !== NO_EFFECT)
    throw effectUnseen(actionText(declaration.label, call.rows.length));
}

async function rowsTaken(tx: Tx, { command }: Action, ids: readonly Id[], inputs: Row): Promise<Id[]> {
  const more = (await command.rowsFor?.(tx, ids, inputs)) ?? [];
  return [...new Set([...ids, ...more])];
}

function idsIn(rows: readonly Row[]): Id[] {
  return rows.map(({ id }) => id as Id);
}
