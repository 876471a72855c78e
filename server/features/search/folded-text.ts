const WORD = /[\p{L}\p{N}]+/gu;
/** Longer ones are no words anybody looks for, and PostgreSQL takes none above 2 kB. */
const LONGEST_WORD = 60;

/** The words of a text as they are compared: small letters, without accents. Texts and what is looked for go through here alike. */
export function foldedWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (plain.match(WORD) ?? []).map((word) => word.slice(0, LONGEST_WORD));
}

/** A tag as it is compared: "Material : Oak" is "material=oak". */
export function foldedTag(tag: string): string {
  return tag.normalize('NFKC').toLowerCase().replace(/\s*[=:]\s*/, '=').replace(/\s+/g, ' ').trim();
}
