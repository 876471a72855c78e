import { Readable } from 'node:stream';
import { csvCell, csvLine } from '../../domain/csv.ts';
import { hourText } from '../../domain/hour-text.ts';
import { KINDS, type TextForm } from '../../domain/kinds.ts';
import type { Field, Json } from '../../domain/model.ts';
import type { Export } from './engine.ts';

const BUFFERED_BYTES = 64 * 1024;

/** An export as comma-separated text (RFC 4180), one batch after the other, each when the reader has taken the one before. */
export function csvOf({ fields, batches }: Export): Readable {
  const abandoned = new AbortController();
  const lines = linesOf(fields, batches, abandoned.signal);
  const text = Readable.from(lines, { objectMode: false, highWaterMark: BUFFERED_BYTES });
  return text.once('close', () => abandoned.abort());
}

async function* linesOf(fields: Field[], batches: Export['batches'], abandoned: AbortSignal): AsyncGenerator<string> {
  yield csvLine(fields.map((field) => cell(field.title)));
  for await (const rows of batches(abandoned)) {
    yield rows.map((row) => csvLine(fields.map((field) => shown(field, row[field.name] ?? null)))).join('');
  }
}

function shown(field: Field, value: Json): string {
  return typeof value === 'number' ? NUMBERS[KINDS[field.kind].text](value) : cell(plain(value));
}

/** Numbers as a spreadsheet takes them: amounts without their currency, hours as times. */
const NUMBERS: Record<TextForm, (value: number) => string> = {
  asIs: String,
  prose: String,
  html: String,
  number: String,
  size: String,
  money: (cents) => (cents / 100).toFixed(2),
  hour: (hours) => cell(hourText(hours)),
  yesNo: String,
  day: String,
  instant: String,
  time: String,
  label: String,
  json: String,
};

function plain(value: Json): string | number | boolean {
  if (value === null) return '';
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join('; ');
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

/** Numbers stay numbers. */
function cell(value: string | number | boolean): string {
  return typeof value === 'string' ? csvCell(value) : String(value);
}
