/** An HTML tokenizer as forgiving as browsers are. Comments, declarations and unfinished tags are skipped. */

export type HtmlToken =
  | { kind: 'text'; text: string }
  | { kind: 'open'; name: string; attributes: Record<string, string> }
  | { kind: 'close'; name: string };

/** Raw-text elements: their content is not markup and ends at the closing tag. */
const RAW: ReadonlySet<string> = new Set([
  'iframe',
  'noembed',
  'noframes',
  'noscript',
  'plaintext',
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
]);

/** Decodes character references such as &amp; in text or in an attribute value. */
export type DecodeEntities = (text: string, inAttribute: boolean) => string;

/**
 * The tokens of `html`, in linear time, without the content of raw-text elements. By default only common character references are
 * decoded; the server passes a full decoder when HTML is written.
 */
export function* htmlTokens(html: string, decode: DecodeEntities = decodeCommon): Generator<HtmlToken> {
  const source = html.replace(/\r\n?/g, '\n').replaceAll('\0', '');
  const textToken = (from: number, to: number): HtmlToken => ({
    kind: 'text',
    text: decoded(source.slice(from, to), false, decode),
  });
  let at = 0;
  while (at < source.length) {
    const next = indexOfTag(source, at);
    if (next > at) yield textToken(at, next);
    if (next === source.length) return;
    const tag = tagAt(source, next, decode);
    if (tag.token) yield tag.token;
    at = tag.end;
    if (tag.token?.kind === 'open' && RAW.has(tag.token.name)) {
      at = endOfRaw(source, at, tag.token.name);
      yield { kind: 'close', name: tag.token.name };
    }
  }
}

/** Index of the next tag or comment; any other "<" is text. */
function indexOfTag(source: string, from: number): number {
  for (let at = source.indexOf('<', from); at !== -1; at = source.indexOf('<', at + 1)) {
    if (isTagStart(source.charCodeAt(at + 1))) return at;
  }
  return source.length;
}

/** A letter, or one of "/!?". */
function isTagStart(code: number): boolean {
  return isLetter(code) || code === 0x2f || code === 0x21 || code === 0x3f;
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

/** Parses the tag at `start`; `end` is the index after it. */
function tagAt(source: string, start: number, decode: DecodeEntities): { token?: HtmlToken; end: number } {
  const next = source[start + 1];
  // "<!-->" is a comment too.
  if (source.startsWith('<!--', start)) return { end: after(source, '-->', start + 2) };
  if (next === '!' || next === '?') return { end: after(source, '>', start) };
  if (next !== '/') return openingTag(source, start, decode);
  const name = nameAt(source, start + 2);
  const end = after(source, '>', start);
  return isLetter(name.charCodeAt(0)) ? { token: { kind: 'close', name: name.toLowerCase() }, end } : { end };
}

const NONE: Record<string, string> = Object.freeze(Object.create(null));
const GAP = /[\s/]*/y;
const ATTRIBUTE = /=?[^\s/>=]*/y;
const VALUE = /\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)?)/y;

function openingTag(source: string, start: number, decode: DecodeEntities): { token?: HtmlToken; end: number } {
  const name = nameAt(source, start + 1);
  let at = start + 1 + name.length;
  if (source[at] === '>') return { token: { kind: 'open', name: name.toLowerCase(), attributes: NONE }, end: at + 1 };
  const attributes = Object.create(null) as Record<string, string>;
  for (;;) {
    at += matchAt(GAP, source, at)[0].length;
    if (at >= source.length) return { end: at };
    if (source[at] === '>') return { token: { kind: 'open', name: name.toLowerCase(), attributes }, end: at + 1 };
    const attribute = matchAt(ATTRIBUTE, source, at)[0];
    at += Math.max(attribute.length, 1);
    const value = matchAt(VALUE, source, at);
    at += value[0].length;
    // An unterminated quote extends the tag to the end of the document, so the tag never closes.
    const given = value[1] ?? value[2] ?? value[3];
    if (given === undefined && value[0] !== '' && /["']/.test(source[at] ?? '')) return { end: source.length };
    attributes[attribute.toLowerCase()] ??= decoded(given ?? '', true, decode);
  }
}

/** Most tags have no attributes, so the name is scanned without a regular expression. */
function nameAt(source: string, start: number): string {
  let end = start;
  while (end < source.length && !isNameEnd(source.charCodeAt(end))) end += 1;
  return source.slice(start, end);
}

/** White space, "/" or ">". */
function isNameEnd(code: number): boolean {
  return code === 0x3e || code === 0x2f || code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | [string, ...undefined[]] {
  pattern.lastIndex = at;
  return pattern.exec(source) ?? [''];
}

function after(source: string, sign: string, from: number): number {
  const found = source.indexOf(sign, from);
  return found === -1 ? source.length : found + sign.length;
}

function endOfRaw(source: string, from: number, name: string): number {
  if (name === 'plaintext') return source.length;
  const end = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  end.lastIndex = from;
  const found = end.exec(source);
  return found ? after(source, '>', found.index) : source.length;
}

/** The character references people actually type. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  euro: '€',
  pound: '£',
  larr: '←',
  rarr: '→',
  shy: '\u00ad',
};

function decoded(text: string, inAttribute: boolean, decode: DecodeEntities): string {
  return text.includes('&') ? decode(text, inAttribute) : text;
}

function decodeCommon(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7});?|#x([0-9a-f]{1,6});?|([a-z]{2,6});)/gi,
    (whole, decimal?: string, hex?: string, name = '') => {
      if (decimal !== undefined || hex !== undefined)
        return character(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal));
      return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? whole) : whole;
    },
  );
}

function character(code: number): string {
  const isText =
    code === 9 ||
    code === 10 ||
    (code >= 0x20 && code < 0x7f) ||
    (code >= 0xa0 && code < 0xd800) ||
    (code > 0xdfff && code <= 0x10ffff);
  return isText ? String.fromCodePoint(code) : '\ufffd';
}
