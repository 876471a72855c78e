import { isView, kindOf, searchFormIn } from '../../domain/declarations/fields.ts';
import { columnTypeOf } from '../../domain/declarations/kinds.ts';
import type { PropertySchema, ResourceSchema } from '../../domain/declarations/schemas.ts';
import { didYouMean } from './faults.ts';

/** An entry of an index has at most 2,704 bytes: 650 characters of four. */
export const MOST_INDEXED = 650;

/** An annotated property of a schema. */
export interface Annotated {
  schema: ResourceSchema;
  name: string;
  property: PropertySchema;
  schemas: Map<string, ResourceSchema>;
  isRequired: boolean;
  report: (keyword: string, message: string, ...steps: string[]) => void;
}

export function checkAnnotations(annotated: Annotated): void {
  const { schema, name, property, schemas, isRequired, report } = annotated;
  checkReferences(annotated);
  checkOwnership(annotated);
  checkIndexes(annotated);
  checkCounter(schema, name, property, schemas, (message) => report('x-counter', message));
  checkRule(schema, property, report);
  for (const value of property['x-new'] ?? [])
    if (!property.enum?.includes(value)) report('x-new', `"${value}" is not one of its values`);
  checkDerived(schema, property, (message) => report('x-derived', message));
  checkBackfill(annotated, (message) => report('x-backfill', message));
  if (property.readOnly && isRequired && property.default === undefined && !property['x-computed'])
    report(
      'readOnly',
      'It is required, but no one can fill it in: give it a "default", or "x-computed" if only the server creates the records',
    );
}

function checkReferences({ schema, property, schemas, report }: Annotated): void {
  const target = property['x-reference'];
  if (target !== undefined) checkReference(property, target, schemas, (message) => report('x-reference', message));
  const { items } = property;
  const inner = items?.['x-reference'];
  if (items && inner !== undefined)
    checkReference(items, inner, schemas, (message) => report('items', message, 'x-reference'));
  for (const [part, { 'x-reference': named, ...rest }] of Object.entries(items?.properties ?? {}))
    if (named !== undefined)
      checkReference(rest, named, schemas, (message) => report('items', message, 'properties', part, 'x-reference'));
  const referred = schemas.get(target ?? inner ?? '');
  if (referred && isView({ schema: referred }) && !isView({ schema }))
    report(target === undefined ? 'items' : 'x-reference', 'A table cannot refer to rows of a view');
}

function checkOwnership({ schema, property, schemas, isRequired, report }: Annotated): void {
  const target = property['x-reference'];
  if (property['x-on-delete'] && target === undefined)
    report('x-on-delete', '"x-on-delete" needs a reference: "x-reference" is missing');
  if (property['x-on-delete'] === 'set-null' && isRequired)
    report('x-on-delete', 'A required reference cannot be set to null: use restrict or cascade');
  if (target !== undefined && isRequired && schemas.get(target) === schema)
    report(
      'x-reference',
      'A required reference cannot lead to its own resource: the first record would have nothing to refer to',
    );
  if (property['x-owner'] && target !== 'users')
    report('x-owner', 'The owner must be a reference to users: "x-reference": "users" is missing');
}

function checkIndexes({ property, report }: Annotated): void {
  for (const keyword of ['x-unique', 'x-index'] as const) {
    if (property[keyword] && (property.maxLength ?? 0) > MOST_INDEXED)
      report(keyword, `An indexed text can have at most ${MOST_INDEXED} characters: lower "maxLength"`);
  }
  if (property['x-unique'] && property.default !== undefined)
    report('default', 'A unique property cannot have a default: only one record could have it');
  if (property['x-unique'] && isShapeless(property)) report('x-unique', 'Lists and objects cannot be unique');
  if (property['x-index'] && property.type === 'object')
    report('x-index', 'Objects cannot be sorted or filtered by: leave the index out');
  if (property['x-contains'] && columnTypeOf(kindOf(property), property) !== 'text')
    report('x-contains', `Only texts have parts, and this is of kind "${kindOf(property)}"`);
  if (property['x-search'] && searchFormIn(property) === null)
    report('x-search', `Full-text search covers texts, data and references, but this is of kind "${kindOf(property)}"`);
}

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

/** Reports a counter that nothing counts, or that has options of columns. */
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
    report(`"${counter.reference}" of "${counter.resource}" is not a unique reference to this resource`);
  if (counting.properties[name]?.type !== 'integer')
    report(`"${counter.resource}" does not count "${name}": it has no whole number with this name`);
  if (!property['x-computed']) report('A count is not entered by people: "x-computed" is missing');
  const together = [schema['x-unique-together'], schema['x-index-together']].flat(2);
  const isColumn = property['x-index'] || property['x-unique'] || property['x-search'] || together.includes(name);
  if (isColumn || property.default !== undefined || schema.required?.includes(name))
    report('A count is not a column: it cannot have an index or a default, or be unique, searched or required');
}

function checkDerived(schema: ResourceSchema, property: PropertySchema, report: (message: string) => void): void {
  const derived = property['x-derived'];
  if (!derived) return;
  const { from, values, otherwise } = derived;
  const source = schema.properties[from];
  if (source?.type !== 'string' || !source.enum || source['x-derived'])
    return report(`"${from}" is not a text of this resource with an "enum"`);
  for (const value of Object.keys(values))
    if (!source.enum.includes(value))
      report(`"${from}" is never "${value}"${didYouMean(value, source.enum.map(String))}`);
  for (const value of [...Object.values(values), otherwise])
    if (!property.enum?.includes(value)) report(`"${value}" is missing in the "enum"`);
  if (!property['x-computed'] || property.default !== undefined)
    report('The database derives it: it needs "x-computed" and cannot have a default');
}

function checkBackfill({ schema, property, schemas }: Annotated, report: (message: string) => void): void {
  const backfill = property['x-backfill'];
  if (!backfill) return;
  if (property.default !== undefined || property['x-counter'] || property['x-derived'])
    return report('Existing records already get a value: leave it out');
  const { through, from } = backfill;
  const target = schema.properties[through]?.['x-reference'];
  if (target === undefined) return report(`"${through}" is not a reference of this resource`);
  const source = schemas.get(target)?.properties[from];
  if (!source) return report(`"${target}" has no property "${from}"`);
  if (source['x-counter'] || columnTypeOf(kindOf(source), source) !== columnTypeOf(kindOf(property), property))
    report(`"${from}" of "${target}" has values of another type`);
}

function checkRule(
  schema: ResourceSchema,
  { format, 'x-starts': starts }: PropertySchema,
  report: (keyword: 'format' | 'x-starts', message: string) => void,
): void {
  if (format !== 'rrule') {
    if (starts !== undefined) report('x-starts', 'It needs a rule: "format": "rrule" is missing');
    return;
  }
  if (starts === undefined) return report('format', 'A rule needs a start: "x-starts" is missing');
  const start = schema.properties[starts];
  if (!start)
    report('x-starts', `There is no property "${starts}"${didYouMean(starts, Object.keys(schema.properties))}`);
  else if (start.format !== 'date' && start.format !== 'date-time')
    report('x-starts', `"${starts}" is neither a date nor a date-time`);
}

export function isShapeless(property: PropertySchema): boolean {
  return columnTypeOf(kindOf(property), property) === 'jsonb';
}
