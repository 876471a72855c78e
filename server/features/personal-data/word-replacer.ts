import type { Json } from '../../../domain/values/json.ts';
import { ANONYMISED_PERSON } from './anonymised-person.ts';

/** The value with each of its texts mapped, and numbers that a mapping changes taken out; names of properties stay. */
function mapStrings(value: Json, map: (text: string) => string): Json {
  if (typeof value === 'string') return map(value);
  if (typeof value === 'number') return map(String(value)) === String(value) ? value : null;
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, map));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapStrings(item, map)]));
}

/** Shorter ones occur in too many texts about other people. */
const SHORTEST_PART = 3;
const SHORTEST_WORD = 3;

export interface Replacer {
  /** Of SQL's `like`, in small letters: a text that none of them matches stays as it is. */
  patterns: string[];
  text: (text: string) => string;
  json: (value: Json) => Json;
}

/**
 * `words` are found whole and however they are capitalised: in plain text, HTML, JSON and addresses. `parts` of a name only as they are
 * written: "Will", but not "will".
 */
export function replacerOf(words: readonly string[], parts: readonly string[] = []): Replacer {
  const known = wordVariants(words.filter((word) => word.trim().length >= SHORTEST_WORD));
  const whole = wholeWordPattern(known, 'giu');
  const partial = wholeWordPattern(wordVariants(parts.filter((part) => part.length >= SHORTEST_PART)), 'gu');
  const text = (given: string): string => {
    const replaced = whole === null ? given : given.replace(whole, ANONYMISED_PERSON);
    return partial === null ? replaced : replaced.replace(partial, ANONYMISED_PERSON);
  };
  return {
    patterns: [...new Set(known.flatMap((word) => [word, JSON.stringify(word).slice(1, -1)]))].map(
      (word) => `%${word.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`,
    ),
    text,
    json: (value) => mapStrings(value, text),
  };
}

export function nameParts(name: string): string[] {
  return name.split(/[^\p{L}\p{N}'’-]+/u).filter((part) => part.length >= SHORTEST_PART && /\p{Lu}/u.test(part));
}

/**
 * Whether a text that has this word is about this person, wherever it stands: an address, a name of several words, a number. "student"
 * is not.
 */
export function isDistinctive(word: string): boolean {
  return word.length >= 5 && (/[@\d]/.test(word) || /\S\s+\S/.test(word.trim()));
}

function wordVariants(words: readonly string[]): string[] {
  const inHtml = (word: string): string =>
    word.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  return [
    ...new Set(
      words
        .map((word) => word.trim())
        .flatMap((word) => [
          word,
          inHtml(word),
          inHtml(word).replaceAll("'", '&#39;'),
          encodeURIComponent(word),
          encodeURIComponent(word).replaceAll('%20', '+'),
        ]),
    ),
  ];
}

/** Longer ones first: an address before the username that it begins with. */
function wholeWordPattern(words: readonly string[], flags: string): RegExp | null {
  if (words.length === 0) return null;
  const each = words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`).replace(/\\-/g, '-'));
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${each.join('|')})(?![\p{L}\p{N}])`, flags);
}
