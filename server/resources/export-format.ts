import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { DateTime } from 'luxon';
import type { ExportColumn, ExportFormat } from '../../domain/declarations/export-formats.ts';
import { KINDS } from '../../domain/declarations/kinds.ts';
import type { Field, Resource, Row } from '../../domain/declarations/model.ts';
import type { Json } from '../../domain/values/json.ts';
import type { Export } from './exports.ts';
import { fieldText } from './names.ts';
import { badRequest } from './refusals.ts';

const BUFFERED_BYTES = 64 * 1024;
/** A reader that accepts no data for this long is disconnected. */
const READER_IDLE_MS = 5 * 60_000;
const LINE_ENDS = { LF: '\n', CRLF: '\r\n' };

/** The declared format of this name. 400 for another name. */
export function exportFormat({ config }: Resource, name: string): ExportFormat {
  const format = config.exports?.find((each) => each.name === name);
  if (!format) throw badRequest(`There is no export format "${name}".`);
  return format;
}

/** The fields that a format reads. */
export function formatFields({ columns, total }: ExportFormat): string[] {
  return [...new Set([...columns.flatMap(({ field }) => field ?? []), total])];
}

/** Sends the export in this format, at the pace of its reader. */
export function sendFormat(
  reply: FastifyReply,
  name: string,
  format: ExportFormat,
  exported: Export,
  given: { now: number; zone: string },
): FastifyReply {
  reply.raw.setTimeout(READER_IDLE_MS, () => reply.raw.destroy());
  const date = DateTime.fromMillis(given.now, { zone: given.zone }).toFormat(format.dates);
  const abandoned = new AbortController();
  const lines = formatLines(format, exported, { date, zone: given.zone, abandoned: abandoned.signal });
  const text = Readable.from(lines, { objectMode: false, highWaterMark: BUFFERED_BYTES });
  text.once('close', () => abandoned.abort());
  reply.header('Content-Disposition', `attachment; filename="${name}.${format.extension}"`);
  return reply.type('text/plain; charset=utf-8').send(text);
}

async function* formatLines(
  format: ExportFormat,
  { batches, fields }: Pick<Export, 'batches' | 'fields'>,
  { date, zone, abandoned }: { date: string; zone: string; abandoned: AbortSignal },
): AsyncGenerator<string> {
  const end = LINE_ENDS[format.lineEnd];
  const fieldOf = new Map(fields.map((field) => [field.name, field]));
  let [count, cents] = [0, 0];
  const filled = (line: string): string =>
    line
      .replaceAll('{date}', date)
      .replaceAll('{count}', String(count))
      .replaceAll('{total}', amountText(cents, format)) + end;
  // The sums are known at the end.
  if (format.header.length > 0) yield format.header.map(filled).join('');
  for await (const rows of batches(abandoned)) {
    count += rows.length;
    for (const row of rows) cents += Number(row[format.total] ?? 0);
    yield rows.map((row) => rowLine(format, row, { fieldOf, zone }) + end).join('');
  }
  if (format.footer.length > 0) yield format.footer.map(filled).join('');
}

function rowLine(
  format: ExportFormat,
  row: Row,
  { fieldOf, zone }: { fieldOf: ReadonlyMap<string, Field>; zone: string },
): string {
  const cells = format.columns.map((column) => {
    const field = column.field === undefined ? undefined : fieldOf.get(column.field);
    if (column.field === undefined) return enclosed(column.text ?? '', format);
    return field ? valueText(column, field, row[field.name] ?? null, { format, zone }) : enclosed('', format);
  });
  return cells.join(format.separator);
}

function valueText(
  column: ExportColumn,
  field: Field,
  value: Json,
  { format, zone }: { format: ExportFormat; zone: string },
): string {
  const { text } = KINDS[field.kind];
  if (typeof value === 'number' && text === 'money') return amountText(value, format);
  if (typeof value === 'number' && text === 'number') return String(value);
  if (typeof value === 'string' && (text === 'day' || text === 'instant'))
    return enclosed(DateTime.fromISO(value, { zone: text === 'day' ? 'utc' : zone }).toFormat(format.dates), format);
  const shown = value === null ? '' : String(fieldText(value, { field, zone }));
  return enclosed(column.map?.[shown] ?? column.otherwise ?? shown, format);
}

/** Programs read it: without currency and groups of digits. */
function amountText(cents: number, { decimal }: ExportFormat): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}${decimal}${digits.slice(-2)}`;
}

/** One line, and no formula for a spreadsheet. */
function enclosed(value: string, { quote, separator }: ExportFormat): string {
  const line = value.replace(/[\r\n]+/g, ' ').replace(/^(?=[=+@\t])/, "'");
  if (quote === '') return line.replaceAll(separator, ' ');
  return quote + line.replaceAll(quote, quote + quote) + quote;
}
