import { isView } from '../../domain/declarations/fields.ts';
import type { Model, Resource } from '../../domain/declarations/model.ts';
import type { PropertySchema, ResourceSchema } from '../../domain/declarations/schemas.ts';
import type { Report } from './faults.ts';

export function storedResources({ resources }: Pick<Model, 'resources'>): Resource[] {
  return [...resources.values()].filter((resource) => !isView(resource));
}

export function viewQuery({ 'x-query': lines = [] }: ResourceSchema): string {
  return [lines].flat().join('\n');
}

const OF_COLUMNS = [
  'default',
  'x-backfill',
  'x-contains',
  'x-counter',
  'x-derived',
  'x-index',
  'x-on-delete',
  'x-owner',
  'x-unique',
  'x-was',
] as const;
const OF_TABLES = ['x-append-only', 'x-checks', 'x-index-together', 'x-unique-together', 'x-was'] as const;
const OF_WRITES = [
  'cached',
  'commandFields',
  'duplicate',
  'internal',
  'notifiesOfChanges',
  'softDelete',
  'states',
  'undo',
  'writes',
] as const;

/** Reports a resource that has a query in the folder of tables, or none in that of views. */
export function checkFolder(schema: ResourceSchema, inViews: boolean, report: Report): void {
  if (inViews && !isView({ schema })) report([], 'A view has a query: "x-query" is missing');
  if (!inViews && isView({ schema })) report(['x-query'], 'A resource with a query belongs in schemas/views');
}

/** Reports keywords that only a table can have. */
export function checkView(schema: ResourceSchema, report: Report): void {
  if (!isView({ schema })) {
    if (schema['x-lookups']) report(['x-lookups'], 'Only a view has lookups: a table has indexes');
    return;
  }
  for (const [name, lookup] of Object.entries(schema['x-lookups'] ?? {})) {
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (property === undefined) report(['x-lookups', name], `There is no property "${name}"`);
    const values = typeof lookup === 'string' || Array.isArray(lookup) ? [] : lookup.values;
    for (const value of values)
      if (property && !property.enum?.includes(value))
        report(['x-lookups', name, 'values'], `"${value}" is no value of "${name}"`);
  }
  for (const keyword of OF_TABLES)
    if (schema[keyword] !== undefined) report([keyword], 'A view has no table: leave it out');
  for (const [name, property] of Object.entries(schema.properties)) checkProperty(name, property, report);
}

function checkProperty(name: string, property: PropertySchema, report: Report): void {
  for (const keyword of OF_COLUMNS)
    if (property[keyword] !== undefined) report(['properties', name, keyword], 'A view has no table: leave it out');
  if (property.format === 'file') report(['properties', name, 'format'], 'A view cannot have files');
}

/** Reports options of writes in the configuration of a view. */
export function checkViewConfig(
  resource: Resource,
  written: { readonly [option in (typeof OF_WRITES)[number]]?: unknown },
  report: Report,
): void {
  if (!isView(resource)) return;
  for (const option of OF_WRITES)
    if (written[option] !== undefined) report([option], 'The rows of a view cannot be written: leave it out');
}
