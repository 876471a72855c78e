import type { HtmlLimits } from '../../domain/html-policy.ts';
import { sameJson } from '../../domain/json.ts';
import type { Field, Resource, Row } from '../../domain/model.ts';
import { canAccess, canAccessField, type Access } from '../../domain/permission.ts';
import { forbidden, invalid, type FieldErrors } from './refusals.ts';
import { normalise } from './validation.ts';
import type { View } from './view.ts';

/**
 * What of `data` differs from what the writer sees (`seen`, null for a new row), in the form of rows. Names that do
 * not exist for the writer and fields that nobody writes are refused, unless they come back as they were.
 */
export function readChanges(
  resource: Resource,
  seen: Row | null,
  data: Row,
  view: View,
  access: Access | null,
  limits: HtmlLimits,
): Row {
  const changes: Row = {};
  const refused: FieldErrors = {};
  const fields = new Map(resource.fields.map((field) => [field.name, field]));
  for (const [name, given] of Object.entries(data)) {
    const field = fields.get(name);
    if (!field || (access && !view.fieldOf(name) && !canAccessField(access, name))) {
      refused[name.slice(0, 100)] = 'There is no such field';
      continue;
    }
    const value = normalise(field, given, limits);
    if (sameJson(value, seen?.[name])) continue;
    if (isFixed(field, access)) refused[name] = 'Cannot be changed here';
    else changes[name] = value;
  }
  if (Object.keys(refused).length > 0) throw invalid(refused);
  if (access) refuseUngrantedNames(access, Object.keys(changes));
  return changes;
}

function isFixed(field: Field, access: Access | null): boolean {
  return field.engine || (access !== null && field.readOnly);
}

function refuseUngrantedNames(access: Access, names: string[]): void {
  refuseFields(names.filter((name) => !canAccessField(access, name)));
}

/** The write must be granted, for the row and each changed field, on the row as it is before and after. */
export function refuseUngranted(access: Access, row: Row, names: string[]): void {
  if (!canAccess(access, row)) throw forbidden('You may not make this change.');
  refuseFields(names.filter((name) => !canAccessField(access, name, row)));
}

function refuseFields(names: string[]): void {
  if (names.length === 0) return;
  throw forbidden(
    `You may not write: ${names.join(', ')}.`,
    Object.fromEntries(names.map((name) => [name, 'You may not write this field'])),
  );
}
