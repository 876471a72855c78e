/**
 * What a spreadsheet takes for the beginning of a formula, in all widths, even behind blanks and characters that are not seen: some
 * programs trim them first.
 */
const FORMULA = /^[\s\p{C}\p{Z}]*[=+\-@＝＋－＠﹦﹢﹣﹫−]|^[\t\r\n]/u;

/** One text cell of comma-separated values (RFC 4180). Text that a spreadsheet would calculate gets an apostrophe. */
export function csvCell(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n\t;']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Cells that are written already, as one line. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}
