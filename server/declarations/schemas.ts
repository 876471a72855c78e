import { isView } from '../../domain/declarations/fields.ts';
import { ENGINE_FIELDS } from '../../domain/declarations/model.ts';
import type { PropertySchema, ResourceSchema } from '../../domain/declarations/schemas.ts';
import { checkAnnotations, isShapeless } from './annotations.ts';
import { didYouMean, type Report } from './faults.ts';
import { checkValues } from './values.ts';

const ENGINE_NAMES: readonly string[] = [...ENGINE_FIELDS, 'deletedAt'];
/** Names that mean something else in a table, a filter, a URL or a JavaScript object. */
const RESERVED_PROPERTIES = [
  'search',
  'q',
  'ctid',
  'xmin',
  'xmax',
  'cmin',
  'cmax',
  'tableoid',
  'constructor',
  'prototype',
  'toString',
  'toJSON',
  'valueOf',
  'toLocaleString',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'then',
];
const OPERATOR = /^(.+)_(eq|neq|lt|lte|gt|gte|in|nin|like|null)$/;
const MOST_PROPERTIES = 300;
const RESERVED_ROUTES = [
  'model',
  'undo',
  'openapi',
  'docs',
  'validators',
  'preferences',
  'files',
  'requests',
  'jobs',
  'login',
  'logout',
  'health',
  'healthz',
  'readyz',
  'session',
  'me',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
];
const RESERVED_TABLES = /^(pg_|atrium_|pgboss|information_schema)/i;

/** What is wrong with `name` as the name of a resource; null when nothing is. */
export function resourceNameFault(name: string, internal: boolean): string | null {
  if (!/^[a-z][A-Za-z0-9_]*$/.test(name))
    return 'The file must have the name of the resource: a lowercase letter, then letters and digits, such as labBookings';
  if (name.length > 40) return 'The name of a resource can have at most 40 characters';
  if (RESERVED_TABLES.test(name)) return `"${name}" is reserved for the database`;
  return !internal && RESERVED_ROUTES.includes(name) ? `"${name}" is reserved: /api/${name} is already in use` : null;
}

export function checkSchema(schema: ResourceSchema, schemas: Map<string, ResourceSchema>, report: Report): void {
  const names = Object.keys(schema.properties);
  if (names.length > MOST_PROPERTIES)
    report(['properties'], `A resource can have at most ${MOST_PROPERTIES} properties`);
  for (const [name, property] of Object.entries(schema.properties)) {
    const steps = ['properties', name];
    checkName(name, names, isView({ schema }) ? ['id'] : ENGINE_NAMES, (message) => report(steps, message));
    checkValues(property, steps, false, report);
    const isRequired = schema.required?.includes(name) ?? false;
    const at = (keyword: string, message: string, ...more: string[]) => report([...steps, keyword, ...more], message);
    checkAnnotations({ schema, name, property, schemas, isRequired, report: at });
    checkFormerValues(name, property, report);
  }
  schema.required?.forEach((name, index) => {
    if (!schema.properties[name])
      report(['required', index], `"${name}" is required but not declared${didYouMean(name, names)}`);
  });
  schema['x-unique-together']?.forEach((set, index) => checkTogether(schema, 'x-unique-together', set, index, report));
  schema['x-index-together']?.forEach((set, index) => checkTogether(schema, 'x-index-together', set, index, report));
  for (const [name, { condition, field }] of Object.entries(schema['x-checks'] ?? {}))
    for (const property of [...namedIn(condition), field])
      if (!names.includes(property))
        report(['x-checks', name], `There is no property "${property}"${didYouMean(property, names)}`);
  const owners = names.filter((name) => schema.properties[name]?.['x-owner']);
  for (const name of owners.slice(1))
    report(['properties', name, 'x-owner'], `A record has only one owner, and "${owners[0] ?? ''}" already names it`);
  checkFormerNames(schema, report);
}

function checkName(
  name: string,
  names: string[],
  engineNames: readonly string[],
  report: (message: string) => void,
): void {
  if (engineNames.includes(name)) report(`Every resource already has "${name}": leave it out`);
  if (RESERVED_PROPERTIES.includes(name)) report(`"${name}" is reserved: choose another name`);
  const operatorMatch = OPERATOR.exec(name);
  if (
    operatorMatch?.[1] !== undefined &&
    (names.includes(operatorMatch[1]) || engineNames.includes(operatorMatch[1]))
  ) {
    report(
      `"${name}" would be read as the filter "${operatorMatch[2] ?? ''}" on "${operatorMatch[1]}": choose another name`,
    );
  }
}

/** The quoted names of a condition in SQL. */
export function namedIn(condition: string): string[] {
  return [...new Set(condition.match(/(?<=")\w+(?=")/g))];
}

type Together = 'x-unique-together' | 'x-index-together';

function checkTogether(schema: ResourceSchema, keyword: Together, set: string[], index: number, report: Report): void {
  set.forEach((name, place) => {
    const property = schema.properties[name];
    const steps = [keyword, index, place];
    if (!property) report(steps, `There is no property "${name}"${didYouMean(name, Object.keys(schema.properties))}`);
    else if (isShapeless(property))
      report(
        steps,
        `"${name}" is a list or an object and cannot be ${keyword === 'x-unique-together' ? 'unique' : 'indexed'}`,
      );
  });
  if (keyword === 'x-unique-together' && set.every((name) => schema.properties[name]?.default !== undefined))
    report([keyword, index], 'Only one record could have these defaults: leave one of them out');
}

/** Reports former values that are still values, were two values, or whose current value is unknown. */
function checkFormerValues(name: string, property: PropertySchema, report: Report): void {
  const at = ['properties', name, 'x-was'];
  const values = ((property.items ?? property).enum ?? []).map(String);
  const seen = new Map<string, string>();
  const written = [property['x-was'] ?? []].flat();
  written.forEach((former, index) => {
    if (typeof former === 'string') return;
    const steps = Array.isArray(property['x-was']) ? [...at, index] : at;
    if (values.length === 0) return report(steps, 'Former values need an enumeration: "enum" is missing');
    for (const [value, was] of Object.entries(former)) {
      if (!values.includes(value))
        report([...steps, value], `"${value}" is not among the values of "enum"${didYouMean(value, values)}`);
      for (const old of [was].flat()) {
        if (values.includes(old))
          report([...steps, value], `"${old}" is still a value: a former value must no longer be in use`);
        if (seen.has(old))
          report([...steps, value], `"${seen.get(old) ?? ''}" is already the former value of "${old}"`);
        seen.set(old, value);
      }
    }
  });
}

function checkFormerNames(schema: ResourceSchema, report: Report): void {
  const seen = new Map<string, string>();
  for (const [name, property] of Object.entries(schema.properties)) {
    for (const former of formerNames(property)) {
      const at = ['properties', name, 'x-was'];
      if (schema.properties[former])
        report(at, `"${former}" is still a property: a former name must no longer be in use`);
      if (ENGINE_NAMES.includes(former)) report(at, `"${former}" belongs to the engine and was never this property`);
      if (seen.has(former)) report(at, `"${seen.get(former) ?? ''}" is already the former name of "${former}"`);
      seen.set(former, name);
    }
  }
}

/** Longest text of an indexed property that sets no limit itself. */
const INDEXED = 500;

/** The properties, with a limit on texts that an index holds: PostgreSQL refuses longer ones at the write. */
export function withLimits(schema: ResourceSchema, sortedBy: string | undefined): ResourceSchema {
  const together = new Set([schema['x-unique-together'], schema['x-index-together']].flat(2));
  const limit = (name: string, property: PropertySchema): PropertySchema => {
    const isIndexed = property['x-unique'] || property['x-index'] || together.has(name) || sortedBy === name;
    const isBounded =
      property.type !== 'string' ||
      property.maxLength !== undefined ||
      property.enum ||
      property['x-options'] ||
      property['x-reference'] ||
      property.format?.startsWith('date');
    return isIndexed && !isBounded ? { ...property, maxLength: together.has(name) ? INDEXED / 2 : INDEXED } : property;
  };
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, limit(name, property)]),
    ),
  };
}

type Declared = Pick<PropertySchema, 'x-was'>;

/** The former names of a property or a resource, latest first as they are written. */
export function formerNames(declared: Declared): string[] {
  return [declared['x-was'] ?? []].flat().filter((former) => typeof former === 'string');
}

/** The former values of an enumeration, each with what it is called now. */
export function formerValues(property: PropertySchema): { from: string | number; to: string | number }[] {
  const values = property.items?.enum ?? property.enum ?? [];
  return [property['x-was'] ?? []]
    .flat()
    .flatMap((former) =>
      typeof former === 'string'
        ? []
        : Object.entries(former).flatMap(([name, was]) =>
            values
              .filter((value) => String(value) === name)
              .flatMap((to) =>
                [was].flat().map((from) => ({ from: typeof to === 'number' ? Number(from) : from, to })),
              ),
          ),
    );
}
