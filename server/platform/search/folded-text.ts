import { stemmer } from 'stemmer';

/** A stretch of a text without spaces and punctuation, with the invisible characters that are inside of words. */
const TOKEN = /[\p{L}\p{N}\p{M}\p{Cf}]+/gu;
const WORD = /[\p{L}\p{N}]+/gu;
/** Longer words are not searched for, and PostgreSQL rejects words above 2 kB. */
const LONGEST_WORD = 60;

/** Letters that Unicode decomposition does not reduce, with their usual ASCII spelling. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** The words of a text in comparable form: lower case, without diacritics and invisible characters. Used for both texts and queries. */
export function foldedWords(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter);
  return (plain.match(WORD) ?? []).map((word) => word.slice(0, LONGEST_WORD));
}

/** A word of a text as it is read, from `start` to `end`, and in comparable form ("½" is two words, a lone accent none). */
export interface FoldedToken {
  start: number;
  end: number;
  words: string[];
}

export function foldedTokens(text: string): FoldedToken[] {
  return Array.from(text.matchAll(TOKEN), ({ 0: token, index }) => ({
    start: index,
    end: index + token.length,
    words: /^[a-z0-9]+$/i.test(token) ? [token.toLowerCase().slice(0, LONGEST_WORD)] : foldedWords(token),
  }));
}

/** A tag in comparable form: "Material : Oak" is "material=oak". */
export function foldedTag(tag: string): string {
  return tag
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s*[=:]\s*/, '=')
    .replace(/\s+/g, ' ')
    .trim();
}

const stems = new Map<string, string>();
const MOST_STEMS = 50_000;

/** The stem of an English word in comparable form: "machines" and "machine" are "machin". Other words are their own. */
export function stemWord(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word;
  let stem = stems.get(word);
  if (stem === undefined) {
    if (stems.size >= MOST_STEMS) stems.clear();
    stems.set(word, (stem = stemmer(word)));
  }
  return stem;
}

/** Sets stems apart from the words of a text: "machin" must not be found as the beginning of a word. */
const STEM = 'zqx';
/** SQL pattern (like) of the tokens that are no words of a text. */
export const NO_WORDS = `${STEM}%`;

/** What a text is indexed by besides its words, so that it is found by other forms of one. */
export function stemToken(word: string): string {
  return STEM + stemWord(word);
}
