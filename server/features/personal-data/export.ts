import { sql } from 'kysely';
import { ZipFile } from 'yazl';
import type { Actor } from '../../../domain/actor.ts';
import { csvCell, csvLine } from '../../../domain/csv.ts';
import { cleanFileName } from '../../../domain/file-name.ts';
import type { Json } from '../../../domain/json.ts';
import type { Resource, Row } from '../../../domain/model.ts';
import type { Services } from '../../services.ts';
import { Storage } from '../files/storage.ts';
import { messageFor } from '../messages/mail-content.ts';
import { submissionDetail } from '../requests/detail.ts';
import { loadWorkflow } from '../requests/workflow-file.ts';
import { ownColumns, ownReferences } from './own-rows.ts';

interface Part {
  /** The name of its files, without an ending. */
  name: string;
  title: string;
  rows: Row[];
}

/**
 * A ZIP of all that belongs to the person: JSON and CSV of each kind of record, requests as the person sees them, messages, the files
 * that the person uploaded, and a page that leads to them. It is written while it is read.
 */
export async function personalData(services: Services, actor: Actor & { id: number }): Promise<NodeJS.ReadableStream> {
  const parts = [...(await ownParts(services, actor.id)), await messagesOf(services, actor.id)];
  const zip = new ZipFile();
  const add = (name: string, content: string): void => zip.addBuffer(Buffer.from(content), name);
  const requests = await requestsOf(services, actor);
  const files = await addFiles(services, zip, actor.id);
  for (const { name, rows } of parts) {
    add(`data/${name}.json`, `${JSON.stringify(rows, null, 2)}\n`);
    add(`data/${name}.csv`, csvOf(rows));
  }
  for (const request of requests) add(`requests/${request.id}.json`, `${JSON.stringify(request, null, 2)}\n`);
  add('index.html', indexPage(services, parts, requests, files));
  zip.end();
  return zip.outputStream;
}

async function ownParts(services: Services, userId: number): Promise<Part[]> {
  const { model } = services;
  const parts: Part[] = [];
  for (const { resource, column } of [
    ...(model.resources.get('users') ? [{ resource: model.resources.get('users')!, column: 'id' }] : []),
    ...ownReferences(model),
    ...(model.resources.get('eventLog') ? [{ resource: model.resources.get('eventLog')!, column: 'userId' }] : []),
  ])
    parts.push(await partOf(services, resource, column, userId));
  return parts.filter(({ rows }) => rows.length > 0);
}

async function partOf({ db }: Services, resource: Resource, column: string, userId: number): Promise<Part> {
  const columns = ownColumns({ resource, column }).map((name) => sql.ref(name));
  const { rows } = await sql<Row>`select ${sql.join(columns)} from ${sql.table(resource.name)}
    where ${sql.ref(column)} = ${userId} order by "id"`.execute(db);
  return { name: resource.name, title: resource.config.label, rows };
}

/** As the person reads them. */
async function messagesOf({ db, model }: Services, userId: number): Promise<Part> {
  const rows = await db
    .selectFrom('messageRecipients as r')
    .innerJoin('messages as m', 'm.id', 'r.messageId')
    .innerJoin('users as u', 'u.id', 'r.userId')
    .select('u.displayName')
    .select(['m.id', 'm.createdAt', 'm.subject', 'm.html', 'm.authorKind', 'm.aboutTitle', 'r.readAt', 'r.archivedAt'])
    .where('r.userId', '=', userId)
    .orderBy('m.id')
    .execute();
  const read = rows.map(({ displayName, ...row }) => ({
    ...row,
    ...messageFor(row, displayName, model.site.timezone),
  }));
  return { name: 'messages', title: 'Messages', rows: read as Row[] };
}

type Request = Awaited<ReturnType<typeof submissionDetail>>;

/** As their customer sees them: without what staff note among themselves. */
async function requestsOf(services: Services, actor: Actor & { id: number }): Promise<Request[]> {
  const ids = await services.db
    .selectFrom('submissions')
    .select('id')
    .where('submittedById', '=', actor.id)
    .orderBy('id')
    .execute();
  const workflow = loadWorkflow(services.settings.root);
  const requests: Request[] = [];
  for (const { id } of ids) requests.push(await submissionDetail(services, workflow, actor, Number(id), 'customer'));
  return requests;
}

/** Each file is opened when it is its turn. One whose bytes are gone is left out. */
async function addFiles({ db, settings, clock }: Services, zip: ZipFile, userId: number): Promise<string[]> {
  const storage = new Storage(settings.uploadDir, clock);
  const rows = await db
    .selectFrom('files')
    .select(['id', 'name', 'storageKey'])
    .where('uploaderId', '=', userId)
    .orderBy('id')
    .execute();
  const names: string[] = [];
  for (const { id, name, storageKey } of rows) {
    if (!(await storage.has(storageKey))) continue;
    const path = `files/${id}-${cleanFileName(name) ?? 'file'}`;
    names.push(path);
    zip.addReadStreamLazy(path, (answer) => {
      void storage.open(storageKey).then(
        (stream) => (stream ? answer(null, stream) : answer(new Error('A file is gone'), null as never)),
        (error: unknown) => answer(error, null as never),
      );
    });
  }
  return names;
}

function csvOf(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [columns, ...rows.map((row) => columns.map((column) => cellText(row[column] ?? null)))]
    .map((cells) => csvLine(cells.map(csvCell)))
    .join('');
}

function cellText(value: Json): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function indexPage(
  { model, clock }: Services,
  parts: readonly Part[],
  requests: readonly Request[],
  files: readonly string[],
): string {
  const link = (path: string, words: string): string =>
    `<a href="${path.split('/').map(encodeURIComponent).join('/')}">${escaped(words)}</a>`;
  const item = (words: string): string => `<li>${words}</li>`;
  const sections = [
    [
      'Records',
      parts.map(({ name, title, rows }) =>
        item(
          `${escaped(title)}: ${rows.length} (${link(`data/${name}.csv`, 'table')}, ${link(`data/${name}.json`, 'JSON')})`,
        ),
      ),
    ],
    ['Requests', requests.map(({ id, form }) => item(link(`requests/${id}.json`, `#${id} ${form.title}`)))],
    ['Files', files.map((path) => item(link(path, path.slice('files/'.length))))],
  ] as const;
  const site = escaped(model.site.productName);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><title>Your data in ${site}</title>
<main style="max-width:44rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif">
<h1>Your data in ${site}</h1><p>As of ${escaped(clock.instant())}. Times are in UTC.</p>
${sections
  .filter(([, items]) => items.length > 0)
  .map(([title, items]) => `<h2>${title}</h2><ul>${items.join('')}</ul>`)
  .join('\n')}
</main></html>
`;
}
