import { foldedTag, foldedTokens, foldedWords, stemWord } from './folded-text.ts';

/** Words that hardly any text is about; they are dropped from a query that has others. */
const IDLE: ReadonlySet<string> = new Set(
  `a about after again all am an and any are aren as at be because been before being below between both but by can cannot could
  couldn d did didn do does doesn doing don down during each few for from further get gets had has hasn have haven having he her here
  hers him his how i if in into is isn it its itself just know ll long m many may me might more most much must my need needed needs no
  nor not now of off on once only or other our ours out over own please re s same shall she should so some such t tell than that the
  their them then there these they this those through to too under until up ve very want wanted wants was wasn we were what when where
  which while who whom whose why will with won would you your yours`.split(/\s+/),
);

function isStopWord(word: string): boolean {
  return IDLE.has(word);
}

/** What a question is about although it does not say so: a word, and others that mean the same. */
const SUBJECTS: readonly (readonly [RegExp, readonly [string, ...string[]]])[] = [
  [/\bhow (?:much|expensive)\b/, ['price', 'cost', 'fee']],
  [/\b(?:when|what time|how late|until when)\b/, ['hours']],
  [/\bwhere\b/, ['location', 'room']],
  [/\bwho\b/, ['contact', 'staff']],
];

function questionSubjects(words: readonly string[]): (readonly [string, ...string[]])[] {
  const text = words.join(' ');
  return SUBJECTS.flatMap(([question, subject]) => (question.test(text) ? [subject] : []));
}

const SAME: readonly (readonly [string, readonly string[]])[] = [
  ['price', ['cost', 'fee']],
  ['cost', ['price', 'fee']],
  ['fee', ['price', 'cost']],
  ['charge', ['price', 'cost', 'fee']],
  ['times', ['hours']],
  ['book', ['reserve']],
  ['reserve', ['book']],
];
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map(
  SAME.map(([word, others]) => [stemWord(word), others]),
);

/** Other words for a word, whatever its form. A site’s own synonyms are the tags of its pages. */
function synonymsOf(word: string): readonly string[] {
  return SYNONYMS.get(stemWord(word)) ?? [];
}

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
  const subjects = questionSubjects(words).filter((subject) => !subject.some((word) => meant.includes(word)));
  const subjectTerms = subjects.map(([word, ...synonyms]) => toTerm(word, synonyms));
  const idle = [...new Set(words)].map((word) => toTerm(word));
  return {
    terms: meant.length > 0 ? meant.map((word) => toTerm(word)) : subjectTerms.length > 0 ? subjectTerms : idle,
    phrases: phrases.filter((each) => each.length > 0).slice(0, MOST_PARTS),
    tags: [...new Set(tags)].filter((tag) => tag !== '').slice(0, MOST_PARTS),
    types,
    subjects: meant.length > 0 ? subjectTerms : [],
  };
}

export function toTerm(word: string, synonyms: readonly string[] = synonymsOf(word)): Term {
  return { word, stem: stemWord(word), synonyms, synonymStems: synonyms.map(stemWord) };
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
