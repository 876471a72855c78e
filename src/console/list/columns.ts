import type { Field } from '../../../domain/model.ts';

/** Numbers stand at the right, so that their digits line up. */
export function isNumeric(field: Field): boolean {
  return ['integer', 'number', 'money', 'hour'].includes(field.kind);
}

/** A list of values has no order, and a reference would be ordered by number, which nobody can see. */
export function isSortable(field: Field): boolean {
  return !['references', 'strings', 'enums', 'json', 'html', 'reference', 'file', 'image'].includes(field.kind);
}
