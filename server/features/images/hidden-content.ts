import { open } from 'node:fs/promises';

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
export async function hiddenContent(path: string): Promise<string | null> {
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
