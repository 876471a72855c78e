import { wordsOf } from './fields.ts';

/** What of a property says which forms its values may take. */
type Varied<Property> = {
  title?: string;
  oneOf?: Property[];
  discriminator?: { propertyName: string };
  properties?: Record<string, Property>;
  const?: string;
};

/** One of the forms that a value may take. */
export interface Variant<Property> {
  /** The constant by which it is told. */
  value: string;
  title: string;
  schema: Property;
}

/** The variants of an object declared by `oneOf`; none of another property. */
export function variantsOf<Property extends Varied<Property>>(property: Property): Variant<Property>[] {
  const tag = property.discriminator?.propertyName ?? '';
  return (property.oneOf ?? []).map((schema) => {
    const value = schema.properties?.[tag]?.const ?? '';
    return { value, title: schema.title ?? wordsOf(value), schema };
  });
}

/** The variant that a value has; undefined of one that has none. */
export function variantOf<Property extends Varied<Property>>(
  property: Property,
  value: unknown,
): Variant<Property> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const told: unknown = Reflect.get(value, property.discriminator?.propertyName ?? '');
  return variantsOf(property).find((variant) => variant.value === told);
}
