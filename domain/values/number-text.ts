/** The number parser behind every input. A comma is a thousands separator and nothing else. */

/** "-1,250.5", "12.", ".5", "1e-7": sign, integer part (with or without thousands separators), fraction, exponent. */
const NUMBER = /^([-+\u2212]?)(\d{1,3}(?:,\d{3})+|\d+|(?=\.\d))(?:\.(\d*))?(e[-+]?\d{1,3})?$/i;

/** Parses a number; undefined for anything else: empty text, words, "1,5", "12,50", "1,00,000", "0x1f". */
export function readNumber(text: string): number | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = ''] = NUMBER.exec(text.trim()) ?? [];
  if (whole === '' && fraction === '') return undefined;
  const number = Number(`${whole.replaceAll(',', '')}.${fraction}0${exponent}`);
  if (!Number.isFinite(number)) return undefined;
  return sign === '-' || sign === '\u2212' ? -number : number;
}

/** The validation message for text that is not a number: explains a misplaced comma, else `otherwise`. */
export function numberFault(text: string, otherwise = 'Enter a number'): string {
  const isComma = text.includes(',') && readNumber(text.replaceAll(/[,\s]/g, '')) !== undefined;
  return isComma ? 'Use a point for decimals, like 12.50, and commas only for thousands, like 1,250' : otherwise;
}
