import { stemOf } from './folded-text.ts';

/** Words that hardly any text is about; they are dropped from a query that has others. */
const IDLE: ReadonlySet<string> = new Set(
  `a about after again all am an and any are aren as at be because been before being below between both but by can cannot could
  couldn d did didn do does doesn doing don down during each few for from further get gets had has hasn have haven having he her here
  hers him his how i if in into is isn it its itself just know ll long m many may me might more most much must my need needed needs no
  nor not now of off on once only or other our ours out over own please re s same shall she should so some such t tell than that the
  their them then there these they this those through to too under until up ve very want wanted wants was wasn we were what when where
  which while who whom whose why will with won would you your yours`.split(/\s+/),
);

export function isStopWord(word: string): boolean {
  return IDLE.has(word);
}

/** What a question is about although it does not say so: a word, and others that mean the same. */
const SUBJECTS: readonly (readonly [RegExp, readonly [string, ...string[]]])[] = [
  [/\bhow (?:much|expensive)\b/, ['price', 'cost', 'fee']],
  [/\b(?:when|what time|how late|until when)\b/, ['hours']],
  [/\bwhere\b/, ['location', 'room']],
  [/\bwho\b/, ['contact', 'staff']],
];

export function subjectsOf(words: readonly string[]): (readonly [string, ...string[]])[] {
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
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map(SAME.map(([word, others]) => [stemOf(word), others]));

/** Other words for a word, whatever its form. A site’s own synonyms are the tags of its pages. */
export function synonymsOf(word: string): readonly string[] {
  return SYNONYMS.get(stemOf(word)) ?? [];
}
