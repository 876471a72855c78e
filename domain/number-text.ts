/** Numbers as people type them. The one reader of every input; a comma separates thousands and nothing else. */

/** "-1,250.5", "12.", ".5", "1e-7": sign, whole part (grouped by threes or not at all), fraction, exponent. */
const NUMBER = /^([-+\u2212]?)(\d{1,3}(?:,\d{3})+|\d+|(?=\.\d))(?:\.(\d*))?(e[-+]?\d{1,3})?$/i;

/** The number that `text` writes; undefined for what is none: empty, words, "1,5", "12,50", "1,00,000", "0x1f". */
export function readNumber(text: string): number | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = ''] = NUMBER.exec(text.trim()) ?? [];
  if (whole === '' && fraction === '') return undefined;
  const number = Number(`${whole.replaceAll(',', '')}.${fraction}0${exponent}`);
  if (!Number.isFinite(number)) return undefined;
  return sign === '-' || sign === '\u2212' ? -number : number;
}

/** What to tell about a text that is no number: what the comma in it would have to be, else `otherwise`. */
export function numberFault(text: string, otherwise = 'Enter a number'): string {
  const isComma = text.includes(',') && readNumber(text.replaceAll(/[,$\s]/g, '')) !== undefined;
  return isComma ? 'Write decimals with a point, like 12.50; a comma only separates thousands, like 1,250' : otherwise;
}
