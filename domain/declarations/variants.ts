import { valueLabel } from './fields.ts';

type Varied<Property> = {
  title?: string;
  oneOf?: Property[];
  discriminator?: { propertyName: string };
  properties?: Record<string, Property>;
  const?: string;
};

export interface Variant<Property> {
  value: string;
  title: string;
  schema: Property;
}

/** The variants of an object declared by `oneOf`; empty for any other property. */
export function variantsOf<Property extends Varied<Property>>(property: Property): Variant<Property>[] {
  const tag = property.discriminator?.propertyName ?? '';
  return (property.oneOf ?? []).map((schema) => {
    const value = schema.properties?.[tag]?.const ?? '';
    return { value, title: schema.title ?? valueLabel(value), schema };
  });
}

/** The variant of a value; undefined when it matches none. */
export function variantOf<Property extends Varied<Property>>(
  property: Property,
  value: unknown,
): Variant<Property> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const tag: unknown = Reflect.get(value, property.discriminator?.propertyName ?? '');
  return variantsOf(property).find((variant) => variant.value === tag);
}
