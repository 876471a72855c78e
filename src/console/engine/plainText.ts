import {
  formatClock,
  formatDay,
  formatMonth,
  formatHour,
  formatInstant,
  formatMoney,
  formatPercent,
  formatNumber,
} from '../../../domain/values/formats.ts';
import { declaredFields } from '../../../domain/declarations/fields.ts';
import { fileFacts } from '../../../domain/values/file-value.ts';
import { formatSize } from '../../ui/formatSize.ts';
import { KINDS, type TextForm } from '../../../domain/declarations/kinds.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { Field } from '../../../domain/declarations/model.ts';
import { describeRuleText } from '../../../domain/hours/describe-rule.ts';
import type { PropertySchema } from '../../../domain/declarations/schemas.ts';
import { formOf } from './formOf.ts';

/** A value in one line of words. References are their numbers here: see ReferenceName for their names. */
export function plainText(field: Field, value: Json, zone: string): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map((item) => scalarText(field, item, zone)).join(', ');
  return scalarText(field, value, zone);
}

function scalarText(field: Field, value: Json, zone: string): string {
  if (value === null) return '';
  if (typeof value === 'object') return dataText(field.schema.items ?? field.schema, value, zone);
  return TEXTS[KINDS[field.kind].text](value, zone, field);
}

/** A value of a property that is no field of its own, in words. */
export function propertyText(schema: PropertySchema, value: Json, zone: string): string {
  const [field] = declaredFields({ properties: { value: schema } });
  return field ? plainText(field, value, zone) : String(value);
}

/** An object, or a list of them, in one line: the texts of its parts. References in it are left out, since only their numbers are known. */
export function dataText(declared: PropertySchema, value: Json, zone: string): string {
  if (Array.isArray(value)) return value.map((one) => dataText(declared.items ?? declared, one, zone)).join('; ');
  if (typeof value !== 'object' || value === null) return value === null ? '' : String(value);
  const schema = formOf(value, declared);
  if (!schema?.properties) return JSON.stringify(value);
  return declaredFields({ properties: schema.properties })
    .filter(({ name, reference }) => reference === undefined && value[name] != null)
    .map((part) => plainText(part, value[part.name] ?? null, zone))
    .join(', ');
}

type Scalar = string | number | boolean;

/** The text of numbers; what is of another type (a field that has changed its kind) stays as it is. */
function numeric(write: (value: number) => string): (value: Scalar) => string {
  return (value) => (typeof value === 'number' ? write(value) : String(value));
}

/** A text with the label that is declared for it, if any: "*" is "All fields". */
function labeled(value: Scalar, _zone: string, { schema }: Field): string {
  return (schema.items ?? schema)['x-labels']?.[String(value)] ?? String(value);
}

const TEXTS: Readonly<Record<TextForm, (value: Scalar, zone: string, field: Field) => string>> = {
  asIs: labeled,
  prose: String,
  html: (value) => textOfHtml(String(value)),
  number: numeric(formatNumber),
  percent: numeric(formatPercent),
  size: numeric(formatSize),
  money: numeric(formatMoney),
  hour: numeric(formatHour),
  yesNo: (value) => (value === true ? 'Yes' : 'No'),
  day: (value) => formatDay(String(value)),
  instant: (value, zone) => formatInstant(String(value), zone),
  time: (value) => formatClock(String(value)),
  month: (value) => formatMonth(String(value)),
  label: (value, _zone, field) => field.options?.find((option) => option.value === value)?.label ?? String(value),
  fileName: (value) => fileFacts(String(value))?.name ?? String(value),
  rule: (value, zone) => describeRuleText(String(value), null, zone),
  json: String,
};

/** The words of a piece of HTML, without its tags. */
export function textOfHtml(html: string): string {
  const spaced = html.replaceAll(/<(\/(p|li|h[1-6]|div|tr|td|blockquote)|br)\b[^>]*>/gi, ' $&');
  const text = new DOMParser().parseFromString(spaced, 'text/html').body.textContent;
  return text.replaceAll(/\s+/g, ' ').trim();
}
