import type {
  Static,
  TArray,
  TArrayOptions,
  TBoolean,
  TInteger,
  TLiteral,
  TNull,
  TNumber,
  TNumberOptions,
  TObject,
  TOptional,
  TProperties,
  TSchema,
  TSchemaOptions,
  TString,
  TStringOptions,
  TUnion,
  TUnsafe,
} from 'typebox';

/*
 * TypeBox's types over plain JSON Schema, made without TypeBox's code: loading it costs each process 23 MB (ADR 21).
 * Objects are closed, and their properties are required unless they are Optional.
 */

/** Schemas of properties that can be missing. */
const optional = new WeakSet<TSchema>();

function plainSchema<T extends TSchema>(json: object): T {
  return json as T;
}

function object<P extends TProperties>(properties: P, options: TSchemaOptions = {}): TObject<P> {
  const required = Object.keys(properties).filter((name) => !optional.has(properties[name] as TSchema));
  return plainSchema({ type: 'object', additionalProperties: false, required, properties, ...options });
}

export function Optional<T extends TSchema>(schema: T): TOptional<T> {
  const copy = { ...schema } as TOptional<T>;
  optional.add(copy);
  return copy;
}

type Optionals<P extends TProperties> = { [K in keyof P]: TOptional<P[K]> };

function partial<P extends TProperties>({ properties }: TObject<P>): TObject<Optionals<P>> {
  const all = Object.entries(properties).map(([name, schema]) => [name, Optional(schema)]);
  return object(Object.fromEntries(all) as Optionals<P>);
}

/** An object with each of these names. */
export function Each<const N extends string, T extends TSchema>(
  names: readonly N[],
  schema: T,
): TObject<{ [K in N]: T }> {
  return object(Object.fromEntries(names.map((name) => [name, schema])) as { [K in N]: T });
}

/** An object with any names. */
export function Dictionary<T extends TSchema>(
  values: T,
  options: TSchemaOptions = {},
): TUnsafe<Record<string, Static<T>>> {
  return plainSchema({ type: 'object', additionalProperties: values, ...options });
}

function array<T extends TSchema>(items: T, options: TArrayOptions = {}): TArray<T> {
  return plainSchema({ type: 'array', items, ...options });
}

function string(options: TStringOptions = {}): TString {
  return plainSchema({ type: 'string', ...options });
}

export function Integer(options: TNumberOptions = {}): TInteger {
  return plainSchema({ type: 'integer', ...options });
}

function number(options: TNumberOptions = {}): TNumber {
  return plainSchema({ type: 'number', ...options });
}

function boolean(options: TSchemaOptions = {}): TBoolean {
  return plainSchema({ type: 'boolean', ...options });
}

export function Null(): TNull {
  return plainSchema({ type: 'null' });
}

export function Literal<const T extends string | number | boolean>(value: T): TLiteral<T> {
  return plainSchema({ type: typeof value, const: value });
}

/** One of these texts. */
export function Enum<const T extends string>(values: readonly T[], options: TSchemaOptions = {}): TUnsafe<T> {
  return plainSchema({ type: 'string', enum: [...values], ...options });
}

export function Union<T extends TSchema[]>(...anyOf: T): TUnion<T> {
  return plainSchema({ anyOf });
}

export function Nullable<T extends TSchema>(schema: T): TUnsafe<Static<T> | null> {
  const given: { type?: string; enum?: readonly unknown[] } = schema;
  if (given.type === undefined || 'const' in schema) return plainSchema({ anyOf: [schema, Null()] });
  const values = given.enum ? { enum: [...given.enum, null] } : {};
  return plainSchema({ ...schema, type: [given.type, 'null'], ...values });
}

/** A value that something else describes, such as a stored document or a row of a resource: all of it is sent. */
export function Unsafe<T = unknown>(options: TSchemaOptions = {}): TUnsafe<T> {
  return plainSchema({ ...options });
}

/** Of a row. In addresses: `[1-9][0-9]{0,14}`. */
export const Id = Integer({ minimum: 1, maximum: 999_999_999_999_999 });
/** How many, or from where on. */
export const Count = Integer({ minimum: 0, maximum: 999_999_999_999_999 });
/** A point in time, in UTC. */
export const Instant = string({ format: 'date-time' });
/** A date: 2027-03-09. */
export const Day = string({ pattern: '^(19|2\\d)\\d{2}-\\d{2}-\\d{2}$' });

export { array as Array, boolean as Boolean, number as Number, object as Object, partial as Partial, string as String };
