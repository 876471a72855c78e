import type { Json } from '../../domain/values/json.ts';
import type { PropertySchema } from '../../domain/declarations/schemas.ts';
import { variantOf } from '../../domain/declarations/variants.ts';

/** Gets each text of a value with its own property and its path within the value. */
export type TextVisitor = (text: string, property: PropertySchema, path: readonly string[]) => Json;

/** A copy of the value in which `visit` has replaced every text that a property declares, at any depth. */
export function mapTexts(
  property: PropertySchema,
  value: Json,
  visit: TextVisitor,
  path: readonly string[] = [],
): Json {
  if (typeof value === 'string') return visit(value, property, path);
  if (Array.isArray(value)) {
    const { items } = property;
    return items ? value.map((item, index) => mapTexts(items, item, visit, [...path, String(index)])) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const { properties, additionalProperties: more } = variantOf(property, value)?.schema ?? property;
  if (properties === undefined && typeof more !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const declared =
        properties && Object.hasOwn(properties, name) ? properties[name] : typeof more === 'object' ? more : undefined;
      return [name, declared ? mapTexts(declared, inner, visit, [...path, name]) : inner];
    }),
  );
}
