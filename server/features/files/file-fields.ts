import { KINDS } from '../../../domain/declarations/kinds.ts';
import type { Field, Resource } from '../../../domain/declarations/model.ts';

export function fileFields({ fields }: Pick<Resource, 'fields'>): Field[] {
  return fields.filter(({ kind }) => KINDS[kind].look === 'file');
}

export function isNamed(name: string): (field: Field) => boolean {
  return (field) => field.name === name;
}
