import { FORM_LIMITS } from './request-form.ts';
import type { RequestField, RequestFormSchema } from './request-form.ts';

export interface JsonField extends Omit<RequestField, 'items'> {
  items?: { type: 'string'; format?: 'uuid'; enum?: string[]; minLength?: number; maxLength?: number };
  uniqueItems?: boolean;
  const?: true;
}

export interface JsonFormSchema {
  $schema: 'http://json-schema.org/draft-07/schema#';
  type: 'object';
  additionalProperties: false;
  properties: Record<string, JsonField>;
  required: string[];
}

/**
 * The form as a plain draft-07 schema, properties in page order. Deliberately flat: `x-show-if` is not compiled to if/then, because
 * `visibleFields` is its only implementation on both sides. Validate `pruneHidden(schema, answers)`, hide what `visibleFields` omits,
 * and add `checkAnswers` (or `missingAnswers`) for conditionally visible required fields: `required` here lists only fields that are
 * always visible.
 */
export function toJsonSchema(schema: RequestFormSchema): JsonFormSchema {
  const properties: Record<string, JsonField> = {};
  for (const name of schema['x-order']) {
    const field = schema.properties[name];
    if (field) properties[name] = jsonField(field, schema.required.includes(name));
  }
  const required = requiredNames(schema).filter(
    (name) => schema.properties[name] && !schema.properties[name]['x-show-if'],
  );
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    additionalProperties: false,
    properties,
    required,
  };
}

/** The fields without whose answer nothing is submitted, if they are shown. */
export function requiredNames({ required, properties }: RequestFormSchema): string[] {
  const consents = Object.keys(properties).filter((name) => properties[name]?.['x-consent'] === true);
  return [...new Set([...required, ...consents])];
}

function jsonField(field: RequestField, required: boolean): JsonField {
  const { enum: options, ...rest } = field;
  const anyText = { minLength: 1, maxLength: FORM_LIMITS.optionLength };
  switch (field['x-field']) {
    case 'Select':
      return field['x-other'] ? { ...rest, ...anyText } : { ...field };
    case 'MultiSelect':
      return {
        ...rest,
        items: { type: 'string', ...(field['x-other'] ? anyText : { enum: options ?? [] }) },
        uniqueItems: true,
        minItems: Math.max(field.minItems ?? 0, required ? 1 : 0),
      };
    case 'Boolean':
      return field['x-consent'] ? { ...field, const: true } : { ...field };
    case 'String':
      return { ...field, maxLength: field.maxLength ?? FORM_LIMITS.textLength };
    case 'Email':
      return { ...field, maxLength: 254 };
    case 'Integer':
    case 'Double':
    case 'Cost':
      return { ...field, minimum: field.minimum ?? lowest(field), maximum: field.maximum ?? FORM_LIMITS.number };
    case 'FileUpload':
      return { ...field, uniqueItems: true, minItems: leastFiles(field, required), maxItems: field.maxItems ?? 1 };
    default:
      return { ...field };
  }
}

/** The minimum of a number field; amounts are never negative unless the field allows it. */
export function lowest(field: RequestField): number {
  return field.minimum ?? (field['x-field'] === 'Cost' ? 0 : -FORM_LIMITS.number);
}

/** The minimum number of files: at least one for a required field. */
export function leastFiles(field: RequestField, required: boolean): number {
  return Math.max(field.minItems ?? 0, required ? 1 : 0);
}
