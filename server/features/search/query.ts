import { foldedTag, foldedTokens, foldedWords, stemOf } from './folded-text.ts';
import { isStopWord, subjectsOf, synonymsOf } from './question-terms.ts';

/** A parsed query: all terms, all phrases, all tags, any of the types. */
export interface SearchQuery {
  terms: Term[];
  phrases: string[][];
  /** "material" for any value of the tag, or "material=oak". */
  tags: string[];
  /** Null: all types. */
  types: string[] | null;
  /** What the question is about besides; counts only in the order of the results. */
  subjects: Term[];
}

/** A word that is looked for: by how it begins, in all its forms, and by words that mean the same. */
export interface Term {
  word: string;
  stem: string;
  synonyms: readonly string[];
  synonymStems: readonly string[];
}

const MOST_WORDS = 20;
const MOST_PARTS = 10;
const PARTS = /"([^"]*)"|\[([^[\]]*)\]|\{([^{}]*)\}/g;

/**
 * Parses BookStack's query syntax: laser "exact words" [tag] [tag=value] {type:page|card}. Other filters in braces are ignored, and so
 * are the words of a question, unless there are no others.
 */
export function parseSearchQuery(text: string): SearchQuery {
  const phrases: string[][] = [];
  const tags: string[] = [];
  let types: string[] | null = null;
  const rest = text.replace(PARTS, (_whole, phrase?: string, tag?: string, filter?: string) => {
    if (phrase !== undefined) phrases.push(foldedWords(phrase).slice(0, MOST_WORDS));
    if (tag !== undefined) tags.push(foldedTag(tag));
    const [, kinds] = /^\s*type\s*:(.*)$/i.exec(filter ?? '') ?? [];
    if (kinds !== undefined)
      types = kinds
        .split('|')
        .map((kind) => kind.trim().toLowerCase())
        .filter((kind) => kind !== '');
    return ' ';
  });
  const words = foldedWords(rest).slice(0, MOST_WORDS);
  const meant = [...new Set(words.filter((word) => !isStopWord(word)))];
  // "How much does it cost" names its subject.
  const subjects = subjectsOf(words).filter((subject) => !subject.some((word) => meant.includes(word)));
  const subjectTerms = subjects.map(([word, ...synonyms]) => termOf(word, synonyms));
  const idle = [...new Set(words)].map((word) => termOf(word));
  return {
    terms: meant.length > 0 ? meant.map((word) => termOf(word)) : subjectTerms.length > 0 ? subjectTerms : idle,
    phrases: phrases.filter((each) => each.length > 0).slice(0, MOST_PARTS),
    tags: [...new Set(tags)].filter((tag) => tag !== '').slice(0, MOST_PARTS),
    types,
    subjects: meant.length > 0 ? subjectTerms : [],
  };
}

export function termOf(word: string, synonyms: readonly string[] = synonymsOf(word)): Term {
  return { word, stem: stemOf(word), synonyms, synonymStems: synonyms.map(stemOf) };
}

/** The query with other words in the place of some, as `corrections` has them; its tags, quotes and types stay. */
export function correctedText(text: string, corrections: ReadonlyMap<string, string>): string {
  const protectedSpans = Array.from(
    text.matchAll(PARTS),
    ({ 0: part, index }) => [index, index + part.length] as const,
  );
  let corrected = '';
  let end = 0;
  for (const token of foldedTokens(text)) {
    const correction = token.words.length === 1 ? corrections.get(token.words[0] ?? '') : undefined;
    if (correction === undefined || protectedSpans.some(([from, to]) => from <= token.start && token.end <= to))
      continue;
    corrected += text.slice(end, token.start) + correction;
    end = token.end;
  }
  return corrected + text.slice(end);
}
