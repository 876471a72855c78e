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

/** A tag in comparable form: "Material : Oak" is "material=oak". */
export function foldedTag(tag: string): string {
  return tag
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s*[=:]\s*/, '=')
    .replace(/\s+/g, ' ')
    .trim();
}
