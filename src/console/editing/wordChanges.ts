import { diffWordsWithSpace } from 'diff';

/** A stretch of one side of a comparison. `isChanged`: it is not on the other side. */
export interface WordPart {
  text: string;
  isChanged: boolean;
}

/** Texts that differ in more places are shown as a whole: a comparison would take long, and say nothing. */
const MOST_EDITS = 2_000;
/** Characters shown of an unchanged stretch on each side of it, and of a changed one. */
const CONTEXT = 80;
const LONGEST = 1_500;

/** Both texts with the words marked that differ, and what stays the same shortened. */
export function wordChanges(before: string, after: string): { before: WordPart[]; after: WordPart[] } {
  if (before === '' || after === '') return { before: whole(before), after: whole(after) };
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS });
  if (!parts) return { before: whole(before), after: whole(after) };
  const side = (other: 'added' | 'removed'): WordPart[] => {
    const own = parts.filter((part) => !part[other]);
    return shortened(joined(own.map(({ value, added, removed }) => ({ text: value, isChanged: added || removed }))));
  };
  return { before: side('added'), after: side('removed') };
}

function whole(text: string): WordPart[] {
  return text === '' ? [] : shortened([{ text, isChanged: true }]);
}

/** Neighboring changes with nothing but space between them are one change. */
function joined(parts: readonly WordPart[]): WordPart[] {
  const result: WordPart[] = [];
  for (const [index, part] of parts.entries()) {
    const isBetween =
      !part.isChanged && part.text.trim() === '' && result.at(-1)?.isChanged && parts[index + 1]?.isChanged;
    const isChanged = part.isChanged || isBetween === true;
    const last = result.at(-1);
    if (last?.isChanged === isChanged) last.text += part.text;
    else result.push({ text: part.text, isChanged });
  }
  return result;
}

function shortened(parts: readonly WordPart[]): WordPart[] {
  return parts.map(({ text, isChanged }, index) => {
    if (isChanged) return { isChanged, text: text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text };
    if (text.length <= 2 * CONTEXT + 20) return { isChanged, text };
    const start = index === 0 ? '' : `${text.slice(0, CONTEXT)} `;
    const end = index === parts.length - 1 ? '' : ` ${text.slice(-CONTEXT)}`;
    return { isChanged, text: `${start}…${end}` };
  });
}
