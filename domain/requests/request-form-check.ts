import { COST_TYPES, FIELD_SHAPES, FIELD_TYPES, FORM_LIMITS } from './request-form.ts';
import type { CostType, FieldType, RequestField, RequestFormSchema } from './request-form.ts';
import { BROKEN, UNSTORABLE, checkKeys, escapePointer, isObject } from './request-form-fault.ts';
import type { FormFault, Report } from './request-form-fault.ts';
import { checkAnswerRules, checkDateLimits } from './request-form-rules-check.ts';
import { checkPriceRules } from './price-rules-check.ts';
import { hasPriceByAnswers } from './pricing.ts';
import { checkShowIf } from './request-form-show-if.ts';
import { checkUploadRules } from './upload-rules.ts';

type Loose = Record<string, unknown>;

const NAME = /^[a-z][A-Za-z0-9_]*$/;
const COMMON = ['x-field', 'type', 'title', 'description', 'x-section', 'x-show-if'];
const DATES = ['format', 'x-needed-by', 'x-earliest', 'x-latest', 'x-place'];
const KEYS: Record<FieldType, string[]> = {
  String: ['minLength', 'maxLength', 'x-multiline', 'x-subject'],
  Integer: ['minimum', 'maximum', 'x-unit'],
  Double: ['minimum', 'maximum', 'x-unit'],
  Select: ['enum', 'x-labels', 'x-other', 'x-subject'],
  MultiSelect: ['enum', 'x-labels', 'x-other', 'minItems', 'maxItems'],
  Boolean: ['x-consent'],
  Email: ['format'],
  FileUpload: ['items', 'minItems', 'maxItems', 'x-accept', 'x-max-bytes', 'x-subject'],
  Cost: ['minimum', 'maximum'],
  DisplayOnly: ['x-html'],
  DateTime: DATES,
  Date: DATES,
};

/**
 * The faults of a form's schema; empty when it is valid. Accepts any JSON and never descends into unknown keys, so that hostile input
 * stays cheap. With `costType`, also checks what that cost type requires of a published form.
 */
export function checkFormSchema(schema: unknown, costType?: CostType): FormFault[] {
  const faults: FormFault[] = [];
  const report: Report = (pointer, message) => {
    if (faults.length < FORM_LIMITS.faults) faults.push({ pointer, message });
  };
  if (!isObject(schema)) return [{ pointer: '', message: 'A form is an object with properties, required and x-order' }];
  if (costType !== undefined && !COST_TYPES.includes(costType)) report('', 'The cost type is not known');
  checkKeys(schema, ['type', 'additionalProperties', 'properties', 'required', 'x-order', 'x-price'], '', report);
  if (schema.type !== 'object') report('/type', 'Must be "object"');
  if (schema.additionalProperties !== false)
    report('/additionalProperties', 'Must be false: a form takes no other answers');
  const order = checkNames(schema, report);
  if (!order) return faults;
  const properties = schema.properties as Loose;
  const earlier = new Map<string, RequestField>();
  for (const name of order) {
    const field = properties[name];
    const before = faults.length;
    checkField(field, `/properties/${name}`, earlier, report);
    if (isObject(field) && field['x-rules'] !== undefined) {
      const own = before === faults.length ? (field as unknown as RequestField) : BROKEN;
      checkAnswerRules(field['x-rules'], `/properties/${name}/x-rules`, new Map([...earlier, [name, own]]), report);
    }
    // Rules of later fields are checked against valid fields only; a faulty field would merely be reported twice.
    if (isObject(field)) earlier.set(name, before === faults.length ? (field as unknown as RequestField) : BROKEN);
  }
  checkRequired(schema.required, properties, report);
  checkNamed(earlier, report);
  if (schema['x-price'] !== undefined) checkPriceRules(schema['x-price'], earlier, report);
  if (costType && faults.length === 0) checkCostType(schema as unknown as RequestFormSchema, costType, report);
  return faults;
}

function checkNames(schema: Loose, report: Report): string[] | null {
  const { properties } = schema;
  const order = schema['x-order'];
  if (!isObject(properties)) report('/properties', 'Must be an object with one entry for each field');
  if (!Array.isArray(order)) report('/x-order', 'Must list the names of all fields in page order');
  if (!isObject(properties) || !Array.isArray(order)) return null;
  const names = Object.keys(properties);
  if (names.length > FORM_LIMITS.fields) {
    report('/properties', `A form has at most ${FORM_LIMITS.fields} fields; this one has ${names.length}`);
    return null;
  }
  for (const name of names) {
    const message = nameFault(name);
    if (message) report(`/properties/${escapePointer(name)}`, message);
  }
  const listed = new Set<unknown>(order.slice(0, FORM_LIMITS.fields + 1));
  if (order.length !== names.length || listed.size !== order.length || !names.every((name) => listed.has(name))) {
    report('/x-order', 'Must list every field exactly once');
  }
  return names.every((name) => nameFault(name) === null)
    ? [...listed].filter((name) => isOwnName(properties, name))
    : null;
}

/** Why this is not a valid field name, or null. */
export function nameFault(name: string): string | null {
  if (name.length > FORM_LIMITS.nameLength)
    return `The name of a field has at most ${FORM_LIMITS.nameLength} characters`;
  if (!NAME.test(name)) return 'The name of a field starts with a lowercase letter and has only letters, digits and _';
  return name in Object.prototype ? `"${name}" cannot be the name of a field` : null;
}

function isOwnName(properties: Loose, name: unknown): name is string {
  return typeof name === 'string' && Object.hasOwn(properties, name);
}

function checkRequired(required: unknown, properties: Loose, report: Report): void {
  if (!Array.isArray(required)) return report('/required', 'Must list the names of the required fields');
  if (required.length > FORM_LIMITS.fields) return report('/required', 'Lists more names than a form has fields');
  if (new Set(required).size !== required.length) report('/required', 'Names a field twice');
  required.forEach((name: unknown, index) => {
    if (!isOwnName(properties, name)) return report(`/required/${index}`, 'Names a field that the form does not have');
    const field = properties[name];
    if (isObject(field) && field['x-field'] === 'DisplayOnly')
      report(`/required/${index}`, 'A text to read cannot be required');
  });
}

const NAMED = [
  ['x-subject', 'the subject of the request'],
  ['x-needed-by', 'the day by which it is needed'],
] as const;

/** One field at most is the subject, and one the day by which the request is needed. */
function checkNamed(fields: ReadonlyMap<string, RequestField>, report: Report): void {
  for (const [key, what] of NAMED) {
    const named = [...fields].filter(([, field]) => field[key] !== undefined);
    for (const [index, [name, field]] of named.entries()) {
      if (field[key] !== true) report(`/properties/${name}/${key}`, 'Must be true, or left out');
      else if (index > 0) report(`/properties/${name}/${key}`, `"${named[0]?.[1].title}" is already ${what}`);
    }
  }
}

function checkField(field: unknown, at: string, earlier: ReadonlyMap<string, RequestField>, report: Report): void {
  if (!isObject(field)) return report(at, 'A field is an object');
  const kind = field['x-field'];
  if (typeof kind !== 'string' || !(FIELD_TYPES as readonly string[]).includes(kind)) {
    return report(`${at}/x-field`, `The type of a field is one of ${FIELD_TYPES.join(', ')}`);
  }
  const type = kind as FieldType;
  checkKeys(field, [...COMMON, ...(type === 'DisplayOnly' ? [] : ['x-rules']), ...KEYS[type]], at, report);
  if (field.type !== FIELD_SHAPES[type].type)
    report(`${at}/type`, `A ${type} field has the JSON type "${FIELD_SHAPES[type].type}"`);
  if (field.format !== FIELD_SHAPES[type].format && KEYS[type].includes('format')) {
    report(`${at}/format`, `A ${type} field has the format "${FIELD_SHAPES[type].format}"`);
  }
  checkTexts(field, at, report);
  checkLimits(field, type, at, report);
  if (type === 'Select' || type === 'MultiSelect') checkOptions(field, at, report);
  if (type === 'Date' || type === 'DateTime') checkDateLimits(field, at, earlier, report);
  if (type === 'FileUpload') checkUpload(field, at, report);
  if (field['x-show-if'] !== undefined) checkShowIf(field['x-show-if'], `${at}/x-show-if`, earlier, report);
  for (const mark of ['x-other', 'x-consent'])
    if (field[mark] !== undefined && field[mark] !== true) report(`${at}/${mark}`, 'Must be true, or left out');
}

function checkTexts(field: Loose, at: string, report: Report): void {
  const text = (key: string, most: number) => {
    const value = field[key];
    if (value !== undefined) checkText(value, most, `${at}/${key}`, report);
  };
  if (typeof field.title !== 'string' || field.title.trim() === '') report(`${at}/title`, 'Give the field a label');
  else text('title', FORM_LIMITS.titleLength);
  text('description', FORM_LIMITS.helpLength);
  text('x-section', FORM_LIMITS.titleLength);
  text('x-unit', FORM_LIMITS.unitLength);
  text('x-html', FORM_LIMITS.htmlLength);
  if (field['x-multiline'] !== undefined && typeof field['x-multiline'] !== 'boolean')
    report(`${at}/x-multiline`, 'Must be true or false');
}

function checkText(value: unknown, most: number, at: string, report: Report): void {
  if (typeof value !== 'string') report(at, 'Must be text');
  else if (value.length > most) report(at, `At most ${most} characters`);
  else if (UNSTORABLE.test(value)) report(at, 'Contains a character that cannot be stored');
}

const RANGES = [
  ['minLength', 'maxLength', 'characters'],
  ['minimum', 'maximum', 'value'],
  ['minItems', 'maxItems', 'number of files'],
] as const;

function checkLimits(field: Loose, type: FieldType, at: string, report: Report): void {
  for (const [low, high, what] of RANGES) {
    for (const key of [low, high]) {
      const value = field[key];
      if (value === undefined) continue;
      const fault = limitFault(value, key, type);
      if (fault) report(`${at}/${key}`, fault);
    }
    const [least, most] = [field[low], field[high]];
    if (typeof least === 'number' && typeof most === 'number' && least > most) {
      report(`${at}/${high}`, `The largest ${what} is below the smallest (${least})`);
    }
  }
}

function limitFault(value: unknown, key: string, type: FieldType): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'Must be a number';
  if ((type !== 'Double' || !key.endsWith('imum')) && !Number.isInteger(value)) return 'Must be a whole number';
  if (key.endsWith('imum')) {
    if (type === 'Cost' && value < 0) return 'An amount is never below zero';
    return Math.abs(value) > FORM_LIMITS.number
      ? `Must be between -${FORM_LIMITS.number} and ${FORM_LIMITS.number}`
      : null;
  }
  const most = key.endsWith('Items') ? FORM_LIMITS.files : FORM_LIMITS.textLength;
  const least = key.startsWith('max') ? 1 : 0;
  return value < least || value > most ? `Must be between ${least} and ${most}` : null;
}

function checkOptions(field: Loose, at: string, report: Report): void {
  const { enum: options, 'x-labels': labels } = field;
  if (!Array.isArray(options) || options.length === 0) return report(`${at}/enum`, 'Give at least one option');
  if (options.length > FORM_LIMITS.options) return report(`${at}/enum`, `At most ${FORM_LIMITS.options} options`);
  options.forEach((option: unknown, index) => {
    if (typeof option !== 'string' || option.trim() === '')
      report(`${at}/enum/${index}`, 'Enter the text of the option');
    else checkText(option, FORM_LIMITS.optionLength, `${at}/enum/${index}`, report);
    if (options.indexOf(option) !== index) report(`${at}/enum/${index}`, 'This option appears twice');
  });
  if (labels === undefined) return;
  if (!Array.isArray(labels) || labels.length !== options.length)
    return report(`${at}/x-labels`, 'Give one label for each option');
  labels.forEach((label: unknown, index) =>
    checkText(label, FORM_LIMITS.optionLength, `${at}/x-labels/${index}`, report),
  );
}

function checkUpload(field: Loose, at: string, report: Report): void {
  const { items, 'x-accept': accept, 'x-max-bytes': bytes } = field;
  if (!isObject(items) || items.type !== 'string' || items.format !== 'uuid' || Object.keys(items).length !== 2) {
    report(`${at}/items`, 'Must be {"type": "string", "format": "uuid"}');
  }
  checkUploadRules({ 'x-accept': accept, 'x-max-bytes': bytes }, (keyword, message) =>
    report(`${at}/${keyword}`, message),
  );
}

/** The cost type's requirements: fields that are always visible, required and bounded. */
function checkCostType(schema: RequestFormSchema, costType: CostType, report: Report): void {
  const need = (name: string, types: FieldType[], what: string, least: number) => {
    const field = schema.properties[name];
    const at = `/properties/${name}`;
    if (!field || !types.includes(field['x-field'])) return report(field ? `${at}/x-field` : '/properties', what);
    if (field.minimum === undefined || field.minimum < least)
      report(`${at}/minimum`, `Set a smallest value of ${least} or more: the price depends on it`);
    if (field.maximum === undefined) report(`${at}/maximum`, 'Set a largest value: the price depends on it');
    if (field['x-show-if']) report(`${at}/x-show-if`, 'Must always be shown: the price depends on it');
    if (!schema.required.includes(name)) report(`${at}/title`, 'Must be required: the price depends on it');
  };
  if (schema['x-price']) {
    if (!hasPriceByAnswers(costType)) report('/x-price', 'Forms of this cost type have no price lines. Remove them');
    return;
  }
  if (costType === 'DirectCostInput') {
    need(
      'cost',
      ['Cost'],
      'Without price lines, a form of the cost type DirectCostInput needs an amount field named "cost"',
      0,
    );
  }
  if (costType === 'Poster') {
    need(
      'width',
      ['Double', 'Integer'],
      'Without price lines, a poster form needs a number field named "width" (inches)',
      1,
    );
    need(
      'height',
      ['Double', 'Integer'],
      'Without price lines, a poster form needs a number field named "height" (inches)',
      1,
    );
    need('quantity', ['Integer'], 'Without price lines, a poster form needs a whole number field named "quantity"', 1);
  }
}
