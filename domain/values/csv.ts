/**
 * A leading character that spreadsheets interpret as a formula, in ASCII and full-width forms, also behind white space and invisible
 * characters, which some programs trim first.
 */
const FORMULA = /^[\s\p{C}\p{Z}]*[=+\-@＝＋－＠﹦﹢﹣﹫−]|^[\t\r\n]/u;

/** At the start of a file that people open: without it Excel takes UTF-8 for another encoding. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Encodes one cell of comma-separated values (RFC 4180). Text that a spreadsheet would evaluate is prefixed with an apostrophe. */
export function csvCell(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n\t;']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}
