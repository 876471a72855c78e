import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Supported content encodings, preferred first. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Smaller bodies are not worth compressing. */
const MIN_LENGTH = 1024;

/** Moderate levels, because responses are compressed on request. */
export function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(body, { level: 6 });
  return promisify(brotliCompress)(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });
}

/** The preferred encoding for a body of `length` bytes; null: send it uncompressed. */
export function negotiateEncoding(accepted: string | undefined, length: number): Encoding | null {
  if (accepted === undefined || length < MIN_LENGTH) return null;
  return ENCODINGS.find((encoding) => accepts(accepted, encoding)) ?? null;
}

/** Whether Accept-Encoding lists the encoding with q above 0. */
function accepts(accepted: string, encoding: Encoding): boolean {
  return accepted
    .toLowerCase()
    .split(',')
    .some((part) => {
      const [name, ...parameters] = part.split(';').map((text) => text.trim());
      return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    });
}
