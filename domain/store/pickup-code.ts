/** Codes that people show or read out to pick up an order: eight characters without those that look alike, "K7M2-9QXF". */

const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
export const PICKUP_CODE_BYTES = 8;
const PREFIX = 'ATRIUM:O:';

/** Each byte is a character: of 256 values, the last few are a little rarer. */
export function pickupCodeOf(bytes: Uint8Array): string {
  const code = Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length] ?? '').join('');
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** What the QR code contains. */
export function pickupCodeText(code: string): string {
  return `${PREFIX}${code}`;
}

/** The code in what was scanned or typed, "K7M2-9QXF"; null if it is none. */
export function pickupCodeIn(text: string): string | null {
  const code = text
    .trim()
    .replace(new RegExp(`^${PREFIX}`, 'i'), '')
    .replace(/[\s-]/g, '')
    .toUpperCase();
  const isCode = code.length === PICKUP_CODE_BYTES && [...code].every((letter) => LETTERS.includes(letter));
  return isCode ? `${code.slice(0, 4)}-${code.slice(4)}` : null;
}
