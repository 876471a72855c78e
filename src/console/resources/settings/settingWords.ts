import { formatHour } from '../../../../domain/values/formats.ts';
import type { Json } from '../../../../domain/values/json.ts';
import type { PropertySchema } from '../../../../domain/declarations/schemas.ts';

/** A setting's value in a few words. */
export function settingWords(schema: PropertySchema, value: Json): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return schema['x-hour'] === undefined ? String(value) : formatHour(value);
  if (typeof value === 'string') return schema['x-labels']?.[value] ?? value.replaceAll('_', ' ');
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(entryName).join(', ');
  return JSON.stringify(value);
}

/** What a number may be; null where that is not said. */
export function boundsWords({ minimum, maximum, ...schema }: PropertySchema): string | null {
  if (minimum === undefined || maximum === undefined || schema['x-hour'] !== undefined) return null;
  return `From ${minimum} to ${maximum}`;
}

/** Of an entry: its name where it has one. */
function entryName(entry: Json): string {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return String(entry);
  const { name } = entry as Record<string, Json>;
  return typeof name === 'string' ? name : JSON.stringify(entry);
}
