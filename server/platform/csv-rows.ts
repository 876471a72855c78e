/** The first line with which a file names its separator to Excel. */
const SEPARATOR_HINT = /^\uFEFF?sep=([,;\t])\r?\n/i;

export interface CsvRow {
  line: number;
  /** The first cells, up to the limit. */
  values: string[];
  /** How many cells there are. */
  width: number;
  /** How many there are up to the last one that is not empty. */
  filled: number;
}

/** What is read of a table at most. */
export interface CsvLimits {
  /** Rows, empty ones among them: reading stops at the one that is too many. */
  rows: number;
  /** Cells read per row. */
  cells: number;
}

/** Cells of a row: one with more is no row of a table. */
const MOST_CELLS = 1_000;
/** Characters read per cell. */
const LONGEST_CELL = 2_000;

/**
 * The rows of a table that a spreadsheet or another program has written, whatever separates its cells, without its empty ones. Null when
 * it is larger than the limits: then the rest is not read.
 */
export function csvRows(text: string, limits: CsvLimits): CsvRow[] | null {
  const [hint, declared] = SEPARATOR_HINT.exec(text) ?? [];
  return readRows(hint === undefined ? text.replace(/^\uFEFF/, '') : text.slice(hint.length), {
    ...limits,
    separator: declared ?? separatorOf(text),
    line: hint === undefined ? 1 : 2,
  });
}

function separatorOf(text: string): string {
  const head = text.slice(0, 5_000).replace(/"[^"]*"/g, '');
  const count = (separator: string): number => head.split(separator).length;
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}

/** Cells of RFC 4180, trimmed. A quote that is never closed ends with its line. */
function readRows(
  text: string,
  { rows: mostRows, cells, separator, line: firstLine }: CsvLimits & { separator: string; line: number },
): CsvRow[] | null {
  const rows: CsvRow[] = [];
  const cellEnd = new RegExp(`[${separator}\\n\\r]`, 'g');
  let line = firstLine;
  let at = 0;
  for (let row = 0; at < text.length; row += 1) {
    if (row >= mostRows) return null;
    const read: CsvRow = { line, values: [], width: 0, filled: 0 };
    for (let cell = 0, isLast = false; !isLast; cell += 1) {
      if (cell >= MOST_CELLS) return null;
      const { value, end, lines } = cellAt(text, at, separator, cellEnd);
      if (cell < cells) read.values.push(value);
      read.width = cell + 1;
      if (value !== '') read.filled = cell + 1;
      line += lines;
      isLast = text[end] !== separator;
      at = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
    }
    line += 1;
    if (read.filled > 0) rows.push(read);
  }
  return rows;
}

/** `lines`: line breaks within the cell. */
function cellAt(
  text: string,
  start: number,
  separator: string,
  cellEnd: RegExp,
): { value: string; end: number; lines: number } {
  const quoted = text[start] === '"' ? quotedCell(text, start, separator) : null;
  if (quoted !== null)
    return { value: clean(quoted.value), end: quoted.end, lines: quoted.value.split('\n').length - 1 };
  cellEnd.lastIndex = start;
  const end = cellEnd.exec(text)?.index ?? text.length;
  return { value: end === start ? '' : clean(text.slice(start, Math.min(end, start + LONGEST_CELL))), end, lines: 0 };
}

/** A cell in quotes; null where they are not closed right before the cell's end. */
function quotedCell(text: string, start: number, separator: string): { value: string; end: number } | null {
  for (let at = start + 1; ; at += 2) {
    at = text.indexOf('"', at);
    // A quote this long is one that was never closed.
    if (at < 0 || at - start > 2_000) return null;
    if (text[at + 1] === '"') continue;
    const next = text[at + 1];
    if (next !== undefined && next !== separator && next !== '\n' && next !== '\r') return null;
    return { value: text.slice(start + 1, at).replaceAll('""', '"'), end: at + 1 };
  }
}

/** Exports put an apostrophe before formulas and before texts that look like numbers. */
function clean(value: string): string {
  return value
    .replaceAll('\u00A0', ' ')
    .trim()
    .replace(/^'(?=[=+\-@])/, '')
    .replace(/^"(?=[^"]+$)/, '')
    .replace(/^="([^"=]*)"$/, '$1')
    .replace(/^#(?=\d+$)/, '');
}
