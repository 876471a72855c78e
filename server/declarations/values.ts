import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { isDate } from '../../domain/values/dates.ts';
import { ICONS, isIconName } from '../../domain/declarations/icons.ts';
import type { PropertySchema } from '../../domain/declarations/schemas.ts';
import { didYouMean, type Report } from './faults.ts';
import { patternFault } from './patterns.ts';
import { checkFile, checkPossible } from './possible-values.ts';
import { DECIMALS, FORMATS } from './formats.ts';

type Steps = (string | number)[];
type Keyword = keyof PropertySchema;

const ANY: Keyword[] = [
  'type',
  'title',
  'description',
  'default',
  'readOnly',
  'x-long',
  'x-withheld',
  'x-was',
  'x-computed',
  'x-fixed',
  'x-internal',
  'x-index',
  'x-backfill',
  'x-empty',
];
const VALUED: Keyword[] = [
  'enum',
  'x-labels',
  'x-tones',
  'x-icons',
  'x-reference',
  'x-on-delete',
  'x-unique',
  'x-search',
];
const NUMERIC: Keyword[] = [
  ...ANY,
  ...VALUED,
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
];
const KEYWORDS: Record<PropertySchema['type'], Keyword[]> = {
  string: [
    ...ANY,
    ...VALUED,
    'const',
    'format',
    'minLength',
    'maxLength',
    'pattern',
    'x-new',
    'x-options',
    'x-owner',
    'x-frames',
    'x-code',
    'x-starts',
    'x-whole-minutes',
    'x-image',
    'x-accept',
    'x-max-bytes',
    'x-derived',
    'x-contains',
  ],
  integer: [...NUMERIC, 'x-money', 'x-percent', 'x-bytes', 'x-owner', 'x-counter'],
  number: [...NUMERIC, 'x-percent', 'x-hour'],
  boolean: [...ANY, 'x-unique'],
  array: [...ANY, 'items', 'minItems', 'maxItems', 'uniqueItems', 'x-search', 'x-labels'],
  object: [...ANY, 'properties', 'required', 'additionalProperties', 'oneOf', 'discriminator', 'x-search'],
};
const ROW_ONLY: Keyword[] = [
  'x-unique',
  'x-index',
  'x-contains',
  'x-backfill',
  'x-search',
  'x-owner',
  'x-was',
  'x-computed',
  'x-fixed',
  'x-internal',
  'x-counter',
  'x-derived',
  'x-starts',
  'x-on-delete',
  'x-long',
  'x-code',
  'x-withheld',
];

const ajv = new Ajv({
  discriminator: true,
  strict: false,
  allErrors: true,
  multipleOfPrecision: DECIMALS,
  formats: FORMATS,
});

/** Reports what is wrong with a property as a description of values, at any depth; references are checked elsewhere. */
export function checkValues(property: PropertySchema, steps: Steps, nested: boolean, report: Report): void {
  const before = checkKeywords(property, steps, nested, report);
  checkBounds(property, steps, report);
  checkEnum(property, steps, report);
  checkPossible(property, steps, report);
  checkFile(property, steps, nested, report);
  checkLooks(property, steps, report);
  if (property['x-frames'] && property.format !== 'html')
    report([...steps, 'x-frames'], 'Frames need HTML: "format": "html" is missing');
  if (property['x-whole-minutes'] && property.format !== 'date-time')
    report([...steps, 'x-whole-minutes'], 'Only an instant can be rounded: "format": "date-time" is missing');
  if (property['x-fixed'] && (property['x-computed'] || property.readOnly))
    report([...steps, 'x-fixed'], 'People do not write it, so there is nothing to fix');
  if (property['x-internal'] && !property['x-computed'])
    report([...steps, 'x-internal'], 'No one could see what they write: "x-computed": true is missing');
  const fault = property.pattern === undefined ? null : patternFault(property.pattern, property.maxLength);
  if (fault) report([...steps, 'pattern'], fault);
  else checkEnumValues(property, steps, report);
  if (property.type === 'array' && !property.items) report(steps, 'A list must declare its items: "items" is missing');
  if (property.items) checkValues(property.items, [...steps, 'items'], true, report);
  checkObject(property, steps, report);
  const varied = checkVariants(property, steps, report);
  if (property.default !== undefined && !fault && before && varied) checkDefault(property, steps, report);
}

function checkKeywords(property: PropertySchema, steps: Steps, nested: boolean, report: Report): boolean {
  const fitting = KEYWORDS[property.type];
  let sound = true;
  for (const keyword of Object.keys(property) as Keyword[]) {
    const at = [...steps, keyword];
    if (!fitting.includes(keyword) && !['$comment', 'examples'].includes(keyword)) {
      sound = false;
      report(at, `"${keyword}" does not apply to type "${property.type}"`);
    } else if (nested && ROW_ONLY.includes(keyword)) {
      report(at, `"${keyword}" applies only to properties of a resource, not inside them`);
    }
  }
  return sound;
}

const BOUNDS: [low: Keyword, high: Keyword][] = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minItems', 'maxItems'],
];

function checkBounds(property: PropertySchema, steps: Steps, report: Report): void {
  for (const [low, high] of BOUNDS) {
    const least = property[low];
    const most = property[high];
    if (typeof least === 'number' && typeof most === 'number' && least > most)
      report([...steps, low], `"${low}" is above "${high}"`);
  }
}

function checkEnum(property: PropertySchema, steps: Steps, report: Report): void {
  property.enum?.forEach((value, index) => {
    const fits =
      property.type === 'string'
        ? typeof value === 'string'
        : typeof value === 'number' && (property.type === 'number' || Number.isSafeInteger(value));
    if (!fits) report([...steps, 'enum', index], `${JSON.stringify(value)} is not of type "${property.type}"`);
    if (typeof value === 'string' && value.length > 200)
      report([...steps, 'enum', index], 'A value of an enumeration can have at most 200 characters');
  });
  if (property.enum && property['x-options']) report([...steps, 'x-options'], 'Give either "enum" or "x-options"');
  if (property.enum && property['x-reference']) report([...steps, 'enum'], 'A reference cannot have an "enum"');
  const values = (property.items ?? property).enum ?? property.enum ?? listPositions(property);
  // A free text may have labels for some of its values.
  const isText = property.type === 'string' && !values && !property.format && !property['x-reference'];
  for (const value of Object.keys(property['x-labels'] ?? {})) {
    if (!isText && !values?.some((known) => String(known) === value))
      report([...steps, 'x-labels', value], `"${value}" is not among the values of "enum"`);
  }
}

/** Reports values that the property's other keywords rule out. */
function checkEnumValues({ enum: values = [], ...rest }: PropertySchema, steps: Steps, report: Report): void {
  if (values.length === 0 || !['string', 'integer', 'number'].includes(rest.type)) return;
  const isOdd = (value: string | number): boolean => (typeof value === 'string') !== (rest.type === 'string');
  values.forEach((value, index) => {
    const faults = isOdd(value) ? [] : valueFaults(rest, value);
    if (faults.length > 0) report([...steps, 'enum', index], `${JSON.stringify(value)} ${faults.join(', ')}`);
  });
}

/** Reports colors and icons of unknown values, and icons that do not exist. */
function checkLooks(property: PropertySchema, steps: Steps, report: Report): void {
  for (const keyword of ['x-tones', 'x-icons'] as const) {
    for (const value of Object.keys(property[keyword] ?? {})) {
      const known = property.enum?.map(String) ?? [];
      if (!known.includes(value))
        report([...steps, keyword, value], `"${value}" is not among the values of "enum"${didYouMean(value, known)}`);
    }
  }
  for (const [value, icon] of Object.entries(property['x-icons'] ?? {})) {
    if (!isIconName(icon)) report([...steps, 'x-icons', value], `There is no icon "${icon}"${didYouMean(icon, ICONS)}`);
  }
}

/** The places of a list of fixed length: its numbers have a label each. */
function listPositions({ minItems, maxItems }: PropertySchema): number[] | undefined {
  return minItems !== undefined && minItems === maxItems
    ? Array.from({ length: minItems }, (_, place) => place)
    : undefined;
}

/** The objects in a list of a resource: each may refer to others. */
function isRowOfList(steps: Steps): boolean {
  return steps.length === 3 && steps[0] === 'properties' && steps[2] === 'items';
}

function checkObject(property: PropertySchema, steps: Steps, report: Report): void {
  for (const [name, inner] of Object.entries(property.properties ?? {})) {
    checkValues(inner, [...steps, 'properties', name], true, report);
    if (inner['x-reference'] && !isRowOfList(steps))
      report([...steps, 'properties', name, 'x-reference'], 'A reference must be a property of the resource itself');
  }
  if (typeof property.additionalProperties === 'object')
    checkValues(property.additionalProperties, [...steps, 'additionalProperties'], true, report);
  property.required?.forEach((name, index) => {
    if (property.properties && !property.properties[name])
      report([...steps, 'required', index], `"${name}" is required but not declared`);
  });
}

/** Reports an object whose variants cannot be told apart. True when they can. */
function checkVariants(property: PropertySchema, steps: Steps, report: Report): boolean {
  const { oneOf, discriminator } = property;
  const tag = discriminator?.propertyName;
  if (oneOf === undefined) {
    if (tag !== undefined)
      report([...steps, 'discriminator'], 'It distinguishes the variants of "oneOf", which is missing');
    return tag === undefined;
  }
  if (tag === undefined) {
    report(steps, '"oneOf" needs a property that distinguishes its variants: "discriminator": {"propertyName": ...}');
    return false;
  }
  let sound = true;
  const fault = (at: Steps, message: string): void => {
    sound = false;
    report([...steps, ...at], message);
  };
  if (property.properties) fault(['properties'], 'Each variant of "oneOf" has its own properties: move these there');
  const seen = new Set<string>();
  oneOf.forEach((form, index) => {
    const at = ['oneOf', index];
    checkValues(form, [...steps, ...at], true, report);
    const value = form.properties?.[tag]?.const;
    if (form.additionalProperties !== false) fault(at, '"additionalProperties": false is missing');
    if (value === undefined) return fault(at, `"${tag}" must be a property of each variant, with its own "const"`);
    if (seen.has(value)) fault([...at, 'properties', tag, 'const'], `Another form is "${value}" already`);
    if (!form.required?.includes(tag)) fault(at, `"${tag}" distinguishes the variants: it must be "required"`);
    seen.add(value);
  });
  return sound;
}

function checkDefault(property: PropertySchema, steps: Steps, report: Report): void {
  const at = [...steps, 'default'];
  if (property['x-reference']) return report(at, 'A reference cannot have a default');
  const faults = valueFaults(property, property.default);
  if (faults.length > 0) report(at, `Not a value of this property: ${faults.join(', ')}`);
}

/** Why `value` is not one of `property`; empty when it is. */
export function valueFaults(property: PropertySchema, value: unknown): string[] {
  const validate = validatorOf(property);
  if (property.format?.startsWith('date') && !isDate(String(value).slice(0, 10))) return ['this day does not exist'];
  return validate(value)
    ? []
    : (validate.errors ?? []).map((error: ErrorObject) =>
        `${error.instancePath} ${error.message ?? error.keyword}`.trim(),
      );
}

/** By the keywords that decide: most properties differ only in their texts, and each takes a millisecond to compile. */
const validators = new Map<string, ValidateFunction>();

function validatorOf(property: PropertySchema): ValidateFunction {
  const { title: _title, description: _description, default: _default, ...keywords } = property;
  const schema = Object.fromEntries(Object.entries(keywords).filter(([keyword]) => !keyword.startsWith('x-')));
  const key = JSON.stringify(schema);
  const known = validators.get(key);
  if (known) return known;
  const compiled = ajv.compile(schema);
  validators.set(key, compiled);
  return compiled;
}
