/**
 * Codes of tickets: 128 random bits as 26 characters of Crockford's base 32, "7ZK2...", which can be read out and typed. In a QR code
 * they stand behind a prefix, all in letters that a QR code holds densely.
 */

export const TICKET_CODE_BYTES = 16;

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 26;
const PREFIX = 'ATRIUM:T:';
/** The first digit holds three bits. */
const CODE = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

export function ticketCodeOf(bytes: Uint8Array): string {
  let number = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let code = '';
  for (let place = 0; place < LENGTH; place += 1) {
    code = `${DIGITS[Number(number & 31n)] ?? ''}${code}`;
    number >>= 5n;
  }
  return code;
}

export function ticketCodeText(code: string): string {
  return `${PREFIX}${code}`;
}

/**
 * The code in what was scanned or typed, with or without the prefix; null where it is none. Case, spaces and hyphens do not matter, nor
 * what a reader makes of the colons, and letters that look like digits are those.
 */
export function parseTicketCode(text: string): string | null {
  const signs = text.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const code = (signs.startsWith('ATRIUMT') && signs.length > LENGTH ? signs.slice('ATRIUMT'.length) : signs)
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return CODE.test(code) ? code : null;
}

/** For people: "7ZK2 9MFQ ...", the first two alone, then groups of four. */
export function groupedTicketCode(code: string): string {
  return code.replace(/^..|.{4}/g, '$& ').trimEnd();
}
