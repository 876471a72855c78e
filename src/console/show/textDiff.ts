import { diffLines, diffWordsWithSpace } from 'diff';

export interface Run {
  text: string;
  is: 'same' | 'removed' | 'added';
}

/** Texts that differ in more places take too long to compare, and their diff is no easier to read. */
const MOST_EDITS = 1200;

/** A diff by words or lines; null when the texts differ too much. */
export function textDiff(before: string, after: string, by: 'words' | 'lines'): Run[] | null {
  const options = { maxEditLength: MOST_EDITS };
  const parts = by === 'words' ? diffWordsWithSpace(before, after, options) : diffLines(before, after, options);
  if (!parts) return null;
  return parts.map(({ value, added, removed }) => ({
    text: value,
    is: added ? 'added' : removed ? 'removed' : 'same',
  }));
}
