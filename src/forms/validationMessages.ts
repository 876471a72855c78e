import { hourText } from '../../domain/hour-text.ts';
import { formatMoney, moneyFault } from '../../domain/money.ts';
import { numberFault } from '../../domain/number-text.ts';
import { INCOMPLETE, INCOMPLETE_WORDS } from '../ui/DateInput.tsx';
import type { FormProperty, FormSchema } from './formSchema.ts';
import { widgetOf } from './formSchema.ts';
import type { FieldErrors } from './formServices.ts';
import { fieldAt } from './places.ts';

/** The part of an Ajv error that a message is made from. */
export interface Fault {
  keyword: string;
  instancePath: string;
  params: Record<string, unknown>;
}

/** What is said first when a field breaks several rules at once. */
const PRECEDENCE = ['required', 'type', 'enum', 'format', 'minLength', 'maxLength', 'minimum', 'maximum'];

/** Follow from other faults, and say nothing of their own. */
const CONSEQUENCES = new Set(['if', 'allOf', 'anyOf', 'oneOf', 'not']);

export const REQUIRED = 'This field is required';

/** One message for each field of `data` that breaks a rule, by the place within it, in the words of the specification where it has some. */
export function messagesOf(faults: readonly Fault[], schema: FormSchema, data: unknown): FieldErrors {
  const first = new Map<string, Fault>();
  for (const fault of faults) {
    if (CONSEQUENCES.has(fault.keyword)) continue;
    const field = fieldAt(placeOf(fault));
    const known = first.get(field);
    if (!known || rank(fault) < rank(known)) first.set(field, fault);
  }
  return Object.fromEntries([...first.values()].map((fault) => [placeOf(fault), messageAt(fault, schema, data)]));
}

function placeOf(fault: Fault): string {
  const named = fault.params['missingProperty'] ?? fault.params['additionalProperty'];
  const names = [...fault.instancePath.split('/').slice(1), ...(typeof named === 'string' ? [named] : [])];
  return names.join('/');
}

/** Of a list it says in which entry; numbers have names of their own. */
function messageAt(fault: Fault, schema: FormSchema, data: unknown): string {
  const [field = '', entry] = placeOf(fault).split('/');
  const property = schema.properties[field];
  const message = messageOf(fault, property, valueAt(data, placeOf(fault)));
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

function messageOf(fault: Fault, property: FormProperty | undefined, value: unknown): string {
  const limit = fault.params['limit'];
  const number = typeof limit === 'number' ? limit : 0;
  switch (fault.keyword) {
    case 'required':
      return REQUIRED;
    case 'type':
      return wrongType(property, String(value));
    case 'enum':
    case 'const':
      return 'Choose one of the options';
    case 'format':
      return wrongFormat(property?.format ?? String(fault.params['format']), value);
    case 'pattern':
      return wrongPattern(fault, property);
    case 'minLength':
      return number === 1 ? REQUIRED : `Enter at least ${number} characters`;
    case 'maxLength':
      return `Enter at most ${number} characters`;
    case 'minimum':
      return `Enter ${quantity(property, number)} or more`;
    case 'maximum':
      return `Enter ${quantity(property, number)} or less`;
    case 'exclusiveMinimum':
      return `Enter more than ${quantity(property, number)}`;
    case 'exclusiveMaximum':
      return `Enter less than ${quantity(property, number)}`;
    case 'multipleOf':
      return `Enter a multiple of ${String(fault.params['multipleOf'])}`;
    case 'minItems':
      return number === 1 ? REQUIRED : `Add at least ${number}`;
    case 'maxItems':
      return number === 1 ? 'Only one is allowed. Remove the others' : `At most ${number} are allowed. Remove some`;
    case 'uniqueItems':
      return 'The same value is there twice. Remove one';
    case 'additionalProperties':
      return 'This field is not part of the form';
    default:
      return 'Check this value';
  }
}

function wrongType(property: FormProperty | undefined, typed: string): string {
  switch (property && widgetOf(property)) {
    case 'integer':
      return numberFault(typed, 'Enter a whole number');
    case 'number':
    case 'numbers':
      return numberFault(typed);
    case 'money':
      return moneyFault(typed);
    case 'hour':
      return 'Enter a time of day, like 8:30 AM';
    case 'json':
      return 'Enter valid JSON';
    default:
      return 'Check this value';
  }
}

/** Only the declaration knows in words what fits. Of a list it describes the whole, not an entry. */
function wrongPattern(fault: Fault, property: FormProperty | undefined): string {
  const isOwn = fault.instancePath.split('/').length === 2;
  return isOwn && property?.description !== undefined ? `Does not fit: ${property.description}` : 'Check this value';
}

function wrongFormat(format: string, value: unknown): string {
  switch (format) {
    case 'email':
      return 'Please enter a valid email';
    case 'link':
      return 'Enter an address, like /content/static/about or https://example.org';
    case 'uri':
      return 'Enter a full address, like https://example.org';
    case 'date':
      return value === INCOMPLETE ? INCOMPLETE_WORDS.date : 'Enter a date';
    case 'date-time':
      return value === INCOMPLETE ? INCOMPLETE_WORDS['datetime-local'] : 'Enter a date and a time';
    case 'time':
      return value === INCOMPLETE ? INCOMPLETE_WORDS.time : 'Enter a time';
    case 'color':
      return 'Enter a colour, like #1f4b99';
    default:
      return 'Check this value';
  }
}

function quantity(property: FormProperty | undefined, value: number): string {
  const widget = property && widgetOf(property);
  if (widget === 'money') return formatMoney(value);
  if (widget === 'hour') return hourText(value);
  const unit = property?.['x-unit'];
  return unit ? `${value} ${unit}` : String(value);
}
