import type { ActionDeclaration } from '../../domain/declarations/actions.ts';
import { readVariable, type Variables } from '../../domain/declarations/condition-variables.ts';
import { isWrittenField } from '../../domain/declarations/fields.ts';
import { KINDS } from '../../domain/declarations/kinds.ts';
import type { Field, Resource, Row } from '../../domain/declarations/model.ts';
import { QueryFault } from '../../domain/declarations/query-fault.ts';
import type { Json } from '../../domain/values/json.ts';
import { didYouMean, type Report } from '../declarations/faults.ts';
import { valueFaults } from '../declarations/values.ts';
import type { Command, CommandCall, CommandInputs, CommandRows } from './command-registry.ts';
import { copiedFields, copyParts, type CopyingEngine } from './copy-parts.ts';
import { deletionNotes } from './deletion-notes.ts';
import { rowIds } from './row-sets.ts';
import type { Id } from './row-reader.ts';
import type { Writer } from './writer.ts';

interface CommandEngine extends CopyingEngine {
  command(name: string, command: Command): void;
}

/** Commands that any resource can use without code (docs/guides/actions.md). */
export function addGenericCommands(engine: CommandEngine, writer: Writer): void {
  const set = async ({ tx, actor, resource, rows, inputs }: CommandCall, values: Row): Promise<void> => {
    const data = { ...values, ...inputs };
    await writer.updateMany({ tx, actor, resource, command: true }, rowIds(rows), () => data);
  };
  const remove = async ({ tx, actor, resource, rows }: CommandCall): Promise<void> => {
    await writer.removeMany({ tx, actor, resource, command: true }, rowIds(rows));
  };
  const deletion = { notes: (call: CommandRows) => deletionNotes(engine.resolver, call), run: remove };
  engine.command('setFields', {
    inputs: fieldInputs,
    check: (resource, action, report) => {
      checkOptions(action, ['values'], report);
      checkValues(resource, action, report);
      if (!action.inputs && Object.keys(valuesIn(action.options)).length === 0)
        report(['options'], 'It sets nothing: write "options": {"values": {...}} or "inputs"');
    },
    run: async (call) => set(call, resolved(call.resource, call.options, engine.resolver.variables(call.actor))),
  });
  engine.command('transition', {
    inputs: fieldInputs,
    run: async (call) => set(call, { [String(call.options['field'])]: call.options['to'] ?? null }),
  });
  engine.command('archive', {
    check: ({ config }, action, report) => {
      checkOptions(action, [], report);
      if (!config.softDelete)
        report(['command'], 'Only records that are deleted softly can be archived: set "softDelete"');
    },
    ...deletion,
  });
  engine.command('delete', {
    check: (_, action, report) => checkOptions(action, [], report),
    unchanged: 'version',
    ...deletion,
  });
  engine.command('duplicate', {
    check: (resource, action, report) => {
      checkOptions(action, ['values'], report);
      checkValues(resource, action, report);
      const unique = resource.fields.find((field) => field.required && field.schema['x-unique'] === true);
      if (unique) report(['command'], `Every record needs its own "${unique.name}", so none can be duplicated`);
    },
    run: async (call) => {
      const ids: Id[] = [];
      for (const row of call.rows) ids.push(await copy(engine, call, row));
      return ids;
    },
  });
}

async function copy(engine: CommandEngine, { tx, actor, resource, options }: CommandCall, row: Row): Promise<Id> {
  const copied = copiedFields(resource).filter(({ name, schema }) => schema['x-unique'] !== true && row[name] !== null);
  const data: Row = {
    ...Object.fromEntries(copied.map(({ name }) => [name, row[name] ?? null])),
    ...resource.config.duplicate?.values,
    ...resolved(resource, options, engine.resolver.variables(actor)),
  };
  const { id } = await engine.create(actor, resource.name, data, { tx, command: true });
  await copyParts(engine, actor, resource, [row['id'] as Id, id as Id], tx);
  return id as Id;
}

/** An action names fields of the resource as its inputs: they are written with its values. */
function fieldInputs({ fields }: Resource, { inputs }: ActionDeclaration): CommandInputs {
  const named = inputs ? fields.filter((field) => isWritable(field)) : [];
  return {
    required: named.filter(({ name, required }) => required && inputs?.[name]).map(({ name }) => name),
    properties: Object.fromEntries(named.map(({ name, schema, title }) => [name, { title, ...schema }])),
  };
}

function isWritable(field: Field): boolean {
  return isWrittenField(field) && !KINDS[field.kind].owned;
}

function valuesIn({ values }: Readonly<Record<string, Json>>): Record<string, Json> {
  return typeof values === 'object' && values !== null && !Array.isArray(values) ? values : {};
}

/** The declared values, with those of the caller for variables ("$now"). */
function resolved({ fields }: Resource, options: Readonly<Record<string, Json>>, variables: Variables): Row {
  return Object.fromEntries(
    Object.entries(valuesIn(options)).map(([name, value]) => {
      const field = fields.find((one) => one.name === name);
      const variable = field && readVariable(field, value);
      return [name, variable ? (variables.valuesOf(variable, field)[0] ?? null) : value];
    }),
  );
}

function checkOptions({ options }: ActionDeclaration, known: readonly string[], report: Report): void {
  for (const name of Object.keys(options))
    if (!known.includes(name)) report(['options', name], `Unknown name "${name}"${didYouMean(name, known)}`);
}

function checkValues({ fields }: Resource, { options }: ActionDeclaration, report: Report): void {
  for (const [name, value] of Object.entries(valuesIn(options))) {
    const at = ['options', 'values', name];
    const field = fields.find((one) => one.name === name && isWritable(one));
    if (!field)
      report(
        at,
        `There is no field "${name}" to set${didYouMean(
          name,
          fields.map((one) => one.name),
        )}`,
      );
    else if (value === null) {
      if (field.required) report(at, `"${name}" is required`);
    } else checkValue(field, value, (message) => report(at, message));
  }
}

function checkValue(field: Field, value: Json, report: (message: string) => void): void {
  try {
    const [fault] = readVariable(field, value) ? [] : valueFaults(field.schema, value);
    if (fault !== undefined) report(fault);
  } catch (error) {
    if (!(error instanceof QueryFault)) throw error;
    report(error.message);
  }
}
