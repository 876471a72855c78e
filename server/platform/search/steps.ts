import type { SearchGroup } from '../../../domain/calls/content.ts';
import { foldedWords, stemWord } from './folded-text.ts';
import { correctedText, toTerm, type SearchQuery, type Term } from './query.ts';
import { nearestWord, type Vocabulary } from './spelling.ts';

export type FoundResults = Omit<SearchGroup, 'source'>;

/**
 * What a query finds: what has all of its words; else of its corrected words; else some of them. `words`: what it can be corrected to.
 */
export async function searchInSteps(
  query: SearchQuery,
  text: string,
  words: () => Promise<Vocabulary>,
  attempt: (query: SearchQuery, isWhole: boolean) => FoundResults | Promise<FoundResults>,
): Promise<FoundResults> {
  const { terms } = query;
  const whole = await attempt(query, true);
  if (whole.response.length > 0 || terms.length === 0) return whole;
  const corrections = correctionsOf(terms, await words());
  const meant = corrections.size === 0 ? query : { ...query, terms: correctedTerms(terms, corrections) };
  const correction = corrections.size === 0 ? {} : { corrected: correctedText(text, corrections) };
  const corrected = corrections.size === 0 ? whole : await attempt(meant, true);
  if (corrected.response.length > 0) return { ...corrected, ...correction };
  const notable = meant.terms.filter(({ word }) => !/^(?:.|\d+)$/u.test(word));
  if (meant.terms.length < 2 || notable.length === 0) return { response: [] };
  const some = await attempt({ ...meant, terms: notable }, false);
  return some.response.length === 0 ? some : { ...some, ...correction, isPartial: true };
}

/** The text with its unknown words corrected; null where there is nothing to correct. */
export function correctSpelling(text: string, vocabulary: Vocabulary): string | null {
  const corrections = correctionsOf(
    foldedWords(text).map((word) => toTerm(word, [])),
    vocabulary,
  );
  return corrections.size === 0 ? null : correctedText(text, corrections);
}

export function vocabularyOf(texts: Iterable<string>): Map<string, number> {
  const words = new Map<string, number>();
  for (const text of texts) for (const word of new Set(foldedWords(text))) words.set(word, (words.get(word) ?? 0) + 1);
  return words;
}

function correctedTerms(terms: readonly Term[], corrections: ReadonlyMap<string, string>): Term[] {
  return terms.flatMap(({ word }) =>
    (corrections.get(word)?.split(' ') ?? [word]).map((corrected) => toTerm(corrected)),
  );
}

function correctionsOf(terms: readonly Term[], vocabulary: Vocabulary): Map<string, string> {
  const known = new Set<string>();
  for (const word of vocabulary.keys()) known.add(stemWord(word));
  const begun = (start: string): boolean => {
    for (const word of vocabulary.keys()) if (word.startsWith(start)) return true;
    return false;
  };
  const corrections = new Map<string, string>();
  for (const { word, stem } of terms) {
    if (known.has(stem) || begun(word)) continue;
    const nearest = nearestWord(word, vocabulary);
    if (nearest !== null) corrections.set(word, nearest);
  }
  return corrections;
}
