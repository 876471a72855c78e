import { isIconName, type IconName } from './icons.ts';
import { KINDS, searchFormOf, type SearchForm } from './kinds.ts';
import type { Field, FieldKind, Option } from './model.ts';
import type { ResourceConfig } from './resource-config.ts';
import type { Format, PropertySchema, ResourceSchema } from './schemas.ts';
import type { Tone } from './tones.ts';

/** Longer text gets a multi-line input. */
const ONE_LINE = 500;

/**
 * The fields of a resource: `id`, the schema's properties in order, then the other engine fields. The only place where a property is
 * mapped to a kind; columns, filters, inputs, CSV headers and API documents all derive from it.
 */
export function fieldsOf(schema: ResourceSchema, config: ResourceConfig): Field[] {
  const searched = searchedNames(schema, config);
  const own = declaredFields(schema).map((field): Field => ({
    ...field,
    readOnly: field.readOnly || isView({ schema }) || config.commandFields.includes(field.name),
    searchable: searched.has(field.name),
  }));
  return [...engineFields(schema, config, 'before'), ...own, ...engineFields(schema, config, 'after')];
}

/** Whether the rows are those of a query: only read, and without the engine's fields except `id`. */
export function isView({ schema }: { schema: ResourceSchema }): boolean {
  return schema['x-query'] !== undefined;
}

/** Whether it is a column that a write can set. */
export function isWrittenField({ engine, schema }: Pick<Field, 'engine' | 'schema'>): boolean {
  return !engine && !schema['x-counter'] && !schema['x-derived'];
}

/** The fields that the schema itself declares, in order. */
export function declaredFields(schema: Pick<ResourceSchema, 'properties' | 'required'>): Field[] {
  return Object.entries(schema.properties).map(([name, property]) => ({
    ...describe(name, property),
    required: schema.required?.includes(name) ?? false,
    engine: false,
    readOnly: property.readOnly === true || property['x-computed'] === true,
    searchable: false,
  }));
}

/**
 * A field by its name, or, as "instanceId.eventId", a field of the row that one of the references leads to: one step and no further.
 * `fieldOf` looks a field of a resource up, undefined where there is none.
 */
export function fieldThrough(
  resource: string,
  name: string,
  fieldOf: (resource: string, name: string) => Field | undefined,
): Field | undefined {
  const cut = name.indexOf('.');
  if (cut === -1) return fieldOf(resource, name);
  const through = fieldOf(resource, name.slice(0, cut));
  if (through?.reference === undefined || KINDS[through.kind].refers !== 'one') return undefined;
  const field = fieldOf(through.reference, name.slice(cut + 1));
  return field && { ...field, name, through, required: field.required && through.required };
}

/** The parts of a property that determine its kind; for resources, cards and nested properties alike. */
export type Described = Pick<
  PropertySchema,
  | 'type'
  | 'format'
  | 'enum'
  | 'maxLength'
  | 'minItems'
  | 'maxItems'
  | 'x-reference'
  | 'x-secret'
  | 'x-options'
  | 'x-money'
  | 'x-percent'
  | 'x-bytes'
  | 'x-hour'
  | 'x-long'
  | 'x-code'
> & { items?: Described; properties?: object; oneOf?: object[]; additionalProperties?: boolean | { type: string } };

export function kindOf(property: Described): FieldKind {
  if (property['x-reference']) return 'reference';
  switch (property.type) {
    case 'array':
      return listKind(property);
    case 'object':
      return objectKind(property);
    case 'boolean':
      return 'boolean';
    case 'integer':
      return hasOptions(property) ? 'enum' : integerKind(property);
    case 'number':
      return hasOptions(property) ? 'enum' : numberKind(property);
    case 'string':
      return hasOptions(property) ? 'enum' : textKind(property);
  }
}

export const FORMAT_KINDS: Readonly<Record<Format, FieldKind>> = {
  date: 'date',
  'date-time': 'dateTime',
  month: 'month',
  time: 'time',
  email: 'email',
  uri: 'url',
  color: 'color',
  html: 'html',
  file: 'file',
  image: 'image',
  link: 'link',
  rrule: 'rule',
};

function integerKind(property: Described): FieldKind {
  if (property['x-money']) return 'money';
  return property['x-percent'] ? 'percent' : property['x-bytes'] ? 'size' : 'integer';
}

function numberKind(property: Described): FieldKind {
  return property['x-percent'] ? 'percent' : property['x-hour'] ? 'hour' : 'number';
}

function textKind(property: Described): FieldKind {
  if (property.format) return FORMAT_KINDS[property.format];
  const isLong = (property.maxLength ?? 0) > ONE_LINE && !property['x-secret'];
  return property['x-long'] || isLong ? 'longText' : 'text';
}

function listKind({ items, minItems, maxItems }: Described): FieldKind {
  if (!items) return 'json';
  if (items['x-reference']) return 'references';
  if (hasOptions(items)) return 'enums';
  if (items.type === 'number' && maxItems !== undefined && minItems === maxItems) return 'numbers';
  if (items.type === 'object' && items.properties) return 'rows';
  if (items.type !== 'string') return 'json';
  return items.format === 'date' ? 'dates' : 'strings';
}

/** A variant (oneOf), an object with declared properties, a map of names to plain values, or a free-form tree. */
function objectKind({ properties, oneOf, additionalProperties: more }: Described): FieldKind {
  if (oneOf) return 'variants';
  if (properties) return 'group';
  return typeof more === 'object' && (more.type === 'array' || more.type === 'object') ? 'json' : 'keyValue';
}

function hasOptions(property: Described): boolean {
  return property.enum !== undefined || property['x-options'] !== undefined;
}

function describe(
  name: string,
  property: PropertySchema,
  kind = kindOf(property),
): Omit<Field, 'required' | 'engine' | 'readOnly' | 'searchable'> {
  const { list, refers, filter } = KINDS[kind];
  const valued = list ? (property.items ?? property) : property;
  const reference = refers === null ? undefined : valued['x-reference'];
  const values = filter === 'choices' ? valued.enum : undefined;
  const labels = valued['x-labels'] ?? property['x-labels'] ?? {};
  return {
    name,
    title: property.title ?? titleFromName(name),
    ...(property.description === undefined ? {} : { description: property.description }),
    kind,
    schema: property,
    ...(reference === undefined ? {} : { reference }),
    ...(values
      ? {
          options: values.map((value) => ({
            value,
            label: labels[String(value)] ?? valueLabel(value),
            ...optionLook(valued, String(value)),
          })),
        }
      : {}),
    long: property['x-long'] === true,
  };
}

/** Each tone's icon, so that color is never the only cue. */
const TONE_ICONS: Readonly<Record<Tone, IconName>> = {
  blue: 'activity',
  darkBlue: 'hammer',
  green: 'circle-check',
  red: 'circle-x',
  orange: 'triangle-alert',
  grey: 'circle',
  yellow: 'clock',
};

function optionLook({ 'x-tones': tones, 'x-icons': icons }: PropertySchema, value: string): Pick<Option, 'look'> {
  if (!tones) return {};
  const tone = tones[value] ?? 'grey';
  const icon = icons?.[value];
  return { look: { tone, icon: icon !== undefined && isIconName(icon) ? icon : TONE_ICONS[tone] } };
}

/** The placeholders of `represent`: "{lastName}, {firstName}" -> lastName, firstName. */
export function representedNames(represent: string): string[] {
  return [...represent.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
}

/**
 * The properties indexed for full-text search: those marked x-search, else the text fields of `represent`, so that every resource can
 * be found by typing. The id is included where `represent` uses it.
 */
function searchedNames(schema: ResourceSchema, config: ResourceConfig): Set<string> {
  const marked = Object.entries(schema.properties)
    .filter(([, property]) => property['x-search'])
    .map(([name]) => name);
  if (marked.length > 0 || config.internal || isView({ schema })) return new Set(marked);
  const texts = representedNames(config.represent).filter((name) => {
    const form = searchFormIn(schema.properties[name]);
    return form !== null && form !== 'referenced';
  });
  return new Set(texts);
}

/** How full-text search indexes the property; null when it does not. */
export function searchFormIn(property: PropertySchema | undefined): SearchForm | null {
  return property === undefined ? null : searchFormOf(kindOf(property), property);
}

function engineFields(schema: ResourceSchema, config: ResourceConfig, place: 'before' | 'after'): Field[] {
  if (place === 'before') {
    const id = engineField('id', 'ID', schema['x-id'] === 'uuid' ? { type: 'string' } : { type: 'integer' });
    const names = !config.internal && representedNames(config.represent).includes('id');
    return [{ ...id, searchable: names && searchFormOf('id', id.schema) !== null }];
  }
  if (isView({ schema })) return [];
  return [
    engineField('version', 'Version', { type: 'integer' }),
    engineField('createdAt', 'Created', { type: 'string', format: 'date-time' }),
    engineField('createdById', 'Created by', { type: 'integer', 'x-reference': 'users' }),
    engineField('updatedAt', 'Updated', { type: 'string', format: 'date-time' }),
    engineField('updatedById', 'Updated by', { type: 'integer', 'x-reference': 'users' }),
    ...(config.softDelete ? [engineField('deletedAt', 'Deleted', { type: 'string', format: 'date-time' })] : []),
  ];
}

const ALWAYS_SET = ['id', 'version', 'createdAt', 'updatedAt'];

function engineField(name: string, title: string, property: PropertySchema): Field {
  const schema = { ...property, title, readOnly: true };
  return {
    ...describe(name, schema, name === 'id' ? 'id' : undefined),
    required: ALWAYS_SET.includes(name),
    engine: true,
    readOnly: true,
    searchable: false,
  };
}

/** "startsOn" -> "Starts on", "groupId" -> "Group". */
export function titleFromName(name: string): string {
  return capitalised(split(name.replace(/(?<=[a-z0-9])Ids?$/, '')));
}

/** The default label of a value: "noShow" -> "No show". Text that is not an identifier is returned unchanged. */
export function valueLabel(value: string | number): string {
  const text = String(value);
  return /^[a-z][A-Za-z0-9_-]*$/.test(text) || /^([A-Z][a-z]+){2,}$/.test(text) ? capitalised(split(text)) : text;
}

function split(name: string): string {
  return name
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .trim();
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
