/**
 * A request form: the closed draft-07 subset that staff may write (schemas/meta/request-form.json).
 * No $ref, $id, pattern or default; eleven field types; at most 300 fields, one level deep.
 */

/** The specification's numeric enumeration, in its order. */
export const FIELD_TYPES = [
  'String',
  'Integer',
  'Double',
  'Select',
  'Boolean',
  'Email',
  'FileUpload',
  'Cost',
  'DisplayOnly',
  'DateTime',
  'Date',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export const COST_TYPES = [
  'Poster',
  'Quoted',
  'Assigned',
  'Free',
  'Approval',
  'DirectCostInput',
  'AssignedGranular',
] as const;
export type CostType = (typeof COST_TYPES)[number];

/** "show this field when": one comparison, or all/any of several. `field` names an earlier field. */
export type ShowIf =
  | {
      field: string;
      is: 'equal' | 'notEqual' | 'oneOf' | 'atLeast' | 'atMost' | 'answered';
      value?: string | number | boolean | (string | number)[];
    }
  | { all: ShowIf[] }
  | { any: ShowIf[] };

/** One field, as a property of the form's schema. */
export interface RequestField {
  'x-field': FieldType;
  /** string: String, Select, Email, DateTime, Date. integer: Integer, and Cost (cents). number: Double. boolean: Boolean. array of file ids: FileUpload. null: DisplayOnly. */
  type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'null';
  title: string;
  description?: string;
  format?: 'email' | 'date' | 'date-time';
  enum?: string[];
  /** Words for the enum values, in the same order. */
  'x-labels'?: string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: { type: 'string'; format: 'uuid' };
  /** String: several lines. */
  'x-multiline'?: boolean;
  /** Integer and Double: shown behind the input ("in", "g"). */
  'x-unit'?: string;
  /** FileUpload: accepted endings ([".pdf", ".stl"]) and the largest size of one file in bytes. */
  'x-accept'?: string[];
  'x-max-bytes'?: number;
  /** DisplayOnly: sanitised HTML. */
  'x-html'?: string;
  /** Section heading this field starts. */
  'x-section'?: string;
  'x-show-if'?: ShowIf;
}

export interface RequestFormSchema {
  type: 'object';
  additionalProperties: false;
  properties: Record<string, RequestField>;
  required: string[];
  /** All property names, in the order of the page. (jsonb keeps no key order.) */
  'x-order': string[];
}

/** A form to begin with, before staff have added anything. */
export const EMPTY_FORM: RequestFormSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {},
  required: [],
  'x-order': [],
};

export type Answers = Record<string, string | number | boolean | string[] | null>;

/** What a form may weigh. Every bound is checked when a form is saved, so a form is always quick to check and to show. */
export const FORM_LIMITS = {
  fields: 300,
  nameLength: 60,
  titleLength: 200,
  helpLength: 1_000,
  unitLength: 20,
  htmlLength: 20_000,
  options: 200,
  optionLength: 200,
  /** Longest text answer, where the field sets no shorter one. */
  textLength: 10_000,
  files: 20,
  fileBytes: 200 * 1024 * 1024,
  /** Where the field names no limit of its own. */
  defaultFileBytes: 25 * 1024 * 1024,
  /** Largest magnitude of a number limit or answer, and of an amount in cents. */
  number: 1_000_000_000_000,
  showIfNodes: 20,
  showIfDepth: 3,
  faults: 100,
} as const;

/** JSON type and format of each field type. */
export const FIELD_SHAPES: Record<
  FieldType,
  { type: RequestField['type']; format?: NonNullable<RequestField['format']> }
> = {
  String: { type: 'string' },
  Integer: { type: 'integer' },
  Double: { type: 'number' },
  Select: { type: 'string' },
  Boolean: { type: 'boolean' },
  Email: { type: 'string', format: 'email' },
  FileUpload: { type: 'array' },
  Cost: { type: 'integer' },
  DisplayOnly: { type: 'null' },
  DateTime: { type: 'string', format: 'date-time' },
  Date: { type: 'string', format: 'date' },
};

/** No answer: nothing, null, an empty or blank text, no file. `false` and 0 are answers. */
export function isUnanswered(value: unknown): boolean {
  return (
    value == null || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)
  );
}

/**
 * The fields that are shown for these answers, as `showIf` rules decide. Rules look at earlier fields only, so one pass
 * in page order settles it; a hidden field counts as unanswered, and a comparison with an unanswered field never holds
 * (also "is not").
 */
export function visibleFields(schema: RequestFormSchema, answers: Record<string, unknown>): Set<string> {
  const visible = new Set<string>();
  const valueOf = (name: string): unknown => (visible.has(name) ? answers[name] : undefined);
  for (const name of schema['x-order']) {
    const field = schema.properties[name];
    if (field && (!field['x-show-if'] || showIfHolds(field['x-show-if'], valueOf))) visible.add(name);
  }
  return visible;
}

function showIfHolds(rule: ShowIf, valueOf: (name: string) => unknown): boolean {
  if ('all' in rule) return rule.all.every((part) => showIfHolds(part, valueOf));
  if ('any' in rule) return rule.any.some((part) => showIfHolds(part, valueOf));
  const answer = valueOf(rule.field);
  if (isUnanswered(answer)) return false;
  const { value } = rule;
  switch (rule.is) {
    case 'answered':
      return true;
    case 'equal':
      return answer === value;
    case 'notEqual':
      return answer !== value;
    case 'oneOf':
      return Array.isArray(value) && (value as unknown[]).includes(answer);
    case 'atLeast':
      return typeof answer === 'number' && typeof value === 'number' && answer >= value;
    case 'atMost':
      return typeof answer === 'number' && typeof value === 'number' && answer <= value;
  }
}

/**
 * The answers without those of hidden fields and without empty ones, in page order. Names that the form does not have
 * are kept, so that `checkAnswers` can refuse them.
 */
export function pruneHidden(schema: RequestFormSchema, answers: Record<string, unknown>): Record<string, unknown> {
  const visible = visibleFields(schema, answers);
  const known = schema['x-order'].filter((name) => visible.has(name) && !isUnanswered(answers[name]));
  const unknown = Object.keys(answers).filter((name) => !Object.hasOwn(schema.properties, name));
  return Object.fromEntries([...known, ...unknown].map((name) => [name, answers[name]]));
}
