import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { csvCell, csvLine } from '../../../domain/values/csv.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { Storage } from '../files/storage.ts';
import { submissionDetail } from '../requests/detail.ts';
import { type Part, partsOfPerson } from './export-parts.ts';

/** Bytes of a name that every file system holds, beside the id. */
const MOST_BYTES = 180;

/** The name of a file in an archive: each has one of its own, which can be unpacked on every system. */
export function archiveName(id: string, name: string): string {
  const safeName = name.replace(/["<>:|?*\\/\p{Cc}]/gu, '_').replace(/[. ]+$/, '');
  const [ending = ''] = /\.[A-Za-z0-9]{1,10}$/.exec(safeName) ?? [];
  let base = '';
  let left = MOST_BYTES - ending.length;
  // By characters: some consist of several code units.
  for (const character of safeName.slice(0, safeName.length - ending.length)) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    base += character;
  }
  return `${id}-${base === '' && ending === '' ? 'file' : base + ending}`;
}

type Content = Readable | Promise<Readable>;

interface RequestName {
  id: number;
  title: string;
}

interface OwnFile {
  path: string;
  key: string;
}

/**
 * A ZIP of all that belongs to the person: JSON and CSV of each kind of record, requests as the person sees them,
 * messages, their uploaded files, and an index page. It is read while it is written, and no longer once the connection
 * ends.
 */
export async function personalData(services: CommandServices, actor: Actor & { id: number }): Promise<Readable> {
  const parts = await partsOfPerson(services, actor.id);
  const requests = await ownRequests(services, actor.id);
  const storage = new Storage(services.settings.uploadDir, services.clock);
  const files = await ownFiles(services, storage, actor.id);
  const { zip, output, add } = lazyZip();
  for (const { name, columns, rows } of parts) {
    add(`data/${name}.json`, () => textStream(jsonChunks(rows())));
    add(`data/${name}.csv`, () => textStream(csvChunks(columns, rows())));
  }
  for (const { id } of requests)
    add(`requests/${id}.json`, async () => {
      // As their customer sees them: without what staff note among themselves.
      const request = await submissionDetail(services, actor, id, 'customer');
      return textStream([`${JSON.stringify(request, null, 2)}\n`]);
    });
  // Empty if the bytes were deleted in the meantime.
  for (const { path, key } of files) add(path, async () => (await storage.open(key)) ?? textStream([]));
  add('index.html', () => textStream([indexPage(services, parts, requests, files)]));
  zip.end();
  return output;
}

function textStream(texts: Iterable<string> | AsyncIterable<string>): Readable {
  return Readable.from(texts, { objectMode: false });
}

/** Entries are opened in turn. An entry's error, or a closed connection, ends the archive. */
function lazyZip(): { zip: ZipFile; output: Readable; add: (path: string, open: () => Content) => void } {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  let current: Readable | null = null;
  zip.on('error', (error) => output.destroy(error));
  output.once('close', () => current?.destroy());
  const add = (path: string, open: () => Content): void =>
    zip.addReadStreamLazy(path, (answer) => {
      void (async () => open())().then(
        (content) => {
          current = content;
          content.once('error', (error) => output.destroy(error));
          if (output.destroyed) content.destroy();
          else answer(null, content);
        },
        (error: Error) => output.destroy(error),
      );
    });
  return { zip, output, add };
}

async function ownRequests({ db }: Needs<'db'>, userId: number): Promise<RequestName[]> {
  const rows = await db
    .selectFrom('submissions as s')
    .innerJoin('forms as f', 'f.id', 's.formId')
    .select(['s.id', 'f.title'])
    .where('s.submittedById', '=', userId)
    .orderBy('s.id')
    .execute();
  return rows.map(({ id, title }) => ({ id: Number(id), title }));
}

async function ownFiles({ db }: Needs<'db'>, storage: Storage, userId: number): Promise<OwnFile[]> {
  const rows = await db
    .selectFrom('files')
    .select(['id', 'name', 'storageKey'])
    .where('uploaderId', '=', userId)
    .orderBy('id')
    .execute();
  const files: OwnFile[] = [];
  for (const { id, name, storageKey: key } of rows)
    if (await storage.has(key)) files.push({ path: `files/${archiveName(id, name)}`, key });
  return files;
}

async function* jsonChunks(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let begin = '[';
  for await (const row of rows) {
    yield `${begin}\n${JSON.stringify(row, null, 2)}`;
    begin = ',';
  }
  yield begin === '[' ? '[]\n' : '\n]\n';
}

async function* csvChunks(columns: readonly string[], rows: AsyncIterable<Row>): AsyncGenerator<string> {
  yield csvLine(columns.map(csvCell));
  for await (const row of rows) yield csvLine(columns.map((column) => csvCell(cellText(row[column] ?? null))));
}

function cellText(value: Json): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function indexPage(
  { model, clock }: Needs<'clock' | 'model'>,
  parts: readonly Part[],
  requests: readonly RequestName[],
  files: readonly OwnFile[],
): string {
  const link = (path: string, words: string): string =>
    `<a href="${path.split('/').map(encodeURIComponent).join('/')}">${escaped(words)}</a>`;
  const item = (words: string): string => `<li>${words}</li>`;
  const sections = [
    [
      'Records',
      parts.map(({ name, title, count }) =>
        item(
          `${escaped(title)}: ${count} (${link(`data/${name}.csv`, 'table')}, ${link(`data/${name}.json`, 'JSON')})`,
        ),
      ),
    ],
    ['Requests', requests.map(({ id, title }) => item(link(`requests/${id}.json`, `#${id} ${title}`)))],
    ['Files', files.map(({ path }) => item(link(path, path.slice('files/'.length))))],
  ] as const;
  const site = escaped(model.site.productName);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><title>Your data in ${site}</title>
<meta name="color-scheme" content="light dark" />
<main style="max-width:44rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere">
<h1>Your data in ${site}</h1><p>As of ${escaped(clock.instant())}. Times are in UTC.</p>
${sections
  .filter(([, items]) => items.length > 0)
  .map(([title, items]) => `<h2>${title}</h2><ul>${items.join('')}</ul>`)
  .join('\n')}
</main></html>
`;
}
