import { inflateRawSync } from 'node:zlib';

const ENTRY = 0x02014b50;

/** What a ZIP holds, by name: read by its central directory, as programs that open it do. */
export function zipEntries(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  const entries = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  while (zip.readUInt32LE(at) === ENTRY) {
    const [name, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(begin, begin + zip.readUInt32LE(at + 20));
    const isDeflated = zip.readUInt16LE(at + 10) === 8;
    entries.set(zip.toString('utf8', at + 46, at + 46 + name), isDeflated ? inflateRawSync(bytes) : bytes);
    at += 46 + name + extra + comment;
  }
  return entries;
}
