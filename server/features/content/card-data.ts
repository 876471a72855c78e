import type { Actor } from '../../../domain/declarations/actor.ts';
import type { HtmlLimits } from '../../../domain/html/html-policy.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { CardDeclaration, Row } from '../../../domain/declarations/model.ts';
import type { Tx } from '../../platform/database.ts';
import type { AccessResolver } from '../../resources/access-resolver.ts';
import { danglingReferences, missingFiles } from '../../resources/references.ts';
import type { FieldErrors } from '../../resources/refusals.ts';
import { schemaFaults, isBlank, normalize, REQUIRED } from '../../resources/validation.ts';

/** The data of a card as stored: HTML sanitized, empty values removed. Unknown names are kept, so that the check can report them. */
export function cleanCardData({ fields }: CardDeclaration, data: Row, limits: HtmlLimits): Row {
  const known = new Map(fields.map((field) => [field.name, field]));
  const cleaned = Object.entries(data).map(([name, value]): [string, Json] => {
    const field = known.get(name);
    return [name, field ? normalize(field, value, limits) : value];
  });
  return Object.fromEntries(cleaned.filter(([, value]) => !isEmpty(value)));
}

/** The data as displayed: sanitized, without properties unknown to its type. */
export function publicCardData(declaration: CardDeclaration, data: Row, limits: HtmlLimits): Row {
  const names = new Set(declaration.fields.map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(cleanCardData(declaration, data, limits)).filter(([name]) => names.has(name)),
  );
}

export async function cardFaults(
  tx: Tx,
  resolver: AccessResolver,
  actor: Actor,
  declaration: CardDeclaration,
  data: Row,
): Promise<FieldErrors> {
  const names = new Set(declaration.fields.map(({ name }) => name));
  const unknown = Object.keys(data)
    .filter((name) => !names.has(name))
    .map((name) => [name.slice(0, 100), 'There is no such field']);
  // A default is only the form's initial value; nothing fills it in later.
  const missing = (declaration.schema.required ?? [])
    .filter((name) => (data[name] ?? null) === null)
    .map((name) => [name, REQUIRED]);
  const errors: FieldErrors = {
    ...schemaFaults(declaration, data),
    ...unequalLists(declaration, data),
    ...Object.fromEntries([...missing, ...unknown]),
  };
  if (Object.keys(errors).length > 0) return errors;
  return {
    ...(await danglingReferences(resolver, { tx, actor, resource: declaration }, [data])),
    ...(await missingFiles(tx, resolver, declaration, data)),
  };
}

function unequalLists({ fields, schema }: CardDeclaration, data: Row): FieldErrors {
  const listLength = (name: string): number => (Array.isArray(data[name]) ? data[name].length : 0);
  const fieldTitle = (name: string): string => fields.find((field) => field.name === name)?.title ?? name;
  const errors: FieldErrors = {};
  for (const [first = '', ...others] of schema['x-equal-lengths'] ?? []) {
    for (const other of others) {
      if (listLength(first) === listLength(other)) continue;
      errors[other] =
        `Must have as many entries as "${fieldTitle(first)}": ${listLength(first)}, not ${listLength(other)}`;
    }
  }
  return errors;
}

function isEmpty(value: Json): boolean {
  return value === null || isBlank(value) || (Array.isArray(value) && value.length === 0);
}
