import { isView, kindOf, searchFormIn } from '../../domain/declarations/fields.ts';
import { columnTypeOf } from '../../domain/declarations/kinds.ts';
import { ENGINE_FIELDS } from '../../domain/declarations/model.ts';
import type { PropertySchema, ResourceSchema } from '../../domain/declarations/schemas.ts';
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
/** An entry of an index has at most 2,704 bytes: 650 characters of four. */
export const MOST_INDEXED = 650;

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
    return 'The file is named as the resource: a small letter first, then letters and digits, such as labBookings';
  if (name.length > 40) return 'The name of a resource has at most 40 characters';
  if (RESERVED_TABLES.test(name)) return `"${name}" is reserved for the database`;
  return !internal && RESERVED_ROUTES.includes(name) ? `"${name}" is reserved: /api/${name} is something else` : null;
}

/** Reports what is wrong with one resource schema; `schemas` are all of them, by name. */
export function checkSchema(schema: ResourceSchema, schemas: Map<string, ResourceSchema>, report: Report): void {
  const names = Object.keys(schema.properties);
  if (names.length > MOST_PROPERTIES) report(['properties'], `A resource has at most ${MOST_PROPERTIES} properties`);
  for (const [name, property] of Object.entries(schema.properties)) {
    const steps = ['properties', name];
    checkName(name, names, isView({ schema }) ? ['id'] : ENGINE_NAMES, (message) => report(steps, message));
    checkValues(property, steps, false, report);
    checkAnnotations(schema, name, property, schemas, report);
    checkFormerValues(name, property, report);
  }
  schema.required?.forEach((name, index) => {
    if (!schema.properties[name])
      report(['required', index], `"${name}" is required but not declared${didYouMean(name, names)}`);
  });
  schema['x-unique-together']?.forEach((set, index) => checkTogether(schema, 'x-unique-together', set, index, report));
  schema['x-index-together']?.forEach((set, index) => checkTogether(schema, 'x-index-together', set, index, report));
  const owners = names.filter((name) => schema.properties[name]?.['x-owner']);
  for (const name of owners.slice(1))
    report(['properties', name, 'x-owner'], `A record has one owner, and "${owners[0] ?? ''}" names it already`);
  checkFormerNames(schema, report);
}

function checkName(
  name: string,
  names: string[],
  engineNames: readonly string[],
  report: (message: string) => void,
): void {
  if (engineNames.includes(name)) report(`Every resource has "${name}" already: leave it out`);
  if (RESERVED_PROPERTIES.includes(name)) report(`"${name}" is reserved: choose another name`);
  const operatorMatch = OPERATOR.exec(name);
  if (
    operatorMatch?.[1] !== undefined &&
    (names.includes(operatorMatch[1]) || engineNames.includes(operatorMatch[1]))
  ) {
    report(`"${name}" reads as the filter "${operatorMatch[2] ?? ''}" on "${operatorMatch[1]}": choose another name`);
  }
}

function checkAnnotations(
  schema: ResourceSchema,
  name: string,
  property: PropertySchema,
  schemas: Map<string, ResourceSchema>,
  report: Report,
): void {
  const at = (keyword: string): string[] => ['properties', name, keyword];
  const target = property['x-reference'];
  if (target !== undefined) checkReference(property, target, schemas, (message) => report(at('x-reference'), message));
  const inner = property.items?.['x-reference'];
  if (property.items && inner !== undefined)
    checkReference(property.items, inner, schemas, (message) => report([...at('items'), 'x-reference'], message));
  for (const [part, { 'x-reference': named, ...rest }] of Object.entries(property.items?.properties ?? {}))
    if (named !== undefined)
      checkReference(rest, named, schemas, (message) =>
        report([...at('items'), 'properties', part, 'x-reference'], message),
      );
  const referred = schemas.get(target ?? inner ?? '');
  if (referred && isView({ schema: referred }) && !isView({ schema }))
    report(at(target === undefined ? 'items' : 'x-reference'), 'A table cannot refer to the rows of a view');
  if (property['x-on-delete'] && target === undefined)
    report(at('x-on-delete'), '"x-on-delete" belongs to a reference: "x-reference" is missing');
  if (property['x-on-delete'] === 'set-null' && schema.required?.includes(name))
    report(at('x-on-delete'), 'A required reference cannot be set to null: use restrict or cascade');
  if (target !== undefined && schema.required?.includes(name) && schemas.get(target) === schema)
    report(
      at('x-reference'),
      'The first record would have to refer to one before it: a required reference leads elsewhere',
    );
  if (property['x-owner'] && target !== 'users')
    report(at('x-owner'), 'The owner is a reference to "users": "x-reference": "users" is missing');
  for (const keyword of ['x-unique', 'x-index'] as const) {
    if (property[keyword] && (property.maxLength ?? 0) > MOST_INDEXED)
      report(at(keyword), `An indexed text has at most ${MOST_INDEXED} characters: lower "maxLength"`);
  }
  if (property['x-unique'] && property.default !== undefined)
    report(at('default'), 'Only one record could have it: a unique property has no default');
  checkCounter(schema, name, property, schemas, (message) => report(at('x-counter'), message));
  checkRule(schema, property, (keyword, message) => report(at(keyword), message));
  const isRequired = schema.required?.includes(name) ?? false;
  if (property.readOnly && isRequired && property.default === undefined && !property['x-computed'])
    report(
      at('readOnly'),
      'Nobody can fill it in, and it is required: give it a "default", or "x-computed" where only the server creates the records',
    );
  const kind = kindOf(property);
  if (property['x-unique'] && isShapeless(property)) report(at('x-unique'), 'Lists and objects cannot be unique');
  if (property['x-index'] && property.type === 'object')
    report(at('x-index'), 'An object cannot be sorted or filtered by: leave the index out');
  if (property['x-search'] && searchFormIn(property) === null)
    report(at('x-search'), `Full-text search reads texts, data and references, and this is of kind "${kind}"`);
}

/** Reports a reference to an unknown resource, or of another type than its ids. */
export function checkReference(
  property: PropertySchema,
  target: string,
  schemas: ReadonlyMap<string, Pick<ResourceSchema, 'x-id'>>,
  report: (message: string) => void,
): void {
  const schema = schemas.get(target);
  if (!schema) return report(`There is no resource "${target}"${didYouMean(target, schemas.keys())}`);
  const type = schema['x-id'] === 'uuid' ? 'string' : 'integer';
  if (property.type !== type) report(`The ids of "${target}" are of type "${type}", not "${property.type}"`);
}

/** Reports a counter that nothing counts, or that is asked to be what only a column can be. */
function checkCounter(
  schema: ResourceSchema,
  name: string,
  property: PropertySchema,
  schemas: Map<string, ResourceSchema>,
  report: (message: string) => void,
): void {
  const counter = property['x-counter'];
  if (!counter) return;
  const counting = schemas.get(counter.resource);
  if (!counting)
    return report(`There is no resource "${counter.resource}"${didYouMean(counter.resource, schemas.keys())}`);
  const reference = counting.properties[counter.reference];
  const leads = reference?.['x-reference'];
  if (leads === undefined || schemas.get(leads) !== schema || !reference?.['x-unique'])
    report(`"${counter.reference}" of "${counter.resource}" is no unique reference to this resource`);
  if (counting.properties[name]?.type !== 'integer')
    report(`"${counter.resource}" does not count "${name}": it has no whole number of this name`);
  if (!property['x-computed']) report('Nobody types a count: "x-computed" is missing');
  const together = [schema['x-unique-together'], schema['x-index-together']].flat(2);
  const isColumn = property['x-index'] || property['x-unique'] || property['x-search'] || together.includes(name);
  if (isColumn || property.default !== undefined || schema.required?.includes(name))
    report('A count is no column: it has no index, no default, is not unique, not searched and not required');
}

/** Reports a rule without the start of its first occurrence. */
function checkRule(
  schema: ResourceSchema,
  { format, 'x-starts': starts }: PropertySchema,
  report: (keyword: 'format' | 'x-starts', message: string) => void,
): void {
  if (format !== 'rrule') {
    if (starts !== undefined) report('x-starts', 'It belongs to a rule: "format": "rrule" is missing');
    return;
  }
  if (starts === undefined) return report('format', 'The rule of something that starts when? "x-starts" is missing');
  const start = schema.properties[starts];
  if (!start)
    report('x-starts', `There is no property "${starts}"${didYouMean(starts, Object.keys(schema.properties))}`);
  else if (start.format !== 'date' && start.format !== 'date-time')
    report('x-starts', `"${starts}" is no date and no date-time`);
}

function isShapeless(property: PropertySchema): boolean {
  return columnTypeOf(kindOf(property), property) === 'jsonb';
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
    report([keyword, index], 'Only one record could have them all: one of them has no default');
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
    if (values.length === 0) return report(steps, 'Former values belong to an enumeration: "enum" is missing');
    for (const [value, was] of Object.entries(former)) {
      if (!values.includes(value))
        report([...steps, value], `"${value}" is not among the values of "enum"${didYouMean(value, values)}`);
      for (const old of [was].flat()) {
        if (values.includes(old))
          report([...steps, value], `"${old}" is still a value: a former value is not in use any more`);
        if (seen.has(old)) report([...steps, value], `"${seen.get(old) ?? ''}" was "${old}" already`);
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
        report(at, `"${former}" is still a property: a former name is not in use any more`);
      if (ENGINE_NAMES.includes(former)) report(at, `"${former}" is the engine's own and was never this property`);
      if (seen.has(former)) report(at, `"${seen.get(former) ?? ''}" was "${former}" already`);
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
