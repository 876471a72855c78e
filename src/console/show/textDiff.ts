export interface Run {
  text: string;
  is: 'same' | 'removed' | 'added';
}

/** Above this many tokens a diff is too slow and no easier to read. */
const MOST = 1200;

/** A diff by words or lines; null when the texts are too long. */
export function textDiff(before: string, after: string, by: 'words' | 'lines'): Run[] | null {
  const a = pieces(before, by);
  const b = pieces(after, by);
  if (a.length > MOST || b.length > MOST) return null;
  const lengths = commonLengths(a, b);
  const runs: Run[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      push(runs, a[i] ?? '', 'same');
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && at(lengths, i + 1, j) >= at(lengths, i, j + 1))) {
      push(runs, a[i++] ?? '', 'removed');
    } else {
      push(runs, b[j++] ?? '', 'added');
    }
  }
  return runs;
}

function pieces(text: string, by: 'words' | 'lines'): string[] {
  return text.match(by === 'words' ? /\s+|[^\s]+/g : /[^\n]*\n|[^\n]+/g) ?? [];
}

/** Lengths of the longest common subsequence for every pair of suffixes. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = table[i];
      if (row)
        row[j] = a[i] === b[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  }
  return table;
}

function at(table: readonly Uint16Array[], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}

function push(runs: Run[], text: string, is: Run['is']): void {
  const last = runs.at(-1);
  if (last?.is === is) last.text += text;
  else runs.push({ text, is });
}
