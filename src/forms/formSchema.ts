import { kindOf, wordsOf, type Described } from '../../domain/fields.ts';
import { KINDS, type WidgetName } from '../../domain/kinds.ts';
import type { ResourceSchema, PropertySchema } from '../../domain/model.ts';
import type { FieldType } from '../../domain/request-form.ts';

/** A property as the widgets read it: a resource's (domain/model.ts) or a request form's (domain/request-form.ts). */
export interface FormProperty extends Omit<
  PropertySchema,
  'type' | 'format' | 'items' | 'properties' | 'oneOf' | 'x-labels'
> {
  type: PropertySchema['type'] | 'null';
  format?: string;
  items?: FormProperty;
  properties?: Record<string, FormProperty>;
  oneOf?: FormProperty[];
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

/** The property as it is declared. RJSF hands on its own reading: of an open object, with a property for each name in the data. */
export function declaredProperty({ rootSchema }: { rootSchema: object }, name: string): FormProperty {
  const property = (rootSchema as FormSchema).properties[name];
  if (!property) throw new Error(`The form has no property ${name}`);
  return property;
}

/** A resource's form schema as SchemaForm takes it. */
export function formSchemaOf(schema: ResourceSchema): FormSchema {
  return schema as FormSchema;
}

/** The inputs of a request form's fields; a text's follows from how much it may hold. */
const REQUEST_WIDGETS: Readonly<Record<FieldType, WidgetName | null>> = {
  String: null,
  Integer: 'integer',
  Double: 'number',
  Select: 'choice',
  Boolean: 'yesNo',
  Email: 'email',
  FileUpload: 'files',
  Cost: 'money',
  DisplayOnly: 'display',
  DateTime: 'dateTime',
  Date: 'date',
};

/** The widget of a property: that of its kind (domain/kinds.ts), or of the request form's field. */
export function widgetOf(property: FormProperty): WidgetName {
  const ofField = property['x-field'] && REQUEST_WIDGETS[property['x-field']];
  if (ofField) return ofField;
  if (property['x-multiline']) return 'longText';
  // All that a request form adds to what resources declare is dealt with above.
  return KINDS[kindOf(property as Described)].widget;
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
