import { wordsOf } from '../../domain/fields.ts';
import type { ResourceSchema, PropertySchema } from '../../domain/model.ts';
import type { FieldType } from '../../domain/request-form.ts';

/** A property as the widgets read it: a resource's (domain/model.ts) or a request form's (domain/request-form.ts). */
export interface FormProperty extends Omit<PropertySchema, 'type' | 'format' | 'items' | 'properties' | 'x-labels'> {
  type: PropertySchema['type'] | 'null';
  format?: string;
  items?: FormProperty;
  properties?: Record<string, FormProperty>;
  'x-labels'?: Record<string, string> | string[];
  'x-field'?: FieldType;
  'x-multiline'?: boolean;
  'x-unit'?: string;
  'x-accept'?: string[];
  'x-max-bytes'?: number;
  'x-html'?: string;
  /** HTML that is changed as it is written, unless somebody chooses otherwise. */
  'x-source'?: boolean;
}

/** A closed object schema, one level deep: what SchemaForm renders. */
export interface FormSchema {
  type: 'object';
  title?: string;
  required?: string[];
  properties: Record<string, FormProperty>;
}

/** A resource's form schema as SchemaForm takes it. */
export function formSchemaOf(schema: ResourceSchema): FormSchema {
  return schema as FormSchema;
}

export type WidgetName =
  | 'text'
  | 'longText'
  | 'html'
  | 'integer'
  | 'number'
  | 'numbers'
  | 'money'
  | 'hour'
  | 'boolean'
  | 'yesNo'
  | 'date'
  | 'dateTime'
  | 'time'
  | 'choice'
  | 'choices'
  | 'reference'
  | 'references'
  | 'strings'
  | 'email'
  | 'url'
  | 'color'
  | 'file'
  | 'files'
  | 'image'
  | 'link'
  | 'display'
  | 'group'
  | 'rows'
  | 'json';

const BY_FORMAT: Readonly<Record<string, WidgetName>> = {
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

/** The widget of a property: the only place where a form turns a schema into an input. */
export function widgetOf(property: FormProperty): WidgetName {
  const special = widgetOfRequestField(property);
  if (special) return special;
  if (property['x-reference']) return 'reference';
  switch (property.type) {
    case 'array':
      return widgetOfList(property);
    case 'boolean':
      return 'boolean';
    case 'integer':
      return property['x-money'] ? 'money' : hasOptions(property) ? 'choice' : 'integer';
    case 'number':
      return property['x-hour'] ? 'hour' : 'number';
    case 'string':
      return widgetOfText(property);
    case 'object':
      return property.properties ? 'group' : 'json';
    default:
      return 'json';
  }
}

function widgetOfRequestField(property: FormProperty): WidgetName | undefined {
  switch (property['x-field']) {
    case 'FileUpload':
      return 'files';
    case 'Cost':
      return 'money';
    case 'DisplayOnly':
      return 'display';
    case 'Boolean':
      return 'yesNo';
    default:
      return undefined;
  }
}

function widgetOfList(property: FormProperty): WidgetName {
  const items = property.items;
  if (!items) return 'json';
  if (items['x-reference']) return 'references';
  if (hasOptions(items) || hasOptions(property)) return 'choices';
  if (items.type === 'number' && property.maxItems !== undefined && property.minItems === property.maxItems)
    return 'numbers';
  if (items.type === 'object' && items.properties) return 'rows';
  return items.type === 'string' ? 'strings' : 'json';
}

function widgetOfText(property: FormProperty): WidgetName {
  if (hasOptions(property)) return 'choice';
  const byFormat = property.format ? BY_FORMAT[property.format] : undefined;
  if (byFormat) return byFormat;
  const long = property['x-multiline'] || property['x-long'] || (property.maxLength ?? 0) > 500;
  return long ? 'longText' : 'text';
}

function hasOptions(property: FormProperty): boolean {
  return property.enum !== undefined || property['x-options'] !== undefined;
}

export interface Choice {
  value: string | number;
  label: string;
}

/** The enumeration of a property (or of its items) with its words. */
export function choicesOf(property: FormProperty): Choice[] {
  const owner = property.enum ? property : property.items?.enum ? property.items : property;
  const labels = owner['x-labels'];
  return (owner.enum ?? []).map((value, index) => {
    const label = Array.isArray(labels) ? labels[index] : labels?.[String(value)];
    return { value, label: label ?? (property['x-field'] ? String(value) : wordsOf(value)) };
  });
}

/** The values a new form starts with: the schema's defaults. */
export function defaultsOf(schema: FormSchema): Record<string, unknown> {
  const entries = Object.entries(schema.properties).filter(([, property]) => property.default !== undefined);
  return Object.fromEntries(entries.map(([name, property]) => [name, property.default]));
}

export function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** The data as the schema checks them: null is absent, and a yes-or-no box that nobody touched says no. */
export function checkedData(schema: FormSchema, data: Record<string, unknown>): Record<string, unknown> {
  const given = Object.entries(data).filter(([, value]) => value !== undefined && value !== null);
  const unticked = (schema.required ?? []).filter((name) => {
    const property = schema.properties[name];
    return property !== undefined && widgetOf(property) === 'boolean';
  });
  return { ...Object.fromEntries(unticked.map((name) => [name, false])), ...Object.fromEntries(given) };
}
