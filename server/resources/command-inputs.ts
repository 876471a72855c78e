import { MAX_ROWS } from '../../domain/declarations/list-query.ts';
import type { Field, Resource, Row } from '../../domain/declarations/model.ts';
import type { Action, CommandRows } from './command-registry.ts';
import { badRequest, invalid } from './refusals.ts';
import { parseId, type Id } from './row-reader.ts';
import { schemaFaults, missingIn, normalize, REQUIRED } from './validation.ts';

/** What a call names: each row once. */
export function readIds(resource: Resource, ids: readonly Id[]): Id[] {
  if (ids.length === 0 || ids.length > MAX_ROWS) throw badRequest(`Name 1 to ${MAX_ROWS} rows.`);
  return [...new Set(ids.map((id) => parseId(resource, id)))];
}

/** The inputs in stored form, defaults included. */
export function readInputs(action: Action, given: Row): Row {
  const { fields } = action;
  const unknown = Object.keys(given).find((name) => !fields.some((field) => field.name === name));
  if (unknown !== undefined) throw invalid({ [unknown.slice(0, 100)]: 'There is no such field' });
  const values = Object.fromEntries(
    fields.map((field) => [field.name, normalize(field, given[field.name] ?? field.schema.default ?? null)]),
  );
  const errors = { ...missingIn(action, values), ...schemaFaults(action, values) };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return values;
}

/** The inputs on which the question depends; what is not valid counts as not entered. */
export function plannedInputs(action: Action, given: Row): Row {
  const fields = action.fields.filter(({ name }) => action.command.planned?.includes(name));
  const read = (names: readonly Field[], source: Row) =>
    Object.fromEntries(
      names.map((field) => [field.name, normalize(field, source[field.name] ?? field.schema.default ?? null)]),
    );
  const faulty = schemaFaults(action, read(fields, given));
  return {
    ...read(fields, given),
    ...read(
      fields.filter(({ name }) => name in faulty),
      {},
    ),
  };
}

/** Requires the inputs that the command needs for these rows. */
export async function requireInputs(call: CommandRows, { command }: Action, values: Row): Promise<void> {
  const inputs = Object.entries((await command.inputsFor?.(call)) ?? {});
  const missing = inputs.flatMap(([name, { isOptional }]) =>
    isOptional !== true && (values[name] ?? null) === null ? [name] : [],
  );
  if (missing.length > 0) throw invalid(Object.fromEntries(missing.map((name) => [name, REQUIRED])));
}

/** The stored hash of a call must not reveal a password. */
export function withoutSecrets({ fields }: Action, inputs: Row): Row {
  const isSecret = (name: string) => fields.some((field) => field.name === name && field.schema['x-secret'] === true);
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => !isSecret(name)));
}
