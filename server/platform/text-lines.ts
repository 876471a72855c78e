/** Removes invisible characters that could break a line, a mail's header or the order in which a name is read. */

/** Controls, Unicode's line ends, and marks, embeddings, overrides and isolates of the writing direction. */
const IN_LINE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
/** Controls but tabs and line breaks. */
const IN_LINES = /[^\P{Cc}\t\n]/gu;

/** As one line: line breaks and tabs become spaces, invisible characters are removed. */
export function oneLine(text: string): string {
  if (text.search(IN_LINE) === -1) return text;
  return text
    .replace(/[\t\r\n\u0085\u2028\u2029]+/g, ' ')
    .replace(IN_LINE, '')
    .trim();
}

/** With its line breaks, which are line feeds alone. */
export function manyLines(text: string): string {
  return text.replace(/\r\n?|\u0085|\u2028|\u2029/g, '\n').replace(IN_LINES, '');
}
