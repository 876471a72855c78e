import { formatHour, formatMoney } from '../../domain/values/formats.ts';
import type { WidgetName } from '../../domain/declarations/kinds.ts';
import { isInstant } from '../../domain/declarations/condition-values.ts';
import { isDate } from '../../domain/values/dates.ts';
import type { Format } from '../../domain/declarations/schemas.ts';
import { typedFault } from '../ui/datePicker/typed.ts';
import { widgetOf, type FormProperty, type FormSchema } from './shared/formSchema.ts';
import type { FieldErrors } from './shared/formServices.ts';
import { fieldAt } from './shared/places.ts';
import { WIDGET_TRAITS } from './shared/widgetTraits.ts';

export interface Fault {
  keyword: string;
  instancePath: string;
  params: Record<string, unknown>;
}

/** The order of precedence when a field violates several rules. */
const PRECEDENCE = ['required', 'type', 'enum', 'format', 'minLength', 'maxLength', 'minimum', 'maximum'];

/** Keywords that only repeat other errors. */
const CONSEQUENCES = new Set(['if', 'allOf', 'anyOf', 'oneOf', 'not']);

export const REQUIRED = 'This field is required';
const CHECK = 'Check this value';

/** One message per invalid field of `data`, by its path, in the specification's words where it has them. */
export function faultMessages(faults: readonly Fault[], schema: FormSchema, data: unknown): FieldErrors {
  const first = new Map<string, Fault>();
  for (const fault of faults) {
    if (CONSEQUENCES.has(fault.keyword)) continue;
    const field = fieldAt(faultPlace(fault));
    const known = first.get(field);
    if (!known || rank(fault) < rank(known)) first.set(field, fault);
  }
  return Object.fromEntries([...first.values()].map((fault) => [faultPlace(fault), messageAt(fault, schema, data)]));
}

function faultPlace(fault: Fault): string {
  const named = fault.params['missingProperty'] ?? fault.params['additionalProperty'] ?? fault.params['tag'];
  const names = [...fault.instancePath.split('/').slice(1), ...(typeof named === 'string' ? [named] : [])];
  return names.join('/');
}

/** Names the entry for lists; numbers have messages of their own. */
function messageAt(fault: Fault, schema: FormSchema, data: unknown): string {
  const [field = '', entry] = faultPlace(fault).split('/');
  const property = schema.properties[field];
  const message = faultText(fault, property, valueAt(data, faultPlace(fault)));
  const isEntry = entry !== undefined && /^\d+$/.test(entry) && !(property && widgetOf(property) === 'numbers');
  return isEntry ? `Entry ${Number(entry) + 1}: ${message}` : message;
}

function valueAt(data: unknown, place: string): unknown {
  return place
    .split('/')
    .reduce<unknown>(
      (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
      data,
    );
}

function rank(fault: Fault): number {
  const position = PRECEDENCE.indexOf(fault.keyword);
  return position === -1 ? PRECEDENCE.length : position;
}

type Texts = (context: { fault: Fault; property: FormProperty | undefined; value: unknown; limit: number }) => string;

const chooseOne: Texts = () => 'Choose one of the options';
const MESSAGES: Readonly<Record<string, Texts>> = {
  required: () => REQUIRED,
  discriminator: ({ value }) => (value === undefined ? REQUIRED : 'Choose one of the options'),
  type: ({ property, value }) => wrongType(property, String(value)),
  enum: chooseOne,
  const: chooseOne,
  format: ({ fault, property, value }) => wrongFormat(property?.format ?? String(fault.params['format']), value),
  pattern: ({ fault, property }) => wrongPattern(fault, property),
  minLength: ({ limit }) => (limit === 1 ? REQUIRED : `Enter at least ${limit} characters`),
  maxLength: ({ limit }) => `Enter at most ${limit} characters`,
  minimum: ({ property, limit }) => `Enter ${quantity(property, limit)} or more`,
  maximum: ({ property, limit }) => `Enter ${quantity(property, limit)} or less`,
  exclusiveMinimum: ({ property, limit }) => `Enter more than ${quantity(property, limit)}`,
  exclusiveMaximum: ({ property, limit }) => `Enter less than ${quantity(property, limit)}`,
  multipleOf: ({ fault }) => `Enter a multiple of ${String(fault.params['multipleOf'])}`,
  minItems: ({ limit }) => (limit === 1 ? REQUIRED : `Add at least ${limit}`),
  maxItems: ({ limit }) =>
    limit === 1 ? 'Only one is allowed. Remove the others' : `No more than ${limit} allowed. Remove some`,
  uniqueItems: () => 'This value appears twice. Remove one',
  additionalProperties: () => 'This field is not part of the form',
};

function faultText(fault: Fault, property: FormProperty | undefined, value: unknown): string {
  const { limit } = fault.params;
  const texts = Object.hasOwn(MESSAGES, fault.keyword) ? MESSAGES[fault.keyword] : undefined;
  return texts?.({ fault, property, value, limit: typeof limit === 'number' ? limit : 0 }) ?? CHECK;
}

function wrongType(property: FormProperty | undefined, typed: string): string {
  const words = property && WIDGET_TRAITS[widgetOf(property)].wrongType;
  return (typeof words === 'function' ? words(typed) : words) ?? CHECK;
}

/** Whether it is a day or an instant, rather than text that cannot be read as one. */
export function isDateText(text: string): boolean {
  return isDate(text) || isInstant(text);
}

/** Whether the input itself already says what is wrong with the value once it is left. */
export function saysItself(property: FormProperty | undefined, value: unknown): boolean {
  const widget = property && widgetOf(property);
  if (widget === 'time') return true;
  const isDated = widget === 'date' || widget === 'dateTime' || widget === 'dates';
  return isDated && [value].flat().some((one) => typeof one === 'string' && !isDateText(one));
}

/** What to do about a field without its required answer, as the summary of errors says it. */
export function missingText(property: FormProperty | undefined, name: string): string {
  const title = property?.title ?? name;
  if (title.endsWith('?')) return `Answer “${title}”`;
  return `${(property && MISSING_VERBS[widgetOf(property)]) ?? 'Enter'} “${title}”`;
}

const MISSING_VERBS: Partial<Record<WidgetName, string>> = {
  ...{
    choice: 'Choose',
    choices: 'Choose',
    reference: 'Choose',
    references: 'Choose',
    dates: 'Choose',
    yesNo: 'Answer',
  },
  ...{ variants: 'Choose', file: 'Add', files: 'Add', image: 'Add', rows: 'Add' },
};

/** A pattern is explained by the property's own description; for a list that describes the whole value. */
function wrongPattern(fault: Fault, property: FormProperty | undefined): string {
  const isOwn = fault.instancePath.split('/').length === 2;
  return isOwn && property?.description !== undefined ? `Does not match: ${property.description}` : CHECK;
}

function wrongFormat(format: string, value: unknown): string {
  if (!(format in WRONG_FORMATS)) return CHECK;
  const words = WRONG_FORMATS[format as Format];
  return typeof words === 'function' ? words(String(value)) : words;
}

/** Messages for text of the wrong format; a date or time as typed says itself what is wrong with it. */
const WRONG_FORMATS: Readonly<Record<Format, string | ((typed: string) => string)>> = {
  email: 'Please enter a valid email',
  link: 'Enter an address, like /content/static/about or https://example.org',
  uri: 'Enter a full address, like https://example.org',
  // A date that can be read and is refused nevertheless is one that the field does not accept.
  date: (typed) => typedFault(typed, 'date') ?? (typed === '' ? 'Enter a date' : 'Choose another date'),
  'date-time': (typed) => typedFault(typed, 'datetime') ?? 'Enter a date and a time',
  time: (typed) => typedFault(typed, 'time') ?? 'Enter a time',
  month: 'Enter a year and a month, like 2026-11',
  color: 'Enter a color, like #1f4b99',
  html: CHECK,
  file: 'Choose a file',
  image: 'Choose an image',
  rrule: 'Enter an end date',
};

function quantity(property: FormProperty | undefined, value: number): string {
  const widget = property && widgetOf(property);
  if (widget === 'money') return formatMoney(value);
  if (widget === 'hour') return formatHour(value);
  const unit = property?.['x-unit'];
  return unit ? `${value} ${unit}` : String(value);
}
