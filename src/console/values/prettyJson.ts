import type { Json } from '../../../domain/values/json.ts';
import type { PropertySchema } from '../../../domain/declarations/schemas.ts';
import { formOf } from '../engine/formOf.ts';
import { propertyText } from '../engine/plainText.ts';

/** JSON for reading: indented, but a list of plain values stays on one line. */
export function prettyJson(value: Json): string {
  return JSON.stringify(value, null, 2).replaceAll(
    /\[\s*([^[\]{}]*?)\s*\]/g,
    (_list, inside: string) => `[${inside.replaceAll(/\s*\n\s*/g, ' ')}]`,
  );
}

/** The same by the titles that its schema gives to its parts, each written as values of its kind are. */
export function readableJson(value: Json, schema: PropertySchema | undefined, zone: string): Json {
  if (Array.isArray(value)) return value.map((one) => readableJson(one, schema?.items, zone));
  if (typeof value !== 'object' || value === null) {
    const text = schema === undefined || value === null ? String(value) : propertyText(schema, value, zone);
    return text === String(value) ? value : text;
  }
  const parts = formOf(value, schema)?.properties ?? {};
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [parts[name]?.title ?? name, readableJson(part, parts[name], zone)]),
  );
}
