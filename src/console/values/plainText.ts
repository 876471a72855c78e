import { hourText } from '../../../domain/hour-text.ts';
import { sizeInWords } from '../../../domain/size-in-words.ts';
import type { Field, Json } from '../../../domain/model.ts';
import { formatMoney } from '../../../domain/money.ts';
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
  if (field.options) return field.options.find((option) => option.value === value)?.label ?? String(value);
  switch (field.kind) {
    case 'boolean':
      return value === true ? 'Yes' : 'No';
    case 'money':
      return typeof value === 'number' ? formatMoney(value) : String(value);
    case 'integer':
    case 'number':
      if (field.schema['x-bytes'] === true && typeof value === 'number') return sizeInWords(value);
      return typeof value === 'number' && field.name !== 'id' ? formatNumber(value) : String(value);
    case 'hour':
      return typeof value === 'number' ? hourText(value) : String(value);
    case 'date':
      return formatDay(String(value));
    case 'dateTime':
      return formatInstant(String(value), zone);
    case 'time':
      return formatTime(String(value));
    case 'html':
      return wordsOfHtml(String(value));
    default:
      return String(value);
  }
}

/** The words of a piece of HTML, without its tags. */
export function wordsOfHtml(html: string): string {
  const spaced = html.replaceAll(/<(\/(p|li|h[1-6]|div|tr|td|blockquote)|br)\b[^>]*>/gi, ' $&');
  const text = new DOMParser().parseFromString(spaced, 'text/html').body.textContent;
  return text.replaceAll(/\s+/g, ' ').trim();
}
