import { kindOf, valueLabel, type Described } from '../../../domain/declarations/fields.ts';
import { KINDS, type WidgetName } from '../../../domain/declarations/kinds.ts';
import type { ResourceSchema, PropertySchema } from '../../../domain/declarations/schemas.ts';
import type { FieldType } from '../../../domain/requests/request-form.ts';

/** A property as widgets read it: a resource's (domain/declarations/model.ts) or a request form's (domain/requests/request-form.ts). */
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
  /** A choice: any text beside the options. */
  'x-other'?: boolean;
  /** Yes or no: only "yes" is accepted. */
  'x-consent'?: boolean;
  'x-unit'?: string;
  'x-html'?: string;
  /** HTML edited as source, unless the user chooses otherwise. */
  'x-source'?: boolean;
}

/** The schema that SchemaForm renders: a closed object, one level deep. */
export interface FormSchema {
  type: 'object';
  title?: string;
  required?: string[];
  properties: Record<string, FormProperty>;
}

/** The declared property. RJSF passes a derived schema instead: for an open object it adds a property for each key of the data. */
export function declaredProperty({ rootSchema }: { rootSchema: object }, name: string): FormProperty {
  const property = (rootSchema as FormSchema).properties[name];
  if (!property) throw new Error(`The form has no property ${name}`);
  return property;
}

/** A resource's form schema as SchemaForm takes it. */
export function toFormSchema(schema: ResourceSchema): FormSchema {
  return schema as FormSchema;
}

/** The inputs of request form fields; a text field's depends on its length. */
const REQUEST_WIDGETS: Readonly<Record<FieldType, WidgetName | null>> = {
  String: null,
  Integer: 'integer',
  Double: 'number',
  Select: 'choice',
  MultiSelect: 'choices',
  Boolean: 'yesNo',
  Email: 'email',
  FileUpload: 'files',
  Cost: 'money',
  DisplayOnly: 'display',
  DateTime: 'dateTime',
  Date: 'date',
};

/** The widget of a property: that of its kind (domain/declarations/kinds.ts), or of the request form field. */
export function widgetOf(property: FormProperty): WidgetName {
  const ofField = property['x-field'] && REQUEST_WIDGETS[property['x-field']];
  if (property['x-consent']) return 'boolean';
  if (ofField) return ofField;
  if (property['x-multiline']) return 'longText';
  // Types that only request forms have are handled above.
  return KINDS[kindOf(property as Described)].widget;
}

export interface Choice {
  value: string | number;
  label: string;
  icon?: string;
}

/** The options of an enumeration (or of a list's items) with their labels and icons. */
export function choicesOf(property: FormProperty): Choice[] {
  const owner = property.enum ? property : property.items?.enum ? property.items : property;
  const labels = owner['x-labels'];
  return (owner.enum ?? []).map((value, index) => {
    const label = Array.isArray(labels) ? labels[index] : labels?.[String(value)];
    const icon = owner['x-icons']?.[String(value)];
    return {
      value,
      label: label ?? (property['x-field'] ? String(value) : valueLabel(value)),
      ...(icon === undefined ? {} : { icon }),
    };
  });
}

/** The values a new form starts with: the schema's defaults. */
export function defaultsOf(schema: FormSchema): Record<string, unknown> {
  const entries = Object.entries(schema.properties).filter(([, property]) => property.default !== undefined);
  return Object.fromEntries(entries.map(([name, property]) => [name, property.default]));
}

/** An empty text is a value where “Other” is offered: it is chosen, without its text. */
export function isEmptyValue(value: unknown, property?: FormProperty): boolean {
  return value === undefined || value === null || (value === '' && !property?.['x-other']);
}

/** The data as they are validated: null becomes absent, an untouched checkbox false. */
export function checkedData(schema: FormSchema, data: Record<string, unknown>): Record<string, unknown> {
  const given = Object.entries(data).filter(([, value]) => value !== undefined && value !== null);
  const unticked = (schema.required ?? []).filter((name) => {
    const property = schema.properties[name];
    return property !== undefined && widgetOf(property) === 'boolean';
  });
  return { ...Object.fromEntries(unticked.map((name) => [name, false])), ...Object.fromEntries(given) };
}
