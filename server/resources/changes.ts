import type { HtmlLimits } from '../../domain/html/html-policy.ts';
import { sameJson } from '../../domain/values/json.ts';
import { isWrittenField } from '../../domain/declarations/fields.ts';
import type { Field, Row } from '../../domain/declarations/model.ts';
import { canAccess, canAccessField, type Access } from '../declarations/permission.ts';
import { forbidden, invalid, type FieldErrors } from './refusals.ts';
import { normalize } from './validation.ts';
import type { View } from './view.ts';

/**
 * The values of `data` that differ from `seen`, the row as the writer sees it (null for a new row), in stored form.
 * Names unknown to the writer and read-only fields are refused, unless their value is unchanged.
 */
export function readChanges(view: View, seen: Row | null, data: Row, access: Access | null, limits: HtmlLimits): Row {
  const changes: Row = {};
  const refused: FieldErrors = {};
  const fields = new Map(view.resource.fields.map((field) => [field.name, field]));
  for (const [name, given] of Object.entries(data)) {
    const field = fields.get(name);
    if (!field || (access && !view.fieldOf(name) && !canAccessField(access, name))) {
      refused[name.slice(0, 100)] = 'There is no such field';
      continue;
    }
    const value = normalize(field, given, limits);
    if (sameJson(value, seen?.[name])) continue;
    if (isFixed(field, access)) refused[name] = 'Cannot be changed here';
    else if (seen !== null && field.schema['x-fixed']) refused[name] = 'Cannot be changed. Create another one.';
    else changes[name] = value;
  }
  if (Object.keys(refused).length > 0) throw invalid(refused);
  if (access) refuseUngrantedNames(access, Object.keys(changes));
  return changes;
}

function isFixed(field: Field, access: Access | null): boolean {
  return !isWrittenField(field) || (access !== null && field.readOnly);
}

function refuseUngrantedNames(access: Access, names: string[]): void {
  refuseFields(names.filter((name) => !canAccessField(access, name)));
}

/** Refuses a write that is not granted for the row and each changed field, both before and after the change. */
export function refuseUngranted(access: Access, row: Row, names: string[]): void {
  if (!canAccess(access, row)) throw forbidden('You cannot make this change.');
  refuseFields(names.filter((name) => !canAccessField(access, name, row)));
}

function refuseFields(names: string[]): void {
  if (names.length === 0) return;
  throw forbidden(
    `You cannot write: ${names.join(', ')}.`,
    Object.fromEntries(names.map((name) => [name, 'You cannot write this field'])),
  );
}
