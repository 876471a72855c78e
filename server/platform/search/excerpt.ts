import { foldedTokens, type FoldedToken } from './folded-text.ts';
import type { Term } from './query.ts';
import { wordWeight } from './ranking.ts';

const LENGTH = 160;
/** Words shown before the first that matches, unless the sentence begins nearer. */
const LEAD = 40;
const MOST_TEXT = 10_000;

/**
 * The piece of a text around its best match, as parts: every second one, from the second on, matches. It begins at a word, and is the
 * text's beginning when nothing in it matches.
 */
export function matchExcerpt(text: string, terms: readonly Term[]): string[] {
  const whole = text.slice(0, MOST_TEXT);
  const matches = foldedTokens(whole).flatMap((token) => {
    const count = best(token, terms);
    return count.value > 0 ? [{ ...token, ...count }] : [];
  });
  const start = beginning(whole, bestStart(matches));
  const end = ending(whole, start);
  const parts: string[] = [];
  let at = start;
  for (const match of matches) {
    if (match.start < at || match.end > end) continue;
    parts.push(whole.slice(at, match.start), whole.slice(match.start, match.end));
    at = match.end;
  }
  parts.push(whole.slice(at, end));
  if (start > 0) parts[0] = `… ${parts[0] ?? ''}`;
  if (end < text.trimEnd().length) parts[parts.length - 1] = `${parts.at(-1) ?? ''} …`;
  return parts;
}

interface Match extends FoldedToken {
  value: number;
  term: number;
}

function best(token: FoldedToken, terms: readonly Term[]): { value: number; term: number } {
  let found = { value: 0, term: -1 };
  for (const [term, wanted] of terms.entries())
    for (const word of token.words) {
      const value = wordWeight(word, wanted);
      if (value > found.value) found = { value, term };
    }
  return found;
}

function bestStart(matches: readonly Match[]): number {
  let start = 0;
  let most = 0;
  for (const [index, first] of matches.entries()) {
    const values = new Map<number, number>();
    for (let next = index; next < matches.length; next += 1) {
      const match = matches[next];
      if (!match || match.end > first.start + LENGTH - LEAD) break;
      values.set(match.term, Math.max(values.get(match.term) ?? 0, match.value));
    }
    const sum = [...values.values()].reduce((total, value) => total + value, 0);
    if (sum > most) [most, start] = [sum, first.start];
  }
  return start;
}

function beginning(text: string, match: number): number {
  if (match <= LEAD) return 0;
  const before = text.slice(match - LEAD, match);
  const sentence = /[.!?·:]\s+(?!.*[.!?·:]\s)/su.exec(before);
  if (sentence) return match - LEAD + sentence.index + sentence[0].length;
  const space = before.search(/\s/);
  return space < 0 ? match : match - LEAD + space + 1;
}

function ending(text: string, start: number): number {
  if (text.length - start <= LENGTH) return text.trimEnd().length;
  const piece = text.slice(start, start + LENGTH);
  const space = piece.search(/\s\S*$/);
  // A text without spaces is cut between characters, never within one.
  const end = start + (space > LENGTH / 2 ? space : LENGTH);
  return /[\ud800-\udbff]$/.test(text.slice(start, end)) ? end - 1 : end;
}
