import { sql } from 'kysely';
import { createHash, randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { megabytes } from '../../../domain/requests/upload-rules.ts';
import { IMAGE_MAX_BYTES } from '../../../domain/values/constants.ts';
import { storedName, storedWidths } from '../../../domain/values/images.ts';
import { columnRefs } from '../../platform/database.ts';
import { cleanFileName } from '../../platform/file-name.ts';
import { type ProblemError, problem, tooMany } from '../../platform/problem.ts';
import { SharedPermits } from '../../platform/semaphore.ts';
import { fieldColumns } from '../../resources/condition-sql.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { type Arrived, type Storage, TooLarge } from '../files/storage.ts';
import { requireSpace } from '../files/upload-limits.ts';
import type { Area } from './crop.ts';
import type { ImageFiles } from './image-files.ts';
import { type ImageUse, render } from './render.ts';

/** Accepted image types, by the name under which their content is detected. */
const KINDS: Readonly<Record<string, { label: string; mime: string; endings: readonly string[] }>> = {
  jpg: { label: 'JPEG', mime: 'image/jpeg', endings: ['.jpg', '.jpeg', '.jpe', '.jfif'] },
  png: { label: 'PNG', mime: 'image/png', endings: ['.png'] },
  apng: { label: 'PNG', mime: 'image/png', endings: ['.png', '.apng'] },
  webp: { label: 'WebP', mime: 'image/webp', endings: ['.webp'] },
  avif: { label: 'AVIF', mime: 'image/avif', endings: ['.avif'] },
  gif: { label: 'GIF', mime: 'image/gif', endings: ['.gif'] },
};
const CHOOSE = 'Choose a JPEG, PNG, WebP, AVIF or GIF image.';

/**
 * Why a file is not accepted as an image, as a sentence; null when it is. The content decides; a name or type that contradicts it is
 * refused.
 */
async function pictureFault(name: string, saidType: string | undefined, sample: Buffer): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  const sniffed = (await fileTypeFromBuffer(sample))?.ext ?? '';
  const kind = KINDS[sniffed];
  if (!kind) return otherKind(name, sniffed, sample);
  const ending = extname(name).toLowerCase();
  if (ending !== '' && !kind.endings.includes(ending)) {
    return `${name} is a ${kind.label} image, although its name says otherwise. Export it again, or change its extension to ${kind.endings[0]}.`;
  }
  const type = saidType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type.startsWith('image/') && type.replace('/jpg', '/jpeg').replace('/apng', '/png') !== kind.mime) {
    return `${name} was sent as ${type}, but it is a ${kind.label} image. Choose the file again.`;
  }
  return null;
}

function otherKind(name: string, sniffed: string, sample: Buffer): string {
  const start = sample.subarray(0, 4096);
  if (sample.length === 0) return `${name} is empty. Choose the file again.`;
  if (['heic', 'heif'].includes(sniffed))
    return `${name} is a HEIC image, which browsers cannot show. Export it as JPEG and choose that.`;
  if (/<(?:\w+:)?svg\b/i.test(start.toString('latin1')) || /<(?:\w+:)?svg\b/i.test(start.toString('utf16le'))) {
    return `${name} is an SVG drawing, which can contain scripts. Export it as PNG or WebP and choose that.`;
  }
  return `${name} is not a supported image. ${CHOOSE}`;
}

/** Signatures of documents and programs that do not occur in image data by chance. */
const MARKUP = /<(?:script|iframe|foreignobject)[\s>/]|<!doctype\s+html|<html[\s>]|<svg\s+[a-z]|<\?php\s/i;
const ARCHIVE_END = Buffer.from('PK\x05\x06', 'latin1');
const PDF = '%PDF-';
/** A PDF header may start, and an archive's directory end, within this distance of the edge. */
const PDF_WITHIN = 1024;
const ARCHIVE_WITHIN = 66_000;
const PART = 1024 * 1024;
const OVERLAP = 64;

/** What else a file is besides an image (a polyglot): "a web page", "an archive"; null when it is only an image. */
async function hiddenContent(path: string): Promise<string | null> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const read = async (from: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(length, size - from)), 0, undefined, from);
      return buffer.subarray(0, bytesRead);
    };
    if ((await read(0, PDF_WITHIN)).includes(PDF)) return 'a PDF document';
    const tail = Math.max(0, size - ARCHIVE_WITHIN);
    if ((await read(tail, ARCHIVE_WITHIN)).includes(ARCHIVE_END)) return 'an archive';
    for (let from = 0; from < size; from += PART) {
      if (MARKUP.test((await read(from, PART + OVERLAP)).toString('latin1'))) return 'a web page';
    }
    return null;
  } finally {
    await file.close();
  }
}

export interface ImageUpload {
  name: string;
  type?: string | undefined;
  alt: string;
  crop: Area | null;
  use: ImageUse;
  bytes: Readable;
  announced: number | null;
}

export interface ImageStore {
  files: ImageFiles;
  arrivals: Storage;
}

/** Decoding takes much memory, so one image at a time is decoded in this process, of each person in turn. */
const decoding = new SharedPermits(1, 1, 20, () =>
  tooMany(
    'images.busy',
    'Too many images',
    'Many of your images are still being processed. Try again in a minute.',
    30,
  ),
);

export async function acceptImage(
  services: CommandServices,
  store: ImageStore,
  actor: Actor,
  upload: ImageUpload,
): Promise<{ row: Row; isNew: boolean }> {
  const name = checkName(upload.name);
  if (upload.announced !== null && upload.announced > IMAGE_MAX_BYTES) throw tooLarge(name, upload.announced);
  await requireSpace(services, upload.announced ?? 0);
  const arrived = await receive(store.arrivals, upload, name);
  try {
    const fault = await pictureFault(name, upload.type, arrived.sample);
    if (fault !== null) throw refused('images.wrong-content', fault);
    const hidden = await hiddenContent(arrived.path);
    if (hidden !== null)
      throw refused(
        'images.hidden-content',
        `${name} is an image and ${hidden} in one. Export the image again and choose the new file.`,
      );
    return await decoding.run(actor.id, () => storeOnce(services, store.files, actor, { ...upload, name }, arrived));
  } finally {
    await store.arrivals.discard(arrived);
  }
}

function checkName(given: string): string {
  const name = cleanFileName(given);
  if (name === null) {
    throw problem(
      400,
      'images.bad-name',
      'Bad request',
      'Give the name of the image in the X-File-Name header, percent-encoded.',
    );
  }
  return name;
}

async function receive(arrivals: Storage, { bytes }: ImageUpload, name: string): Promise<Arrived> {
  try {
    return await arrivals.receive(bytes, IMAGE_MAX_BYTES);
  } catch (error) {
    if (error instanceof TooLarge) throw tooLarge(name, null);
    if (
      error instanceof Error &&
      'code' in error &&
      ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String(error.code))
    ) {
      throw problem(400, 'images.broken-off', 'Not uploaded', `The upload of ${name} was interrupted. Try again.`);
    }
    throw error;
  }
}

async function storeOnce(
  services: Needs<'db' | 'engine'>,
  files: ImageFiles,
  actor: Actor,
  upload: ImageUpload,
  arrived: Arrived,
): Promise<{ row: Row; isNew: boolean }> {
  const sha256 = createHash('sha256')
    .update(JSON.stringify([arrived.sha256, upload.crop, upload.use]))
    .digest('hex');
  const known = await storedImage(services, sha256);
  if (known) return { row: await withAlt(services, actor, known, upload.alt), isNew: false };
  const rendered = await render(arrived.path, upload.name, upload.crop, upload.use);
  const ending = upload.use === 'icon' ? 'png' : 'webp';
  const file = `${randomBytes(10).toString('hex')}-${rendered.width}x${rendered.height}.${ending}`;
  try {
    const whole = await rendered.encode(rendered.width);
    await files.write(file, whole);
    for (const width of storedWidths(file)) await files.write(storedName(file, width), await rendered.encode(width));
    const data = {
      file,
      sha256,
      name: upload.name,
      alt: upload.alt || null,
      width: rendered.width,
      height: rendered.height,
      bytes: whole.length,
    };
    return { row: await services.engine.create(actor, 'images', data, { command: true }), isNew: true };
  } catch (error) {
    await files.remove(file);
    // Another process has stored the same image in between.
    const theirs = await storedImage(services, sha256);
    if (theirs) return { row: theirs, isNew: false };
    throw error;
  }
}

async function storedImage({ db, engine }: Needs<'db' | 'engine'>, sha256: string): Promise<Row | undefined> {
  const { fields } = engine.resolver.resource('images');
  const { rows } =
    await sql<Row>`select ${fieldColumns(fields)} from "images" where ${columnRefs('images').sha256} = ${sha256}`.execute(
      db,
    );
  return rows[0];
}

async function withAlt({ engine }: Needs<'engine'>, actor: Actor, row: Row, alt: string): Promise<Row> {
  if (alt === '' || row['alt'] !== null) return row;
  return engine.update(actor, 'images', Number(row['id']), { alt }, { command: true });
}

function tooLarge(name: string, size: number | null): ProblemError {
  const is =
    size === null
      ? `${name} is larger than ${megabytes(IMAGE_MAX_BYTES)}.`
      : `${name} is ${megabytes(size)}; the limit is ${megabytes(IMAGE_MAX_BYTES)}.`;
  return problem(413, 'images.too-large', 'Too large', `${is} Choose a smaller image.`);
}

function refused(code: string, detail: string): ProblemError {
  return problem(422, code, 'Not uploaded', detail);
}
