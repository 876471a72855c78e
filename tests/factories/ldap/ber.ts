/** One element of BER: its tag, and what is in it. */
export interface Element {
  tag: number;
  content: Buffer;
}

export const SEQUENCE = 0x30;
export const SET = 0x31;
export const INTEGER = 0x02;
export const OCTETS = 0x04;
export const ENUMERATED = 0x0a;

export function element(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  const { length } = content;
  const size =
    length < 0x80 ? Buffer.from([length]) : Buffer.from([0x84, length >>> 24, length >>> 16, length >>> 8, length]);
  return Buffer.concat([Buffer.from([tag]), size, content]);
}

export function integer(value: number, tag = INTEGER): Buffer {
  return element(tag, Buffer.from([value >>> 24, value >>> 16, value >>> 8, value]));
}

/** The elements of `buffer`, as far as they are whole, and how many bytes these have. */
export function elements(buffer: Buffer): { found: Element[]; bytes: number } {
  const found: Element[] = [];
  let at = 0;
  while (at + 2 <= buffer.length) {
    const first = buffer[at + 1] ?? 0;
    const more = first < 0x80 ? 0 : first & 0x7f;
    if (at + 2 + more > buffer.length) break;
    const length = more === 0 ? first : buffer.readUIntBE(at + 2, more);
    const start = at + 2 + more;
    if (start + length > buffer.length) break;
    found.push({ tag: buffer[at] ?? 0, content: buffer.subarray(start, start + length) });
    at = start + length;
  }
  return { found, bytes: at };
}

export function inside({ content }: Element): Element[] {
  return elements(content).found;
}

export function numberOf({ content }: Element): number {
  return content.length === 0 ? 0 : content.readIntBE(0, content.length);
}
