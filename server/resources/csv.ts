import { formatHour } from '../../domain/values/formats.ts';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { BYTE_ORDER_MARK, csvCell, csvLine } from '../../domain/values/csv.ts';
import { fileFacts } from '../../domain/values/file-value.ts';
import { KINDS, type TextForm } from '../../domain/declarations/kinds.ts';
import { plainAmount } from '../../domain/values/money.ts';
import type { Json } from '../../domain/values/json.ts';
import type { Field, Row } from '../../domain/declarations/model.ts';
import type { Export } from './exports.ts';
import { fieldText } from './names.ts';

const BUFFERED_BYTES = 64 * 1024;

/** A reader that accepts no data for this long is disconnected. */
const READER_IDLE_MS = 5 * 60_000;

/** Columns after those of the fields: their titles, and their cells for each row of a batch. */
export interface MoreColumns {
  titles: readonly string[];
  cells: (rows: readonly Row[]) => Promise<(string | number | null)[][]>;
}

/** Sends the export as a file, at the pace of its reader. */
export function sendCsv(reply: FastifyReply, name: string, exported: Export, more?: MoreColumns): FastifyReply {
  reply.raw.setTimeout(READER_IDLE_MS, () => reply.raw.destroy());
  reply.header('Content-Disposition', `attachment; filename="${name}.csv"`).type('text/csv; charset=utf-8');
  return reply.send(csvStream(exported, more, exported.shownIn === null ? '' : BYTE_ORDER_MARK));
}

const NO_MORE: MoreColumns = { titles: [], cells: async (rows) => rows.map(() => []) };

export function csvStream(
  exported: Pick<Export, 'fields' | 'batches' | 'shownIn'>,
  more = NO_MORE,
  start = '',
): Readable {
  const abandoned = new AbortController();
  const lines = csvLines(exported, more, start, abandoned.signal);
  const text = Readable.from(lines, { objectMode: false, highWaterMark: BUFFERED_BYTES });
  return text.once('close', () => abandoned.abort());
}

async function* csvLines(
  { fields, batches, shownIn }: Pick<Export, 'fields' | 'batches' | 'shownIn'>,
  more: MoreColumns,
  start: string,
  abandoned: AbortSignal,
): AsyncGenerator<string> {
  yield start + csvLine([...fields.map((field) => cell(field.title)), ...more.titles.map(cell)]);
  for await (const rows of batches(abandoned)) {
    const cells = await more.cells(rows);
    const lines = rows.map((row, index) => [
      ...fields.map((field) => formatCsvValue(field, row[field.name] ?? null, shownIn)),
      ...(cells[index] ?? []).map((value) => cell(value ?? '')),
    ]);
    yield lines.map(csvLine).join('');
  }
}

function formatCsvValue(field: Field, value: Json, shownIn: string | null): string {
  if (shownIn !== null) return formatShownValue(field, value, shownIn);
  const { kind } = field;
  return typeof value === 'number' || typeof value === 'string' ? CELLS[KINDS[kind].text](value) : cell(plain(value));
}

/** As people read it. Numbers stay numbers, and lists are one text. */
function formatShownValue(field: Field, value: Json, zone: string): string {
  const { text } = KINDS[field.kind];
  if (value === null || (typeof value === 'number' && (text === 'number' || text === 'asIs'))) return cell(value ?? '');
  if (Array.isArray(value) && text !== 'label') return cell(plain(value));
  return cell(fieldText(value, { field, zone }));
}

const ofNumber =
  (write: (value: number) => string) =>
  (value: number | string): string =>
    typeof value === 'number' ? write(value) : cell(value);

/** For programs: amounts without currency, hours as times, files by name. */
const CELLS: Record<TextForm, (value: number | string) => string> = {
  asIs: cell,
  prose: cell,
  html: cell,
  number: cell,
  percent: cell,
  size: cell,
  money: ofNumber(plainAmount),
  hour: ofNumber((hours) => cell(formatHour(hours))),
  yesNo: cell,
  day: cell,
  instant: cell,
  time: cell,
  month: cell,
  label: cell,
  rule: cell,
  fileName: (value) => cell(fileFacts(String(value))?.name ?? value),
  json: cell,
};

function plain(value: Json): string | number | boolean {
  if (value === null) return '';
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join('; ');
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

/** Numbers are written unquoted. */
function cell(value: string | number | boolean): string {
  return typeof value === 'string' ? csvCell(value) : String(value);
}
