import { titleFromName } from '../../../domain/declarations/fields.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { PropertySchema } from '../../../domain/declarations/schemas.ts';
import { variantOf } from '../../../domain/declarations/variants.ts';

/** The schema of the form that a value has: its own, or of several the one it is of, whose name is the text of its constant. */
export function formOf(value: Json, schema: PropertySchema | undefined): PropertySchema | undefined {
  const variant = schema && variantOf(schema, value);
  const tag = schema?.discriminator?.propertyName ?? '';
  if (!variant) return schema;
  const tagSchema: PropertySchema = {
    type: 'string',
    title: titleFromName(tag),
    ...variant.schema.properties?.[tag],
    enum: [variant.value],
    'x-labels': { [variant.value]: variant.title },
  };
  return { ...variant.schema, properties: { ...variant.schema.properties, [tag]: tagSchema } };
}
