import { isIconName, type IconName } from './icons.ts';
import { KINDS, searchFormOf, type SearchForm } from './kinds.ts';
import type { Field, FieldKind, Format, Option, PropertySchema, ResourceConfig, ResourceSchema } from './model.ts';
import type { Tone } from './tones.ts';

/** A text longer than this is edited in several lines. */
const ONE_LINE = 500;

/**
 * The fields of a resource: `id`, the schema's properties in order, then the other engine fields. The one place where a
 * property becomes a kind; columns, filters, inputs, CSV headers and API documents all follow it.
 */
export function fieldsOf(schema: ResourceSchema, config: ResourceConfig): Field[] {
  const searched = searchedNames(schema, config);
  const own = declaredFields(schema).map((field): Field => ({
    ...field,
    readOnly: field.readOnly || config.commandFields.includes(field.name),
    searchable: searched.has(field.name),
  }));
  return [...engineFields(schema, config, 'before'), ...own, ...engineFields(schema, config, 'after')];
}

/** The fields that a schema itself names, in order. */
export function declaredFields(schema: Pick<ResourceSchema, 'properties' | 'required'>): Field[] {
  return Object.entries(schema.properties).map(([name, property]) => ({
    ...describe(name, property),
    required: schema.required?.includes(name) ?? false,
    engine: false,
    readOnly: property.readOnly === true || property['x-computed'] === true,
    searchable: false,
  }));
}

/** What tells the kind of a property: of a resource, a card, or a part of them. */
export type Described = Pick<
  PropertySchema,
  | 'type'
  | 'format'
  | 'enum'
  | 'maxLength'
  | 'minItems'
  | 'maxItems'
  | 'x-reference'
  | 'x-options'
  | 'x-money'
  | 'x-bytes'
  | 'x-hour'
  | 'x-long'
> & { items?: Described; properties?: object; oneOf?: object[]; additionalProperties?: boolean | { type: string } };

/** What kind of value a property holds. */
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
      return hasOptions(property) ? 'enum' : property['x-hour'] ? 'hour' : 'number';
    case 'string':
      return hasOptions(property) ? 'enum' : textKind(property);
  }
}

/** The kind that each format makes of a text. */
export const FORMAT_KINDS: Readonly<Record<Format, FieldKind>> = {
  date: 'date',
  'date-time': 'dateTime',
  time: 'time',
  email: 'email',
  uri: 'url',
  color: 'color',
  html: 'html',
  file: 'file',
  image: 'image',
  link: 'link',
};

function integerKind(property: Described): FieldKind {
  return property['x-money'] ? 'money' : property['x-bytes'] ? 'size' : 'integer';
}

function textKind(property: Described): FieldKind {
  if (property.format) return FORMAT_KINDS[property.format];
  return property['x-long'] || (property.maxLength ?? 0) > ONE_LINE ? 'longText' : 'text';
}

function listKind({ items, minItems, maxItems }: Described): FieldKind {
  if (!items) return 'json';
  if (items['x-reference']) return 'references';
  if (hasOptions(items)) return 'enums';
  if (items.type === 'number' && maxItems !== undefined && minItems === maxItems) return 'numbers';
  if (items.type === 'object' && items.properties) return 'rows';
  return items.type === 'string' ? 'strings' : 'json';
}

/** An object of one of several forms, with declared parts, names with a plain value each (of any kind where none is declared), or a deeper tree. */
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
    title: property.title ?? titleOf(name),
    ...(property.description === undefined ? {} : { description: property.description }),
    kind,
    schema: property,
    ...(reference === undefined ? {} : { reference }),
    ...(values
      ? {
          options: values.map((value) => ({
            value,
            label: labels[String(value)] ?? wordsOf(value),
            ...lookOf(valued, String(value)),
          })),
        }
      : {}),
    long: property['x-long'] === true,
  };
}

/** The icons that say what a colour says, to those who see no colours. */
const TONE_ICONS: Readonly<Record<Tone, IconName>> = {
  blue: 'activity',
  darkBlue: 'hammer',
  green: 'circle-check',
  red: 'circle-x',
  orange: 'triangle-alert',
  grey: 'circle',
  yellow: 'clock',
};

function lookOf({ 'x-tones': tones, 'x-icons': icons }: PropertySchema, value: string): Pick<Option, 'look'> {
  if (!tones) return {};
  const tone = tones[value] ?? 'grey';
  const icon = icons?.[value];
  return { look: { tone, icon: icon !== undefined && isIconName(icon) ? icon : TONE_ICONS[tone] } };
}

/** Names in `represent`: "{lastName}, {firstName}" -> lastName, firstName. */
export function representedNames(represent: string): string[] {
  return [...represent.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
}

/**
 * The properties that full-text search reads: those marked x-search, or, where none is, the texts a record is represented
 * by, so that every resource can be picked by typing. The id is read where records are called by it.
 */
function searchedNames(schema: ResourceSchema, config: ResourceConfig): Set<string> {
  const marked = Object.entries(schema.properties)
    .filter(([, property]) => property['x-search'])
    .map(([name]) => name);
  if (marked.length > 0 || config.internal) return new Set(marked);
  const texts = representedNames(config.represent).filter((name) => {
    const form = searchFormIn(schema.properties[name]);
    return form !== null && form !== 'referenced';
  });
  return new Set(texts);
}

/** How the full-text search would read the property; null where there is nothing to read. */
export function searchFormIn(property: PropertySchema | undefined): SearchForm | null {
  return property === undefined ? null : searchFormOf(kindOf(property), property);
}

function engineFields(schema: ResourceSchema, config: ResourceConfig, place: 'before' | 'after'): Field[] {
  if (place === 'before') {
    const id = engineField('id', 'ID', schema['x-id'] === 'uuid' ? { type: 'string' } : { type: 'integer' });
    const names = !config.internal && representedNames(config.represent).includes('id');
    return [{ ...id, searchable: names && searchFormOf('id', id.schema) !== null }];
  }
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
export function titleOf(name: string): string {
  return capitalised(split(name.replace(/(?<=[a-z0-9])Ids?$/, '')));
}

/** The label of a value without one: "noShow" -> "No show"; what is not a word of code stays as it is. */
export function wordsOf(value: string | number): string {
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
