import { createHash, createVerify, type KeyLike } from 'node:crypto';

/**
 * Whether the first signature of a mail is right by RFC 6376 (rsa-sha256, relaxed/relaxed): what receivers do, with the key that they find
 * by DNS. `signed`: the headers that it covers.
 */
export function verifiedDkim(source: string, key: KeyLike): { isRight: boolean; signed: string[] } {
  const end = source.indexOf('\r\n\r\n');
  const headers = source.slice(0, end).split(/\r\n(?![ \t])/);
  const signature = headers.find((header) => /^dkim-signature:/i.test(header)) ?? '';
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag) => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).replace(/\s+/g, '')]),
  );
  const signed = (tags.get('h') ?? '').toLowerCase().split(':');
  const body = `${source
    .slice(end + 4)
    .replace(/[ \t]+\r\n/g, '\r\n')
    .replace(/[ \t]+/g, ' ')
    .replace(/(?:\r\n)*$/, '')}\r\n`;
  const isBody = createHash('sha256').update(body).digest('base64') === tags.get('bh');
  // Of several headers of a name the last counts first.
  const left = [...headers].reverse();
  const lines = signed.flatMap((name) => {
    const at = left.findIndex((header) => header.toLowerCase().startsWith(`${name}:`));
    return at === -1 ? [] : left.splice(at, 1).map((header) => `${relaxed(header)}\r\n`);
  });
  const data = lines.join('') + relaxed(signature.replace(/(\bb=)[^;]*$/, '$1'));
  return {
    isRight:
      isBody &&
      createVerify('sha256')
        .update(data)
        .verify(key, tags.get('b') ?? '', 'base64'),
    signed,
  };
}

function relaxed(header: string): string {
  const at = header.indexOf(':');
  const value = header
    .slice(at + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${header.slice(0, at).trim().toLowerCase()}:${value}`;
}
