import { fileFacts } from '../../../domain/file-value.ts';
import { hourText } from '../../../domain/hour-text.ts';
import { formatSize } from '../../../domain/format-size.ts';
import { KINDS, type TextForm } from '../../../domain/kinds.ts';
import type { Json } from '../../../domain/json.ts';
import type { Field } from '../../../domain/model.ts';
import { formatMoney } from '../../../domain/money.ts';
import { ruleWords } from '../../../domain/rule-words.ts';
import { formatDay, formatInstant, formatNumber, formatTime } from './formats.ts';

/** A value in one line of words. References are their numbers here: see ReferenceName for their names. */
export function plainText(field: Field, value: Json, zone: string): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map((item) => scalarText(field, item, zone)).join(', ');
  return scalarText(field, value, zone);
}

function scalarText(field: Field, value: Json, zone: string): string {
  if (value === null) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  return TEXTS[KINDS[field.kind].text](value, zone, field);
}

type Scalar = string | number | boolean;

/** The text of numbers; what is of another type (a field that has changed its kind) stays as it is. */
function numeric(write: (value: number) => string): (value: Scalar) => string {
  return (value) => (typeof value === 'number' ? write(value) : String(value));
}

const TEXTS: Readonly<Record<TextForm, (value: Scalar, zone: string, field: Field) => string>> = {
  asIs: String,
  prose: String,
  html: (value) => wordsOfHtml(String(value)),
  number: numeric(formatNumber),
  size: numeric(formatSize),
  money: numeric(formatMoney),
  hour: numeric(hourText),
  yesNo: (value) => (value === true ? 'Yes' : 'No'),
  day: (value) => formatDay(String(value)),
  instant: (value, zone) => formatInstant(String(value), zone),
  time: (value) => formatTime(String(value)),
  label: (value, _zone, field) => field.options?.find((option) => option.value === value)?.label ?? String(value),
  fileName: (value) => fileFacts(String(value))?.name ?? String(value),
  rule: (value, zone) => ruleWords(String(value), null, zone),
  json: String,
};

/** The words of a piece of HTML, without its tags. */
export function wordsOfHtml(html: string): string {
  const spaced = html.replaceAll(/<(\/(p|li|h[1-6]|div|tr|td|blockquote)|br)\b[^>]*>/gi, ' $&');
  const text = new DOMParser().parseFromString(spaced, 'text/html').body.textContent;
  return text.replaceAll(/\s+/g, ' ').trim();
}
