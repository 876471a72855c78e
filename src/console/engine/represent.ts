import { KINDS } from '../../../domain/declarations/kinds.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { Field, Row } from '../../../domain/declarations/model.ts';
import { plainText } from './plainText.ts';
import { singularOf } from '../../app/resourceNames.ts';

/** A piece of a row's name: words, or the value of a field. */
export type NamePart = { text: string } | { field: Field; value: Json };

/** How `config.represent` names a row, cut into its pieces. A row whose named fields are empty is called by its number. */
export function namePartsOf(resource: ClientResource, row: Row): NamePart[] {
  const parts: NamePart[] = [];
  for (const piece of resource.config.represent.split(/(\{[^}]+\})/)) {
    if (piece === '') continue;
    const name = /^\{(.+)\}$/.exec(piece)?.[1];
    if (name === undefined) {
      parts.push({ text: piece });
      continue;
    }
    const field = resource.fields.find((one) => one.name === name);
    const value = row[name];
    if (field && !isEmpty(value)) parts.push({ field, value: value ?? null });
  }
  const isFixed = !resource.config.represent.includes('{');
  return isFixed || parts.some((part) => 'field' in part)
    ? parts
    : [{ text: `${singularOf(resource)} ${String(row['id'] ?? '')}` }];
}

/** The row's name where only text can stand; references inside it are named by `referenceName`. */
export function recordName(
  resource: ClientResource,
  row: Row,
  zone: string,
  referenceName: (field: Field, id: string | number) => string,
): string {
  return namePartsOf(resource, row)
    .map((part) => ('text' in part ? part.text : partText(part.field, part.value, zone, referenceName)))
    .join('');
}

function partText(
  field: Field,
  value: Json,
  zone: string,
  referenceName: (field: Field, id: string | number) => string,
): string {
  const refers = KINDS[field.kind].look === 'reference' && (typeof value === 'string' || typeof value === 'number');
  return refers ? referenceName(field, value) : plainText(field, value, zone);
}

export function isEmpty(value: Json | undefined): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
