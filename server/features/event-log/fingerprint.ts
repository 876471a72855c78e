import { createHash } from 'node:crypto';

export type Level = 'error' | 'warning';

/** What makes events one kind: the level, the message and the place in the code, without what differs from one time to the next. */
export function fingerprint(level: Level, message: string, exception: string): string {
  return createHash('sha256')
    .update([level, levelled(message), levelled(topFrame(exception))].join('\n'))
    .digest('hex');
}

/** The first line of a stack trace that names a place; both "at render (file:1:2)" and "render@file:1:2". Empty without one. */
export function topFrame(exception: string): string {
  return (
    exception
      .split('\n')
      .find((line) => /^\s*at\s+\S/.test(line) || isFirefoxFrame(line))
      ?.trim() ?? ''
  );
}

/** Its last word holds an @ and ends with a line's number. In two steps: one pattern would try every @ to the end. */
function isFirefoxFrame(line: string): boolean {
  const last = line.trimEnd().split(/\s/).at(-1) ?? '';
  return last.includes('@') && /:\d{1,9}$/.test(last);
}

/** A text without what is of one occasion only: addresses' hosts and queries, values in quotes, ids, hashes, numbers. */
export function levelled(text: string): string {
  return LEVELS.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text.normalize('NFC'))
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Each runs in linear time over what a stranger wrote. A name of the code in quotes stays ('foo' of "reading 'foo'"), a value goes. */
const LEVELS: [pattern: RegExp, instead: string][] = [
  [/\b(?:https?|wss?|blob|file):\/{2,3}[^\s/'"`()]*/gi, ''],
  [/[?#][^\s()]*/g, ''],
  [/[\u2018\u2019\u201a`"\u201c\u201d\u201e]/g, "'"],
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '*'],
  // The hash in the name of a built file.
  [/-[\w-]{8}(?=\.(?:js|mjs|css)\b)/g, '-*'],
  [/\b(?=[a-f]*\d)[0-9a-f]{8,}\b/gi, '*'],
  [/'(?![A-Za-z_$][\w$.-]{0,60}')[^'\n]{0,500}'/g, "'*'"],
  [/\d+/g, '#'],
];
