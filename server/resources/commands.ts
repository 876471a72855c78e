import type { ActionAnswer, ActionPlan, PlanNote } from '../../domain/calls/action-parts.ts';
import type { RowChange } from '../../domain/calls/row-parts.ts';
import type { AvailableActions } from '../../domain/calls/rows.ts';
import { actionText, type ActionDeclaration } from '../../domain/declarations/actions.ts';
import type { Actor } from '../../domain/declarations/actor.ts';
import { isView } from '../../domain/declarations/fields.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { canAccess } from '../declarations/permission.ts';
import { isForOne } from '../declarations/actions.ts';
import type { Tx } from '../platform/database.ts';
import { once } from '../platform/idempotency.ts';
import type { AccessResolver } from './access-resolver.ts';
import { ActionRows, commandRows, idsIn } from './action-rows.ts';
import { ActionTexts } from './action-texts.ts';
import { asksBefore, type Action, type CommandRows } from './command-registry.ts';
import { plannedInputs, readIds, readInputs, requireInputs, withoutSecrets } from './command-inputs.ts';
import { commandTrace } from './command-trace.ts';
import { explainFault } from './database-faults.ts';
import type { RowSource } from './names.ts';
import { danglingReferences } from './references.ts';
import { badRequest, effectChanged, effectUnseen, invalid, notFound, ungranted } from './refusals.ts';
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
  private readonly rows: ActionRows;

  constructor(engine: Source, reader: RowReader, locks: WriteLocks) {
    this.engine = engine;
    this.resolver = engine.resolver;
    this.reader = reader;
    this.locks = locks;
    this.rows = new ActionRows(engine);
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
        const { open } = await this.rows.split(action, { ...commandRows(tx, actor, action, allowed), memo });
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
      const open = await this.rows.open(tx, actor, action, { rows, ids: requested, values });
      const texts = new ActionTexts(this.engine, actor, action, open);
      const { label, confirm: { typed, button = label } = {} } = declaration;
      const call = { ...commandRows(tx, actor, action, open), ids: requested, inputs: values };
      const notes = decisiveNotes([...(await texts.notes()), ...((await command.notes?.(call)) ?? [])]);
      const inputs = (await command.inputsFor?.(call)) ?? null;
      const hasInputs = inputs === null ? action.schema !== null : Object.keys(inputs).length > 0;
      const items = await command.items?.(call);
      const effect = (await command.effect?.(call)) ?? null;
      return {
        ids: idsIn(open).filter((id) => requested.includes(id)),
        title:
          (notes.some(isRefusal) ? null : await command.title?.(call)) ?? (await declaredTitle(texts, declaration)),
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
        const call = { ...commandRows(tx, actor, action, open), ids, inputs: values };
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
    return this.rows.open(tx, actor, action, { rows, ids: read, seen, values });
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
  const refusals = notes.filter(isRefusal);
  const warnings = notes.filter((note) => typeof note !== 'string' && note.tone === 'warning');
  return refusals.length > 0 ? refusals : [...warnings, ...notes.filter((note) => !warnings.includes(note))];
}

async function declaredTitle(texts: ActionTexts, { label, confirm }: ActionDeclaration): Promise<string> {
  return confirm?.title === undefined ? `${await texts.write(label)}?` : texts.write(confirm.title);
}

function isRefusal(note: PlanNote): boolean {
  return typeof note !== 'string' && note.tone === 'refusal';
}

const NO_EFFECT = '0';

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
