import type { InputsForRows, PlanItems, PlanNote } from '../../domain/calls/action-parts.ts';
import type { ActionDeclaration } from '../../domain/declarations/actions.ts';
import type { Actor } from '../../domain/declarations/actor.ts';
import { ALWAYS, parseRule, type RuleCondition } from '../../domain/declarations/condition.ts';
import { declaredFields } from '../../domain/declarations/fields.ts';
import { KINDS } from '../../domain/declarations/kinds.ts';
import type { Field, Resource, Row } from '../../domain/declarations/model.ts';
import type { PropertySchema, ResourceSchema } from '../../domain/declarations/schemas.ts';
import type { Json } from '../../domain/values/json.ts';
import { didYouMean, reporter, type Fault, type Report } from '../declarations/faults.ts';
import type { Tx } from '../platform/database.ts';
import type { RowOf } from './typed-rows.ts';

/** Rows that the caller can see, whole and ordered by id, for which permission and condition hold. */
export interface CommandRows<N extends string = string> {
  tx: Tx;
  actor: Actor;
  resource: Resource;
  rows: RowOf<N>[];
  options: Readonly<Record<string, Json>>;
  /** Those for which it was requested: `rowsFor` adds others. */
  ids: readonly (string | number)[];
  /** Of a question: those that the command names in `planned`. */
  inputs: Row;
  /** What commands have read of these rows, for the next of the actions that are requested together. */
  memo: Map<string, unknown>;
}

/** `rows` are locked until the transaction ends. */
export interface CommandCall<N extends string = string> extends CommandRows<N> {
  /** All, valid by the command's schema; references lead to rows that the caller may see. */
  inputs: Row;
}

/** A row, and the values that it had before. */
export interface RevertedChange<N extends string = string> {
  tx: Tx;
  actor: Actor;
  row: RowOf<N>;
  before: Partial<RowOf<N>>;
}

export interface CommandInputs {
  required?: string[];
  properties: Record<string, PropertySchema>;
}

/**
 * A change of rows with rules, offered by actions of config/resources. It runs in one transaction, all rows or none.
 */
export interface Command<N extends string = string> {
  /** The resource whose rows it takes. Default: any. */
  resource?: N;
  /** The caller's inputs; for a generic command, as the action uses it. */
  inputs?: CommandInputs | ((resource: Resource, action: ActionDeclaration) => CommandInputs);
  check?: (resource: Resource, action: ActionDeclaration, report: Report) => void;
  /** Messages by id for rows with which it cannot be run, beyond the condition of the action. */
  refusals?: (rows: CommandRows<N>) => Promise<ReadonlyMap<string | number, string>>;
  /** The inputs that these rows take, where that depends on them. The dialog shows no others. */
  inputsFor?: (rows: CommandRows<N>) => Promise<InputsForRows>;
  /** Inputs on which rows and question depend: the dialog requests it again with them. */
  planned?: readonly string[];
  /** Ids of the rows that it takes beyond those that are requested. Rows with which it cannot be run are left out. */
  rowsFor?: (tx: Tx, ids: readonly (string | number)[], inputs: Row) => Promise<(string | number)[]>;
  /** A field, unless the action names another: rows in which it is no longer what the caller has seen are refused. */
  unchanged?: string;
  /** The title of the question, where it is not that of the action. */
  title?: (rows: CommandRows<N>) => Promise<string | null>;
  /** Further notes of the question. */
  notes?: (rows: CommandRows<N>) => Promise<PlanNote[]>;
  /**
   * What follows beyond the rows, such as "1500": a run is refused with 409 `action.effect-changed` where it is no longer what the question
   * has shown, or where the caller names none. Null or "0": nothing follows.
   */
  effect?: (rows: CommandRows<N>) => Promise<string | null>;
  /** What it would write, one by one, for the caller to look at and to leave out. */
  items?: (rows: CommandRows<N>) => Promise<PlanItems>;
  /** What the console reads again afterwards, beside its resource. */
  refreshes?: 'everything';
  /** Takes locks that precede those of the rows (`LOCK_ORDER`), also before an undo. */
  lock?: (tx: Tx, ids: readonly (string | number)[], inputs: Row, resource: Resource) => Promise<unknown>;
  /** Runs the transaction, and again where that is worth it. */
  retry?: <T>(work: () => Promise<T>) => Promise<T>;
  /** The resources whose writes an undo reverts. Default: all that it wrote. */
  undoes?: readonly string[];
  /** Undoes a change of a row by the command's own rules. Default: its fields get the values that they had. */
  revert?: (change: RevertedChange<N>) => Promise<RowOf<N>>;
  /** Writes through the engine, with `tx` and `command: true`. Its result is sent to the caller. */
  run: (call: CommandCall<N>) => Promise<Json | void>;
}

export interface Action {
  declaration: ActionDeclaration;
  resource: Resource;
  command: Command;
  when: RuleCondition;
  /** A field: rows in which it is no longer what the caller has seen are refused. */
  unchanged: Field | undefined;
  /** Null without inputs. */
  schema: ResourceSchema | null;
  fields: Field[];
}

/** Whether a question comes before the action. */
export function asksBefore({ declaration: { confirm, tone } }: Action, hasInputs: boolean): boolean {
  return hasInputs || confirm !== undefined || tone === 'danger';
}

export class CommandRegistry {
  private readonly commands = new Map<string, Command>();
  private readonly actions = new Map<Resource, Action[]>();

  register(name: string, command: Command): void {
    if (this.commands.has(name)) throw new Error(`There are two commands "${name}"`);
    this.commands.set(name, command);
  }

  /** The actions of a resource. Those with faults are left out, which `faults` reports. */
  actionsOf(resource: Resource): Action[] {
    let actions = this.actions.get(resource);
    if (actions === undefined) {
      actions = resource.actions.flatMap((declaration) => this.actionOf(resource, declaration) ?? []);
      this.actions.set(resource, actions);
    }
    return actions;
  }

  /** Takes the locks that precede those of the rows in which actions are undone. */
  async lockBeforeUndo(tx: Tx, resource: Resource, ids: readonly (string | number)[]): Promise<void> {
    const locks = this.actionsOf(resource).flatMap(({ command }) => (command.revert && command.lock) ?? []);
    for (const lock of new Set(locks)) await lock(tx, ids, {}, resource);
  }

  private actionOf(resource: Resource, declaration: ActionDeclaration): Action | undefined {
    const command = this.commands.get(declaration.command);
    if (command === undefined) return undefined;
    const fieldOf = (name: string | undefined) => resource.fields.find((field) => field.name === name);
    const when = declaration.when ? parseRule(declaration.when, fieldOf) : ALWAYS;
    const unchanged = fieldOf(declaration.unchanged ?? command.unchanged);
    const schema = inputSchema(command, resource, declaration);
    return { declaration, resource, command, when, unchanged, schema, fields: schema ? declaredFields(schema) : [] };
  }

  /** Actions whose command is unknown or takes other rows or inputs. */
  faults(resources: Iterable<Resource>): Fault[] {
    const faults: Fault[] = [];
    for (const resource of resources) {
      const report = reporter(faults, `config/resources/${resource.name}.json`);
      for (const action of resource.actions) {
        // By name: their order here is that of the buttons, not that of the file.
        const at = action.command === 'transition' ? ['states', 'transitions', action.name] : ['actions', action.name];
        this.check(resource, action, (steps, message) => report([...at, ...steps], message));
      }
    }
    return faults;
  }

  private check(resource: Resource, action: ActionDeclaration, report: Report): void {
    const command = this.commands.get(action.command);
    if (!command) {
      report(['command'], `There is no command "${action.command}"${didYouMean(action.command, this.commands.keys())}`);
      return;
    }
    if (command.resource !== undefined && command.resource !== resource.name)
      report(['command'], `"${action.command}" is a command of "${command.resource}"`);
    command.check?.(resource, action, report);
    const fields = resource.fields.map(({ name }) => name);
    const { unchanged } = action;
    if (unchanged !== undefined && !fields.includes(unchanged))
      report(['unchanged'], `"${resource.name}" has no field "${unchanged}"${didYouMean(unchanged, fields)}`);
    const known = Object.keys(commandInputs(command, resource, action).properties);
    for (const name of Object.keys(action.inputs ?? {}))
      if (!known.includes(name))
        report(['inputs', name], `"${action.command}" has no input "${name}"${didYouMean(name, known)}`);
    for (const { name, kind } of this.actionOf(resource, action)?.fields ?? [])
      if (KINDS[kind].owned) report(['inputs', name], 'A file belongs to one record and cannot be an input');
  }
}

function commandInputs(
  { inputs = { properties: {} } }: Command,
  resource: Resource,
  action: ActionDeclaration,
): CommandInputs {
  return typeof inputs === 'function' ? inputs(resource, action) : inputs;
}

/** The inputs of the command in the order of the action, which may name them differently or require them. */
function inputSchema(command: Command, resource: Resource, action: ActionDeclaration): ResourceSchema | null {
  const { required = [], properties } = commandInputs(command, resource, action);
  const overrides = action.inputs ?? {};
  const names = action.inputs
    ? [...Object.keys(overrides), ...required.filter((name) => !(name in overrides))]
    : Object.keys(properties);
  const shown = names.flatMap((name) => {
    const { required: isRequired = required.includes(name), ...override } = overrides[name] ?? {};
    const property = properties[name];
    return property ? [{ name, isRequired, property: { ...property, ...override } }] : [];
  });
  if (shown.length === 0) return null;
  return {
    title: resource.schema.title,
    type: 'object',
    additionalProperties: false,
    required: shown.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    properties: Object.fromEntries(shown.map(({ name, property }) => [name, property])),
  };
}
