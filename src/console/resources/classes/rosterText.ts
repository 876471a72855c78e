/**
 * The text of a file as spreadsheets save it: UTF-8 or UTF-16, with a byte order mark or without, or else Windows-1252, in which every
 * sequence of bytes is some text.
 */
export function decodeRoster(bytes: Uint8Array): string {
  const [first, second] = bytes;
  // Of the letters that titles are made of, the other byte is zero.
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0))
    return new TextDecoder('utf-16le').decode(bytes);
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && second !== undefined))
    return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
