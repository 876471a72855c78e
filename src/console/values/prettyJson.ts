import { hourText } from '../../../domain/hour-text.ts';
import type { Json, PropertySchema } from '../../../domain/model.ts';

/** JSON for reading: indented, but a list of plain values stays on one line. */
export function prettyJson(value: Json): string {
  return JSON.stringify(value, null, 2).replaceAll(
    /\[\s*([^[\]{}]*?)\s*\]/g,
    (_list, inside: string) => `[${inside.replaceAll(/\s*\n\s*/g, ' ')}]`,
  );
}

/** The same by the titles that its schema gives to its parts, and hours of the day as times. */
export function readableJson(value: Json, schema: PropertySchema | undefined): Json {
  if (Array.isArray(value)) return value.map((one) => readableJson(one, schema?.items));
  if (typeof value === 'number') return schema?.['x-hour'] ? hourText(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  const parts = schema?.properties ?? {};
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [parts[name]?.title ?? name, readableJson(part, parts[name])]),
  );
}
