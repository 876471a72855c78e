import { createHash } from 'node:crypto';

export type Level = 'error' | 'warning';

/** Groups events by level, message and code location, and by the site that reports them, ignoring what varies between occurrences. */
export function fingerprint(level: Level, message: string, exception: string, site = ''): string {
  return createHash('sha256')
    .update([level, levelled(message), levelled(topFrame(exception)), ...(site === '' ? [] : [site])].join('\n'))
    .digest('hex');
}

/**
 * The first stack frame with a location, in Chrome's "at render (file:1:2)" or Firefox's "render@file:1:2" format; empty when there is
 * none.
 */
export function topFrame(exception: string): string {
  return (
    exception
      .split('\n')
      .find((line) => /^\s*at\s+\S/.test(line) || isFirefoxFrame(line))
      ?.trim() ?? ''
  );
}

/**
 * The last word contains an @ and ends with a line number. Checked in two steps, because a single pattern would backtrack at every @.
 */
function isFirefoxFrame(line: string): boolean {
  const last = line.trimEnd().split(/\s/).at(-1) ?? '';
  return last.includes('@') && /:\d{1,9}$/.test(last);
}

/** The text without occurrence-specific parts: hosts and queries of URLs, quoted values, ids, hashes, numbers. */
export function levelled(text: string): string {
  return LEVELS.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text.normalize('NFC'))
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Each runs in linear time on untrusted input. Quoted identifiers stay ('foo' of "reading 'foo'"), quoted values are removed. */
const LEVELS: [pattern: RegExp, instead: string][] = [
  [/\b(?:https?|wss?|blob|file):\/{2,3}[^\s/'"`()]*/gi, ''],
  [/[?#][^\s()]*/g, ''],
  [/[\u2018\u2019\u201a`"\u201c\u201d\u201e]/g, "'"],
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '*'],
  // The content hash in the name of a built file.
  [/-[\w-]{8}(?=\.(?:js|mjs|css)\b)/g, '-*'],
  [/\b(?=[a-f]*\d)[0-9a-f]{8,}\b/gi, '*'],
  [/'(?![A-Za-z_$][\w$.-]{0,60}')[^'\n]{0,500}'/g, "'*'"],
  [/\d+/g, '#'],
];
