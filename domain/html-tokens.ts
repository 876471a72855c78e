/** HTML cut into tags and texts, as forgiving as browsers are. Comments, declarations and unfinished tags are passed over. */

export type HtmlToken =
  | { kind: 'text'; text: string }
  | { kind: 'open'; name: string; attributes: Record<string, string> }
  | { kind: 'close'; name: string };

/** What is inside of these is no markup: it ends with their closing tag. */
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

/** The tokens of `html`, in linear time. The content of elements like script is not among them. */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  const source = html.replace(/\r\n?/g, '\n').replaceAll('\0', '');
  let at = 0;
  while (at < source.length) {
    const next = source.indexOf('<', at);
    if (next === -1) return yield { kind: 'text', text: decodeEntities(source.slice(at)) };
    if (next > at) yield { kind: 'text', text: decodeEntities(source.slice(at, next)) };
    const tag = tagAt(source, next);
    if (tag.token) yield tag.token;
    at = tag.end;
    if (tag.token?.kind === 'open' && RAW.has(tag.token.name)) {
      at = endOfRaw(source, at, tag.token.name);
      yield { kind: 'close', name: tag.token.name };
    }
  }
}

/** The tag that begins at `start`, where there is a "<"; `end` is the place behind it. */
function tagAt(source: string, start: number): { token?: HtmlToken; end: number } {
  if (source.startsWith('<!--', start)) return { end: after(source, '-->', start + 4) };
  const next = source[start + 1] ?? '';
  if (/[a-z]/i.test(next)) return openingTag(source, start);
  if (next === '!' || next === '?') return { end: after(source, '>', start) };
  if (next !== '/') return { token: { kind: 'text', text: '<' }, end: start + 1 };
  const name = nameAt(source, start + 2);
  const end = after(source, '>', start);
  return /^[a-z]/i.test(name) ? { token: { kind: 'close', name: name.toLowerCase() }, end } : { end };
}

const NAME = /[^\s/>]*/y;
const GAP = /[\s/]*/y;
const ATTRIBUTE = /=?[^\s/>=]*/y;
const VALUE = /\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)?)/y;

function openingTag(source: string, start: number): { token?: HtmlToken; end: number } {
  const name = nameAt(source, start + 1);
  const attributes = Object.create(null) as Record<string, string>;
  let at = start + 1 + name.length;
  for (;;) {
    at += matchAt(GAP, source, at)[0].length;
    if (at >= source.length) return { end: at };
    if (source[at] === '>') return { token: { kind: 'open', name: name.toLowerCase(), attributes }, end: at + 1 };
    const attribute = matchAt(ATTRIBUTE, source, at)[0];
    at += Math.max(attribute.length, 1);
    const value = matchAt(VALUE, source, at);
    at += value[0].length;
    // A quote that is never closed takes the rest of the document into the tag, which then never ends.
    const given = value[1] ?? value[2] ?? value[3];
    if (given === undefined && value[0] !== '' && /["']/.test(source[at] ?? '')) return { end: source.length };
    attributes[attribute.toLowerCase()] ??= decodeEntities(given ?? '');
  }
}

function nameAt(source: string, at: number): string {
  return matchAt(NAME, source, at)[0];
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

/** The few that people type. The server decodes all others when HTML is written. */
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

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
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
