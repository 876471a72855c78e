const WORD = /[\p{L}\p{N}]+/gu;
/** Longer ones are no words anybody looks for, and PostgreSQL takes none above 2 kB. */
const LONGEST_WORD = 60;

/** Letters that no accent makes, as they are typed where a keyboard has none of them. */
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

/** The words of a text as they are compared: small letters, without accents and without what nobody sees, as soft hyphens are. Texts and what is looked for go through here alike. */
export function foldedWords(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter);
  return (plain.match(WORD) ?? []).map((word) => word.slice(0, LONGEST_WORD));
}

/** A tag as it is compared: "Material : Oak" is "material=oak". */
export function foldedTag(tag: string): string {
  return tag
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s*[=:]\s*/, '=')
    .replace(/\s+/g, ' ')
    .trim();
}
