import type { FastifySchemaControllerOptions } from 'fastify/types/schema.js';

type SerializerFactory = NonNullable<
  NonNullable<FastifySchemaControllerOptions['compilersFactory']>['buildSerializer']
>;

/** A part of a JSON Schema, as far as it says what leaves. */
interface Schema {
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: readonly Schema[];
  const?: unknown;
  enum?: readonly unknown[];
}

/** Returns the declared part of a value: the value itself where nothing is left out. */
type Projection = (value: unknown) => unknown;
/** Compares the JSON of a response with its schema, in tests. */
export type ResponseCheck = (route: string, schema: object, json: string) => void;

let check: ResponseCheck | undefined;

/** Checks every response with a schema from now on. */
export function checkResponses(by: ResponseCheck): void {
  check = by;
}

/**
 * Fastify's serializers: the JSON of what a response's schema names, and of nothing else. Each is made by the first response of its route.
 * Unlike fast-json-stringify, they convert no value, take little memory, and leave the text to V8.
 */
export const buildSerializer: SerializerFactory = () => {
  return ({ schema: given, method, url }) => {
    const schema = given as object;
    let project: Projection | undefined;
    return (data) => {
      check?.(`${method} ${url}`, schema, JSON.stringify(data));
      project ??= projectionOf(schema);
      return JSON.stringify(project(data));
    };
  };
};

const asIs: Projection = (value) => value;

const scalar: Projection = (value) => {
  if (typeof value === 'object' && value !== null && !(value instanceof Date))
    throw new TypeError('A response has an object where its schema has a single value.');
  return value;
};

export function projectionOf(given: object): Projection {
  const schema: Schema = given;
  const { anyOf, items, properties, additionalProperties } = schema;
  if (anyOf) return projectUnion(anyOf);
  if (items) return projectItems(projectionOf(items));
  if (properties || additionalProperties === false) return projectProperties(properties ?? {}, additionalProperties);
  if (typeof additionalProperties === 'object') return projectProperties({}, additionalProperties);
  if (schema.type === undefined) return asIs;
  const types = [schema.type].flat();
  return types.includes('object') || types.includes('array') ? asIs : scalar;
}

function projectItems(project: Projection): Projection {
  if (project === asIs) return asIs;
  return (value) => {
    if (!Array.isArray(value)) return scalar(value);
    const items = value.map(project);
    return items.every((item, index) => item === value[index]) ? value : items;
  };
}

function projectProperties(
  properties: Readonly<Record<string, Schema>>,
  others: boolean | Schema | undefined,
): Projection {
  const declared = new Map(Object.entries(properties).map(([name, schema]) => [name, projectionOf(schema)]));
  const other = others === undefined || others === true ? asIs : others === false ? undefined : projectionOf(others);
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) throw new TypeError('A response has a list where its schema has an object.');
    const given = value as Readonly<Record<string, unknown>>;
    let projected: Record<string, unknown> | undefined;
    for (const name of Object.keys(given)) {
      const project = declared.get(name) ?? other;
      const result = project?.(given[name]);
      if (project && result === given[name]) continue;
      projected ??= { ...given };
      if (project) projected[name] = result;
      else delete projected[name];
    }
    return projected ?? given;
  };
}

function projectUnion(schemas: readonly Schema[]): Projection {
  const choices = schemas.map((schema) => ({ schema, project: projectionOf(schema) }));
  return (value) => {
    const choice = choices.find(({ schema }) => isShaped(schema, value));
    if (!choice) throw new TypeError('A response has a value that its schema does not name.');
    return choice.project(value);
  };
}

/** Whether the value is of the schema's kind: of an object, also whether it has the required properties and constant values. */
function isShaped(schema: Schema, value: unknown): boolean {
  const { type, anyOf, properties = {}, required = [] } = schema;
  if (anyOf) return anyOf.some((each) => isShaped(each, value));
  if ('const' in schema) return schema.const === value;
  if (schema.enum) return schema.enum.includes(value);
  if (type !== undefined && ![type].flat().includes(jsonType(value)))
    return [type].flat().includes('integer') && typeof value === 'number';
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return true;
  const given = value as Readonly<Record<string, unknown>>;
  return required.every((name) => {
    const property = properties[name];
    const isFixed = property !== undefined && ('const' in property || property.enum !== undefined);
    return given[name] !== undefined && (!isFixed || isShaped(property, given[name]));
  });
}

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : value instanceof Date ? 'string' : typeof value;
}
