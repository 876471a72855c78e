/**
 * Request forms: a closed draft-07 subset that staff can author (schemas/meta/request-form.json). No $ref, $id, pattern or default;
 * twelve field types; at most 300 fields, one level deep.
 */

export const FIELD_TYPES = [
  'String',
  'Integer',
  'Double',
  'Select',
  'MultiSelect',
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

export type ShowIf =
  | {
      field: string;
      is: 'equal' | 'notEqual' | 'oneOf' | 'atLeast' | 'atMost' | 'moreThan' | 'lessThan' | 'answered' | 'unanswered';
      value?: string | number | boolean | (string | number)[];
      /** Instead of a value: the answer to this field. */
      other?: string;
    }
  | { all: ShowIf[] }
  | { any: ShowIf[] };

/** A rule across answers: while it holds, the answers are refused with the message at the field that has it. */
export interface AnswerRule {
  when: ShowIf;
  message: string;
}

/** A line of the price. `amount`: a formula (price-formula.ts) in units of the currency. */
export interface PriceRule {
  label: string;
  amount: string;
}

export const TODAY = '$today';

/** A day some days after (or, negative, before) today or the answer to an earlier field. */
export interface DateBound {
  /** TODAY or the name of a field. */
  from: string;
  days?: number;
}

export interface RequestField {
  'x-field': FieldType;
  type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'null';
  title: string;
  description?: string;
  format?: 'email' | 'date' | 'date-time';
  enum?: string[];
  /** Labels of the enum values, in the same order. */
  'x-labels'?: string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: { type: 'string'; format: 'uuid' };
  /** String: multi-line input. */
  'x-multiline'?: boolean;
  /** Select and MultiSelect: any text is accepted beside the options, as "Other". */
  'x-other'?: true;
  /** Boolean: only "yes" is accepted. */
  'x-consent'?: true;
  /** Date and DateTime: the first and the last day that are accepted. */
  'x-earliest'?: DateBound;
  'x-latest'?: DateBound;
  /** Date and DateTime: id of the location that has to be open then. */
  'x-place'?: number;
  /** Checked in this order; they refer to earlier fields and to this one. */
  'x-rules'?: AnswerRule[];
  /** Integer and Double: unit shown after the input ("in", "g"). */
  'x-unit'?: string;
  /** FileUpload: accepted extensions ([".pdf", ".stl"]) and maximum bytes per file. */
  'x-accept'?: string[];
  'x-max-bytes'?: number;
  /** DisplayOnly: sanitized HTML. */
  'x-html'?: string;
  /** Heading of the section that starts at this field. */
  'x-section'?: string;
  'x-show-if'?: ShowIf;
  /** String, Select and FileUpload: the answer is the subject of the request. At most one field. */
  'x-subject'?: true;
  /** Date and DateTime: the day by which the request is needed. At most one field. */
  'x-needed-by'?: true;
}

export interface RequestFormSchema {
  type: 'object';
  additionalProperties: false;
  properties: Record<string, RequestField>;
  required: string[];
  /** All property names in page order (jsonb does not preserve key order). */
  'x-order': string[];
  /** For cost types with a price by answers: its lines. */
  'x-price'?: PriceRule[];
}

/** The initial schema of a new form. */
export const EMPTY_FORM: RequestFormSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {},
  required: [],
  'x-order': [],
};

export type Answers = Record<string, string | number | boolean | string[] | null>;

/** Bounds of a form, all checked when it is saved, so that checking and rendering stay fast. */
export const FORM_LIMITS = {
  fields: 300,
  nameLength: 60,
  titleLength: 200,
  helpLength: 1_000,
  unitLength: 20,
  htmlLength: 20_000,
  options: 200,
  optionLength: 200,
  /** Maximum length of a text answer without a limit of its own. */
  textLength: 10_000,
  files: 20,
  fileBytes: 200 * 1024 * 1024,
  /** Largest magnitude of a number, a number limit, or an amount in cents. */
  number: 1_000_000_000_000,
  showIfNodes: 20,
  showIfDepth: 3,
  rules: 10,
  priceLines: 20,
  /** Days between a date and its bound. */
  boundDays: 3_650,
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
  MultiSelect: { type: 'array' },
  Boolean: { type: 'boolean' },
  Email: { type: 'string', format: 'email' },
  FileUpload: { type: 'array' },
  Cost: { type: 'integer' },
  DisplayOnly: { type: 'null' },
  DateTime: { type: 'string', format: 'date-time' },
  Date: { type: 'string', format: 'date' },
};

/** Undefined, null, empty or blank text, or an empty list. `false` and 0 are answers. */
export function isUnanswered(value: unknown): boolean {
  return (
    value == null || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)
  );
}

/**
 * Whether the field has no answer. “Other” chosen without its text (an empty text) is an answer, so that it is refused and not silently
 * dropped.
 */
export function isMissingAnswer(field: RequestField | undefined, value: unknown): boolean {
  return isUnanswered(value) && !(field?.['x-other'] && typeof value === 'string');
}

/**
 * The fields visible for these answers according to `showIf`. Rules refer to earlier fields only, so a single pass suffices. A hidden
 * field counts as unanswered, and no comparison with an unanswered field holds, not even "is not".
 */
export function visibleFields(schema: RequestFormSchema, answers: Record<string, unknown>): Set<string> {
  const visible = new Set<string>();
  const visibleValue = (name: string): unknown => (visible.has(name) ? answers[name] : undefined);
  for (const name of schema['x-order']) {
    const field = schema.properties[name];
    if (field && (!field['x-show-if'] || conditionHolds(field['x-show-if'], visibleValue))) visible.add(name);
  }
  return visible;
}

/** Whether the condition holds for these answers; `valueOf` returns undefined for what is hidden. */
export function conditionHolds(rule: ShowIf, valueOf: (name: string) => unknown): boolean {
  if ('all' in rule) return rule.all.every((part) => conditionHolds(part, valueOf));
  if ('any' in rule) return rule.any.some((part) => conditionHolds(part, valueOf));
  const answer = valueOf(rule.field);
  if (rule.is === 'unanswered') return isUnanswered(answer);
  if (isUnanswered(answer)) return false;
  const value = rule.other === undefined ? rule.value : valueOf(rule.other);
  if (rule.other !== undefined && isUnanswered(value)) return false;
  switch (rule.is) {
    case 'answered':
      return true;
    case 'equal':
      return isOrHolds(answer, value);
    case 'notEqual':
      return !isOrHolds(answer, value);
    case 'oneOf':
      return Array.isArray(value) && value.some((one) => isOrHolds(answer, one));
    default:
      return isInOrder(rule.is, answer, value);
  }
}

function isOrHolds(answer: unknown, value: unknown): boolean {
  return Array.isArray(answer) ? answer.includes(value) : answer === value;
}

/** Numbers, dates, and instants whatever their offset. */
function isInOrder(is: 'atLeast' | 'atMost' | 'moreThan' | 'lessThan', answer: unknown, value: unknown): boolean {
  const [one, two] = [orderOf(answer), orderOf(value)];
  if (one === null || two === null) return false;
  if (is === 'atLeast') return one >= two;
  if (is === 'atMost') return one <= two;
  return is === 'moreThan' ? one > two : one < two;
}

function orderOf(value: unknown): number | null {
  const order = typeof value === 'string' && /^\d{4}-/.test(value) ? Date.parse(value) : value;
  return typeof order === 'number' && !Number.isNaN(order) ? order : null;
}

/** The label of a chosen option; of "Other", the text itself. */
export function optionLabel(field: RequestField, value: string): string {
  return field['x-labels']?.[field.enum?.indexOf(value) ?? -1] ?? value;
}

/** The answers in page order without hidden and empty ones. Unknown names are kept, so that `checkAnswers` can refuse them. */
export function pruneHidden(schema: RequestFormSchema, answers: Record<string, unknown>): Record<string, unknown> {
  const visible = visibleFields(schema, answers);
  const known = schema['x-order'].filter(
    (name) => visible.has(name) && !isMissingAnswer(schema.properties[name], answers[name]),
  );
  const unknown = Object.keys(answers).filter((name) => !Object.hasOwn(schema.properties, name));
  return Object.fromEntries([...known, ...unknown].map((name) => [name, answers[name]]));
}
