import { formatMoney, formatNumber } from '../../domain/values/formats.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { holdsUnstorable, isInstant, readInstant, toWholeMinute } from '../../domain/declarations/condition-values.ts';
import { isDate } from '../../domain/values/dates.ts';
import { kindOf } from '../../domain/declarations/fields.ts';
import { KINDS, type StoredForm } from '../../domain/declarations/kinds.ts';
import type { Json } from '../../domain/values/json.ts';
import { mapTexts } from '../declarations/nested-values.ts';
import type { Field, Resource, Row } from '../../domain/declarations/model.ts';
import type { Format, PropertySchema } from '../../domain/declarations/schemas.ts';
import type { HtmlLimits } from '../../domain/html/html-policy.ts';
import { imageFile } from '../../domain/values/images.ts';
import { parseRule, ruleFault, ruleText } from '../../domain/hours/recurrence.ts';
import { manyLines, oneLine } from '../platform/text-lines.ts';
import { DECIMALS, FORMATS } from '../declarations/formats.ts';
import { cleanHtml } from './html.ts';
import type { FieldErrors } from './refusals.ts';

type Fields = Pick<Resource, 'fields'>;

const MAX_DEPTH = 32;
/** Default maximum length of HTML. */
const LONGEST_HTML = 200_000;
const ajv = new Ajv({
  discriminator: true,
  allErrors: true,
  strict: false,
  verbose: true,
  multipleOfPrecision: DECIMALS,
  formats: { ...FORMATS, date: isDate, 'date-time': isInstant, rrule: isRule, html: isHtml },
});
const compiled = new WeakMap<Fields, ValidateFunction>();

export const REQUIRED = 'This field is required';
export const NO_IMAGE = 'There is no such image';

/** Normalizes a value to its stored form, at any depth: HTML sanitized, instants in UTC, ids in lower case, images by file name. */
export function normalize(field: Field, value: Json, limits: HtmlLimits = {}): Json {
  if (value === '' && !EMPTY_STAYS.has(KINDS[field.kind].stored) && field.schema.type === 'string') return null;
  return mapTexts(field.schema, value, (text, property, path) => {
    const kind = path.length === 0 ? field.kind : kindOf(property);
    return FORMS[KINDS[kind].stored](text, property, limits);
  });
}

/** An empty text of these is one; of the others it is none. */
const EMPTY_STAYS: ReadonlySet<StoredForm> = new Set(['asIs', 'line', 'lines']);

const FORMS: Record<StoredForm, (text: string, schema: PropertySchema, limits: HtmlLimits) => Json> = {
  asIs: (text) => text,
  line: (text) => oneLine(text),
  lines: (text) => manyLines(text),
  picked: (text) => text,
  rule: (text) => (text.trim() === '' ? null : isRule(text) ? ruleText(parseRule(text)) : text),
  html: (text, schema, limits) => cleanedField(schema, text, limits),
  image: (text) => imageFile(text),
  instant: (text, schema) => {
    const instant = isInstant(text) ? (readInstant(text) ?? text) : text;
    return schema['x-whole-minutes'] ? toWholeMinute(instant) : instant;
  },
  id: (text) => text.toLowerCase(),
};

/** Each element takes time and memory wherever it is rendered. */
const MOST_TAGS = 20_000;

function isHtml(text: string): boolean {
  let tags = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) tags += 1;
  return tags <= MOST_TAGS;
}

function isRule(text: string): boolean {
  return ruleFault(text) === null;
}

/** Text that exceeds its maximum length anyway is not parsed first. */
function cleanedField(schema: PropertySchema, value: string, limits: HtmlLimits): string {
  if (value.length > (schema.maxLength ?? LONGEST_HTML)) return value;
  const hosts = schema['x-frames'] ? limits.frameHosts : undefined;
  const cleaned = cleanings.getStore();
  if (!cleaned) return cleanHtml(value, hosts ? { frameHosts: hosts } : {});
  const key = `${hosts?.join(' ') ?? ''}\n${value}`;
  let clean = cleaned.get(key);
  if (clean === undefined) cleaned.set(key, (clean = cleanHtml(value, hosts ? { frameHosts: hosts } : {})));
  return clean;
}

const cleanings = new AsyncLocalStorage<Map<string, string>>();

/** Memoizes sanitized HTML while `work` runs, for a write of the same values to many rows. */
export function cleaningOnce<T>(work: () => Promise<T>): Promise<T> {
  return cleanings.run(new Map(), work);
}

/** Validates values against the resource's own schema; all faults, in plain words, by field. */
export function schemaFaults(resource: Fields, values: Row): FieldErrors {
  const errors: FieldErrors = {};
  const given: Row = {};
  for (const field of resource.fields) {
    const value = values[field.name];
    if (value === undefined) continue;
    if (value === null || (field.required && isBlank(value))) {
      if (field.required) errors[field.name] = REQUIRED;
    } else if (!isStorable(value, 0)) {
      errors[field.name] =
        typeof value === 'number'
          ? 'This number is out of range'
          : 'Contains characters or nesting that cannot be stored';
    } else {
      given[field.name] = value;
    }
  }
  const validate = validatorOf(resource);
  if (!validate(given)) {
    for (const error of validate.errors ?? []) {
      const [name = '', ...rest] = error.instancePath.slice(1).split('/');
      const field = resource.fields.find((one) => one.name === name);
      errors[name] ??= within(rest, validationMessage(error), field?.schema);
    }
  }
  return errors;
}

/** White space only counts as empty. */
export function isBlank(value: Json): boolean {
  return typeof value === 'string' && value.trim() === '';
}

export function missingIn(resource: Fields, values: Row): FieldErrors {
  const missing = resource.fields.filter(
    (field) =>
      field.required && !field.engine && field.schema.default === undefined && (values[field.name] ?? null) === null,
  );
  return Object.fromEntries(missing.map((field) => [field.name, REQUIRED]));
}

function validatorOf(resource: Fields): ValidateFunction {
  let validate = compiled.get(resource);
  if (!validate) {
    const properties = resource.fields
      .filter((field) => !field.engine)
      .map((field) => [field.name, checked(field.schema)]);
    validate = ajv.compile({ type: 'object', properties: Object.fromEntries(properties) });
    compiled.set(resource, validate);
  }
  return validate;
}

/** The schema of a property, with the format of uuid ids added to references. */
function checked(schema: PropertySchema): object {
  if (schema['x-reference'] && schema.type === 'string') return { ...schema, format: 'uuid' };
  if (schema.format === 'html') return { maxLength: LONGEST_HTML, ...schema };
  return schema.items ? { ...schema, items: checked(schema.items) } : schema;
}

function isStorable(value: Json, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  if (typeof value === 'string') return !holdsUnstorable(value);
  if (typeof value === 'number')
    return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every((item) => isStorable(item, depth + 1));
  // Not its entries: a pair for each of many keys takes longer than the rest.
  return Object.keys(value).every((key) => !holdsUnstorable(key) && isStorable(value[key] as Json, depth + 1));
}

/** The location of a fault inside a list or an object: "Entry 2: Unit price: Must be a whole number". */
export function within(path: readonly string[], message: string, schema?: PropertySchema): string {
  const [first, ...rest] = path;
  if (first === undefined) return message;
  const isEntry = /^\d+$/.test(first);
  const part = isEntry ? schema?.items : schema?.properties?.[first];
  const place = isEntry ? `Entry ${Number(first) + 1}` : (part?.title ?? first);
  return `${place}: ${within(rest, message, part)}`;
}

const TYPES: Record<string, string> = {
  string: 'Must be text',
  integer: 'Must be a whole number',
  number: 'Must be a number',
  boolean: 'Must be true or false',
  array: 'Must be a list',
  object: 'Must be an object',
};

const FORMAT_NAMES: Record<Exclude<Format, 'html' | 'rrule'> | 'uuid', string> = {
  email: 'email',
  uri: 'web address',
  date: 'date',
  'date-time': 'date and time',
  time: 'time',
  month: 'month such as 2026-11',
  color: 'color',
  link: 'address',
  file: 'file',
  image: 'image',
  uuid: 'id',
};

type Params = Record<string, unknown>;

/** By keyword. `limit`: as text, amounts of money with the currency. */
const MESSAGES: Record<string, (limit: string, params: Params, error: ErrorObject) => string> = {
  type: (_limit, { type }) => TYPES[String(type)] ?? 'Has the wrong type',
  format: (_limit, { format }, { data }) => formatMessage(String(format), data),
  discriminator: () => 'Must match one of the allowed forms',
  const: () => 'Must match one of the allowed forms',
  enum: (_limit, { allowedValues }) => `Must be one of: ${(allowedValues as unknown[]).slice(0, 20).join(', ')}`,
  minLength: (limit, _params, { data }) => (data === '' ? REQUIRED : `Must have at least ${limit} characters`),
  maxLength: (limit) => `Must have at most ${limit} characters`,
  minimum: (limit) => `Must be at least ${limit}`,
  maximum: (limit) => `Must be at most ${limit}`,
  exclusiveMinimum: (limit) => `Must be more than ${limit}`,
  exclusiveMaximum: (limit) => `Must be less than ${limit}`,
  multipleOf: (_limit, { multipleOf }) => `Must be a multiple of ${String(multipleOf)}`,
  minItems: (limit) => `Choose at least ${limit}`,
  maxItems: (limit) => `Choose at most ${limit}`,
  uniqueItems: () => 'Contains the same entry twice',
  pattern: (_limit, _params, { parentSchema }) =>
    parentSchema?.['description'] ? `Does not match: ${parentSchema['description']}` : 'Has the wrong format',
  required: (_limit, { missingProperty }, { parentSchema }) => {
    const properties = parentSchema?.['properties'] as PropertySchema['properties'];
    return `${properties?.[String(missingProperty)]?.title ?? String(missingProperty)} is required`;
  },
  additionalProperties: () => 'Contains an unknown entry',
};

function validationMessage(error: ErrorObject): string {
  const params = error.params as Params;
  const isMoney = error.parentSchema?.['x-money'] === true;
  const limit = isMoney ? formatMoney(Number(params['limit'])) : String(params['limit']);
  return MESSAGES[error.keyword]?.(limit, params, error) ?? 'Is not valid';
}

function formatMessage(format: string, data: unknown): string {
  if (format === 'rrule') return ruleFault(String(data)) ?? 'Must be a rule of RFC 5545';
  if (format === 'html') return `Has too many elements: at most ${formatNumber(MOST_TAGS)} tags`;
  return format === 'image' ? NO_IMAGE : `Please enter a valid ${FORMAT_NAMES[format as keyof typeof FORMAT_NAMES]}`;
}
