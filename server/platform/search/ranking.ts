import { foldedTokens, foldedWords, stemWord } from './folded-text.ts';
import type { Term } from './query.ts';

/** What a word of a text counts for a term: the word itself, another form of it, its beginning, a word that means the same. */
const COUNTS = { same: 1, form: 0.9, beginning: 0.6, synonym: 0.5 } as const;

export function wordWeight(word: string, { word: wanted, stem: wantedStem, synonymStems }: Term): number {
  if (word === wanted) return COUNTS.same;
  const stem = stemWord(word);
  if (stem === wantedStem) return COUNTS.form;
  if (word.startsWith(wanted)) return COUNTS.beginning;
  return synonymStems.includes(stem) ? COUNTS.synonym : 0;
}

const WEIGHTS = { pageTitle: 16, heading: 6, text: 4, nearness: 4 } as const;

export interface RankedText {
  pageTitle: string;
  /** The section's or card's own; empty for none. */
  heading: string;
  text: string;
}

export function scoreText({ pageTitle, heading, text }: RankedText, terms: readonly Term[]): number {
  const words = foldedTokens(text).flatMap((token) => token.words);
  const headingWords = foldedWords(heading);
  return (
    WEIGHTS.pageTitle * titleScore(foldedWords(pageTitle), terms) +
    WEIGHTS.heading * titleScore(headingWords, terms) +
    WEIGHTS.text * textScore(words, terms) +
    WEIGHTS.nearness * nearness([...headingWords, ...words], terms)
  );
}

/** From 0 to 1: how many of the terms it has, and how little else. */
function titleScore(words: readonly string[], terms: readonly Term[]): number {
  if (words.length === 0 || terms.length === 0) return 0;
  const counts = words.map((word) => terms.map((term) => wordWeight(word, term)));
  const had = terms.reduce((sum, _, place) => sum + Math.max(...counts.map((each) => each[place] ?? 0)), 0);
  const matching = counts.filter((each) => each.some((count) => count > 0)).length;
  return (had / terms.length) * (0.5 + 0.5 * (matching / words.length));
}

/** From 0 to 1: how many of the terms it has, and how often. */
function textScore(words: readonly string[], terms: readonly Term[]): number {
  if (terms.length === 0) return 0;
  let score = 0;
  for (const term of terms) {
    let best = 0;
    let sum = 0;
    for (const word of words) {
      const count = wordWeight(word, term);
      sum += count;
      if (count > best) best = count;
    }
    score += best * (sum / (sum + 1));
  }
  return score / terms.length;
}

/** From 0 to 1: how near to each other all terms are somewhere; 0 when one is missing, or there is only one. */
function nearness(words: readonly string[], terms: readonly Term[]): number {
  if (terms.length < 2) return 0;
  const last = terms.map(() => -1);
  let shortest = Infinity;
  for (const [place, word] of words.entries()) {
    for (const [index, term] of terms.entries()) if (wordWeight(word, term) > 0) last[index] = place;
    const first = Math.min(...last);
    if (first >= 0) shortest = Math.min(shortest, place - first + 1);
  }
  return shortest === Infinity ? 0 : Math.min(1, terms.length / shortest);
}
