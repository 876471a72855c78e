import { titleOf } from '../../../domain/fields.ts';
import { hourText } from '../../../domain/hour-text.ts';
import type { Json } from '../../../domain/json.ts';
import type { PropertySchema } from '../../../domain/schemas.ts';
import { variantOf } from '../../../domain/variants.ts';

/** JSON for reading: indented, but a list of plain values stays on one line. */
export function prettyJson(value: Json): string {
  return JSON.stringify(value, null, 2).replaceAll(
    /\[\s*([^[\]{}]*?)\s*\]/g,
    (_list, inside: string) => `[${inside.replaceAll(/\s*\n\s*/g, ' ')}]`,
  );
}

/** The schema of the form that a value has: its own, or of several the one it is of, whose name is the text of its constant. */
export function formOf(value: Json, schema: PropertySchema | undefined): PropertySchema | undefined {
  const variant = schema && variantOf(schema, value);
  const tag = schema?.discriminator?.propertyName ?? '';
  if (!variant) return schema;
  const tagSchema: PropertySchema = {
    type: 'string',
    title: titleOf(tag),
    ...variant.schema.properties?.[tag],
    'x-labels': { [variant.value]: variant.title },
  };
  return { ...variant.schema, properties: { ...variant.schema.properties, [tag]: tagSchema } };
}

/** The same by the titles that its schema gives to its parts, and hours of the day as times. */
export function readableJson(value: Json, schema: PropertySchema | undefined): Json {
  if (Array.isArray(value)) return value.map((one) => readableJson(one, schema?.items));
  if (typeof value === 'number') return schema?.['x-hour'] ? hourText(value) : value;
  if (typeof value === 'string') return schema?.['x-labels']?.[value] ?? value;
  if (typeof value !== 'object' || value === null) return value;
  const parts = formOf(value, schema)?.properties ?? {};
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [parts[name]?.title ?? name, readableJson(part, parts[name])]),
  );
}
