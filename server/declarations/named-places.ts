import { isObject } from '../../domain/requests/request-form-fault.ts';

/** A copy of a starter form's schema whose fields have the ids of the locations that they name (`x-place`). */
export function replaceNamedPlaces(schema: unknown, findPlaceId: (place: string, field: string) => number): unknown {
  if (!isObject(schema) || !isObject(schema.properties)) return schema;
  const properties = Object.entries(schema.properties).map(([name, field]) =>
    isObject(field) && typeof field['x-place'] === 'string'
      ? [name, { ...field, 'x-place': findPlaceId(field['x-place'], name) }]
      : [name, field],
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}
