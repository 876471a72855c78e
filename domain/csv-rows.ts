/** The first line by which a file tells Excel its separator. */
const SEPARATOR_HINT = /^\uFEFF?sep=([,;\t])\r?\n/i;

/** A row of a table, with the line of the text on which it begins. */
export interface CsvRow {
  line: number;
  values: string[];
}

/** The rows of a table that a spreadsheet or another program has written, whatever separates its cells. */
export function csvRows(text: string): CsvRow[] {
  const [hint, told] = SEPARATOR_HINT.exec(text) ?? [];
  return splitCells(text, told ?? separatorOf(text)).slice(hint === undefined ? 0 : 1);
}

/** The separator that is most frequent outside of quotes in the first lines. */
function separatorOf(text: string): string {
  const head = text.slice(0, 5_000).replace(/"[^"]*"/g, '');
  const count = (separator: string): number => head.split(separator).length;
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}

/** Cells of RFC 4180, trimmed, with the line on which each row begins. A quote that is never closed ends with its line. */
function splitCells(given: string, separator: string): CsvRow[] {
  const text = given.replace(/^\uFEFF/, '');
  const rows: CsvRow[] = [];
  let values: string[] = [];
  let line = 1;
  let start = 1;
  let at = 0;
  const endRow = (): void => {
    rows.push({ line: start, values });
    values = [];
    start = line;
  };
  while (at < text.length) {
    const quoted = text[at] === '"' ? quotedCell(text, at, separator) : null;
    let value: string;
    if (quoted !== null) {
      value = quoted.value;
      line += value.split('\n').length - 1;
      at = quoted.end;
    } else {
      const end = endOfCell(text, at, separator);
      value = text.slice(at, end);
      at = end;
    }
    values.push(clean(value));
    const next = text[at];
    if (next === separator) {
      at += 1;
      if (at === text.length) values.push('');
      continue;
    }
    at += next === '\r' && text[at + 1] === '\n' ? 2 : 1;
    line += 1;
    endRow();
  }
  if (values.length > 0) endRow();
  return rows;
}

/** A cell in quotes; null where they are not closed right before the cell's end. */
function quotedCell(text: string, start: number, separator: string): { value: string; end: number } | null {
  for (let at = start + 1; ; at += 2) {
    at = text.indexOf('"', at);
    // What is quoted for so long is a quote that was forgotten.
    if (at < 0 || at - start > 2_000) return null;
    if (text[at + 1] === '"') continue;
    const next = text[at + 1];
    if (next !== undefined && next !== separator && next !== '\n' && next !== '\r') return null;
    return { value: text.slice(start + 1, at).replaceAll('""', '"'), end: at + 1 };
  }
}

function endOfCell(text: string, start: number, separator: string): number {
  for (let at = start; at < text.length; at += 1) {
    const one = text[at];
    if (one === separator || one === '\n' || one === '\r') return at;
  }
  return text.length;
}

/** The apostrophe before a formula is that of an export; what keeps a spreadsheet from making a number of a text is no part of it. */
function clean(value: string): string {
  return value
    .replaceAll('\u00A0', ' ')
    .trim()
    .replace(/^'(?=[=+\-@])/, '')
    .replace(/^"(?=[^"]+$)/, '')
    .replace(/^="([^"=]*)"$/, '$1')
    .replace(/^#(?=\d+$)/, '');
}
