/** What a field of a request form or of a resource accepts as a file. */
import { FORM_LIMITS } from './request-form.ts';

export interface UploadRules {
  /** Accepted extensions, in lower case with a dot. Default: all but those that can carry programs. */
  'x-accept'?: readonly string[];
  /** Default: 25 MB. */
  'x-max-bytes'?: number;
}

export const REFUSED_ENDINGS: ReadonlySet<string> = new Set([
  '.svg',
  '.svgz',
  '.html',
  '.htm',
  '.xhtml',
  '.xht',
  '.mht',
  '.xml',
  '.xsl',
  '.js',
  '.mjs',
  '.css',
  '.swf',
  '.hta',
  '.php',
  '.sh',
  '.exe',
  '.dll',
  '.msi',
  '.bat',
  '.cmd',
  '.com',
  '.scr',
  '.ps1',
  '.vbs',
  '.jar',
  '.apk',
  '.app',
  '.dmg',
  '.lnk',
  '.elf',
]);

/** Reports rules that no upload could be checked by. */
export function checkUploadRules(
  { 'x-accept': accept, 'x-max-bytes': bytes }: { [Keyword in keyof UploadRules]: unknown },
  report: (keyword: keyof UploadRules, message: string) => void,
): void {
  if (
    bytes !== undefined &&
    !(Number.isInteger(bytes) && (bytes as number) >= 1 && (bytes as number) <= FORM_LIMITS.fileBytes)
  ) {
    report('x-max-bytes', `Must be between 1 and ${FORM_LIMITS.fileBytes} bytes`);
  }
  if (accept === undefined) return;
  const sound =
    Array.isArray(accept) &&
    accept.length > 0 &&
    accept.length <= 50 &&
    accept.every((ending) => typeof ending === 'string' && ending.length <= 12 && /^\.[a-z0-9]+$/.test(ending));
  if (!sound) return report('x-accept', 'Must list file endings such as ".pdf"');
  const refused = accept.filter((ending) => REFUSED_ENDINGS.has(ending));
  if (refused.length > 0)
    report('x-accept', `Files of type ${refused.join(', ')} are not accepted because they can contain programs`);
}

/** Why a stored file no longer fits its field, as a sentence; null when it does. Without a size of the field's own, that was decided at the upload. */
export function misfit(rules: UploadRules, { name, size }: { name: string; size: number }): string | null {
  if (!acceptsName(rules, name))
    return `${name} does not have an accepted file type: ${rules['x-accept']?.join(', ') ?? ''}`;
  const limit = rules['x-max-bytes'];
  if (limit !== undefined && size > limit) return `${name} is larger than ${megabytes(limit)}. Choose a smaller file.`;
  return null;
}

export function acceptsName(rules: UploadRules, name: string): boolean {
  return !rules['x-accept'] || rules['x-accept'].includes(fileEnding(name));
}

/** The extension with its dot, in lower case; empty without one. */
export function fileEnding(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase() : '';
}

/** In bytes; `usual`: megabytes where the rules name no size. */
export function largestFile(rules: UploadRules, usual: number): number {
  return rules['x-max-bytes'] ?? usual * 1024 * 1024;
}

/** Rounded up, so that a file above the limit never displays as equal to it. */
export function megabytes(bytes: number): string {
  if (bytes <= 1024 * 1000) return `${Math.ceil(bytes / 1024)} kB`;
  return `${Math.ceil(bytes / 1024 / 102.4) / 10} MB`;
}
