import type { Actor } from '../../domain/declarations/actor.ts';
import { holds, resolveVariables } from '../../domain/declarations/condition.ts';
import type { Resource, Row } from '../../domain/declarations/model.ts';
import { canAccess } from '../declarations/permission.ts';
import type { Tx } from '../platform/database.ts';
import type { AccessResolver } from './access-resolver.ts';
import { ActionTexts } from './action-texts.ts';
import type { Action, CommandRows } from './command-registry.ts';
import { Names, type RowSource } from './names.ts';
import { notFound, refuseRows } from './refusals.ts';
import type { Id } from './row-reader.ts';

const NOT_NOW = 'It has changed, so this is no longer possible.';
const MOST_NAMED = 5;

/** The rows on which an action can be run, and why it is refused for the others. */
export class ActionRows {
  private readonly source: RowSource;
  private readonly resolver: AccessResolver;

  constructor(source: RowSource) {
    this.source = source;
    this.resolver = source.resolver;
  }

  /** Those rows with which the action can be run. 404 unless the caller may see all of them and run it on them. */
  async open(
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
    const call = { ...commandRows(tx, actor, action, allowed), ids, inputs: values };
    const { open, refused: left } = await this.split(action, call, seen);
    const refused = new Map([...left].filter(([id]) => ids.includes(id)));
    const isSkipping = declaration.others === 'skip' && open.length > 0;
    if (refused.size > 0 && !isSkipping) throw await this.refusal(actor, resource, rows, refused);
    return open;
  }

  async split(action: Action, call: CommandRows, seen: Row = {}): Promise<{ open: Row[]; refused: Map<Id, string> }> {
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
      const value = field.engine || (await new ActionTexts(this.source, actor, action, [row]).write(`{${field.name}}`));
      refused.set(
        row['id'] as Id,
        value === true ? 'It has changed since you opened it.' : `It has changed: ${field.title} is "${value}" now.`,
      );
    }
    return refused;
  }

  private async refusal(actor: Actor, resource: Resource, rows: readonly Row[], refused: ReadonlyMap<Id, string>) {
    const view = this.resolver.view(actor, resource);
    const named = rows.filter(({ id }) => refused.has(id as Id)).slice(0, MOST_NAMED);
    const names = await new Names(this.source, actor).titles(
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
}

/** What the command of an action gets about these rows. */
export function commandRows(tx: Tx, actor: Actor, { resource, declaration }: Action, rows: Row[]): CommandRows {
  return { tx, actor, resource, rows, options: declaration.options, ids: idsIn(rows), inputs: {}, memo: new Map() };
}

export function idsIn(rows: readonly Row[]): Id[] {
  return rows.map(({ id }) => id as Id);
}
