import { REFUSED_ENDINGS } from '../../../domain/requests/upload-rules.ts';

export interface Content {
  mime: string;
}

export const SAMPLE = 64 * 1024;

const UNKNOWN = 'application/octet-stream';

const ALSO: Readonly<Record<string, readonly string[]>> = {
  '.jpeg': ['jpg'],
  '.jpe': ['jpg'],
  '.tiff': ['tif'],
  '.htm': [],
  '.ai': ['pdf', 'ps', 'ai', 'eps'],
  '.eps': ['ps', 'eps'],
  '.ps': ['eps'],
  '.3mf': ['3mf', 'zip'],
  '.docx': ['zip'],
  '.xlsx': ['zip'],
  '.pptx': ['zip'],
  '.odt': ['zip'],
  '.ods': ['zip'],
  '.odp': ['zip'],
  '.doc': ['cfb'],
  '.xls': ['cfb'],
  '.ppt': ['cfb'],
  '.sldprt': ['cfb'],
  '.sldasm': ['cfb'],
  '.f3d': ['zip'],
  '.m4v': ['mp4'],
  '.mov': ['mov', 'mp4'],
  '.ogg': ['ogv', 'oga', 'ogx', 'opus'],
  '.heic': ['heif', 'heic'],
};

const SIGNED: ReadonlySet<string> = new Set([
  '.pdf',
  '.png',
  '.jpg',
  '.jpeg',
  '.jpe',
  '.gif',
  '.webp',
  '.tif',
  '.tiff',
  '.bmp',
  '.psd',
  '.heic',
  '.avif',
  '.ico',
  '.zip',
  '.7z',
  '.rar',
  '.gz',
  '.3mf',
  '.docx',
  '.xlsx',
  '.pptx',
  '.odt',
  '.ods',
  '.odp',
  '.doc',
  '.xls',
  '.ppt',
  '.mp4',
  '.m4v',
  '.mov',
  '.webm',
  '.mp3',
  '.wav',
  '.flac',
  '.ogg',
]);

/** Extensions of plain text, with a pattern for the first line where there is one. */
const TEXTS: Readonly<Record<string, RegExp | null>> = {
  '.txt': null,
  '.csv': null,
  '.md': null,
  '.obj': null,
  '.gcode': null,
  '.nc': null,
  '.json': null,
  '.ino': null,
  '.py': null,
  '.scad': null,
  '.step': /^\s*ISO-10303-21/,
  '.stp': /^\s*ISO-10303-21/,
  '.dxf': /^(?:AutoCAD Binary DXF|\s*(?:999|0)\s*\r?\n)/,
};

const MARKUP = /<(?:!doctype\s+html|html|head|body|script|svg|iframe|\?xml|\w+:svg)\b|<!--/i;

/** The detected type when the content matches the file name, otherwise the reason for refusal as a sentence. */
export async function detectContent(
  name: string,
  ending: string,
  sample: Buffer,
  size: number,
): Promise<Content | string> {
  if (REFUSED_ENDINGS.has(ending)) return `Files of type ${ending} are not accepted: they can contain scripts.`;
  const lie = `${name} is not a ${ending} file, although its name says so. Export it again and choose the new file.`;
  const { fileTypeFromBuffer } = await import('file-type');
  const sniffed = await fileTypeFromBuffer(sample);
  if (sniffed) {
    const fits = `.${sniffed.ext}` === ending || ALSO[ending]?.includes(sniffed.ext) === true;
    return fits ? { mime: /^[\w.+-]+\/[\w.+-]+$/.test(sniffed.mime) ? sniffed.mime : UNKNOWN } : lie;
  }
  if (SIGNED.has(ending) || looksLikeMarkup(sample)) return lie;
  if (ending === '.stl') return isStl(sample, size) ? { mime: 'model/stl' } : lie;
  const text = TEXTS[ending];
  if (text === undefined) return { mime: UNKNOWN };
  const isBinaryDxf = ending === '.dxf' && sample.subarray(0, 19).toString('latin1') === 'AutoCAD Binary DXF\r';
  if (!isBinaryDxf && sample.includes(0)) return lie;
  if (text && !text.test(sample.toString('latin1', 0, 200))) return lie;
  return { mime: 'text/plain' };
}

function looksLikeMarkup(sample: Buffer): boolean {
  const start = sample.subarray(0, 4096);
  return MARKUP.test(start.toString('latin1')) || MARKUP.test(start.toString('utf16le'));
}

/** Binary STL: 80 bytes, the number of triangles, 50 bytes each. Text STL begins with "solid". */
function isStl(sample: Buffer, size: number): boolean {
  if (sample.length >= 84 && size === 84 + 50 * sample.readUInt32LE(80)) return true;
  return (
    /^\s*solid\b/.test(sample.toString('latin1', 0, 80)) && /facet|endsolid/.test(sample.toString('latin1', 0, 4096))
  );
}
