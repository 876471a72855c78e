import { imageFacts, imageFile } from './images.ts';

/**
 * What HTML written by people may hold: the one list, read by the server when HTML is written and answered
 * (server/resources/html.ts) and by whoever draws it (domain/html-tree.ts). No classes, styles, names, ids or events.
 */

const TAGS = [
  'a',
  'abbr',
  'b',
  'blockquote',
  'br',
  'caption',
  'code',
  'dd',
  'del',
  'details',
  'div',
  'dl',
  'dt',
  'em',
  'figcaption',
  'figure',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'i',
  'iframe',
  'img',
  'ins',
  'kbd',
  'li',
  'mark',
  'ol',
  'p',
  'pre',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'summary',
  'sup',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
  'u',
  'ul',
] as const;

/** Tags that may stand; of all others only what is inside of them stays. Frames stand where hosts are given only. */
export const HTML_TAGS: ReadonlySet<string> = new Set(TAGS);

/** The page's title is its only h1. */
export const HTML_RENAMED: Readonly<Record<string, string>> = { h1: 'h2', strike: 's' };

/** Elements that go with all that is inside of them. */
export const HTML_DROPPED: ReadonlySet<string> = new Set([
  'audio',
  'iframe',
  'math',
  'noembed',
  'noframes',
  'noscript',
  'object',
  'plaintext',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'textarea',
  'title',
  'video',
  'xmp',
]);

export const HTML_VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'iframe']);

/** Protocols of links. Pictures are our own files only, frames https pages of given hosts only. */
export const LINK_SCHEMES: readonly string[] = ['https', 'http', 'mailto', 'tel'];

/** How a frame is shown: it may play, and not reach the page around it. */
export const FRAME_SANDBOX = 'allow-scripts allow-same-origin allow-presentation allow-popups';
export const FRAME_FEATURES = 'fullscreen; picture-in-picture; encrypted-media';

export interface HtmlLimits {
  /** Hosts whose pages frames may show; without: no frames. */
  frameHosts?: readonly string[];
}

export type HtmlAttributes = Record<string, string>;
type Rule = (value: string, limits: HtmlLimits) => string | null;

const LONGEST_ADDRESS = 2_000;
const LONGEST_WORDS = 500;
const LARGEST_SIDE = 10_000;

const words: Rule = (value) => (value === '' ? null : value.slice(0, LONGEST_WORDS));
const matching =
  (pattern: RegExp): Rule =>
  (value) =>
    pattern.test(value) ? value.toLowerCase() : null;
const between =
  (least: number, most: number): Rule =>
  (value) =>
    /^-?\d{1,6}$/.test(value) && Number(value) >= least && Number(value) <= most ? String(Number(value)) : null;

const EVERYWHERE: Readonly<Record<string, Rule>> = {
  title: words,
  lang: matching(/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i),
  dir: matching(/^(ltr|rtl|auto)$/i),
};
const side = between(1, LARGEST_SIDE);
const spans: Readonly<Record<string, Rule>> = { colspan: between(2, 100), rowspan: between(2, 100) };

const BY_TAG: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  a: { href: (value) => linkAddress(value) },
  img: {
    src: (value) => imageAddress(value),
    alt: (value) => value.slice(0, LONGEST_WORDS),
    width: side,
    height: side,
  },
  iframe: { src: (value, { frameHosts }) => frameAddress(value, frameHosts ?? []), width: side, height: side },
  td: spans,
  th: { ...spans, scope: matching(/^(row|col|rowgroup|colgroup)$/i) },
  ol: { start: between(-10_000, 10_000), type: (value) => (/^[1aAiI]$/.test(value) ? value : null) },
  li: { value: between(-10_000, 10_000) },
};

type Rules = readonly (readonly [name: string, rule: Rule])[];

const COMMON_RULES: Rules = Object.entries(EVERYWHERE);
/** The rules of each tag that has its own, and those of all tags behind them. */
const RULES: ReadonlyMap<string, Rules> = new Map(
  Object.entries(BY_TAG).map(([tag, own]) => [tag, [...Object.entries(own), ...COMMON_RULES]]),
);

/** What stays of an element's attributes, values put right. Null: without these the element says nothing, and goes. */
export function keptAttributes(
  tag: string,
  given: Readonly<HtmlAttributes>,
  limits: HtmlLimits = {},
): HtmlAttributes | null {
  const kept: HtmlAttributes = {};
  for (const [name, rule] of RULES.get(tag) ?? COMMON_RULES) {
    const isGiven = Object.hasOwn(given, name) || (tag === 'img' && name === 'alt');
    const value = isGiven ? rule(given[name] ?? '', limits) : null;
    if (value !== null) kept[name] = value;
  }
  return (tag === 'img' || tag === 'iframe') && kept['src'] === undefined ? null : kept;
}

/** The address as a browser would read it, when it may stand in a link: of an allowed protocol, or of this site. Else null. */
export function linkAddress(value: string): string | null {
  const address = asRead(value);
  if (address === null || /^[/\\]{2}/.test(address)) return null;
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(address) ?? [];
  return scheme === undefined || LINK_SCHEMES.includes(scheme.toLowerCase()) ? address : null;
}

/** The address of one of our own stored images, else null. */
export function imageAddress(value: string): string | null {
  const address = asRead(value) ?? '';
  if (!/^\/api\/Content\//i.test(address)) return null;
  const name = imageFile(address);
  return imageFacts(name.replace(/-\d{2,4}(?=\.(webp|png)$)/, '')) ? `/api/Content/${name}` : null;
}

/** The https address of a page of one of the hosts, else null. */
export function frameAddress(value: string, hosts: readonly string[]): string | null {
  const address = asRead(value) ?? '';
  const [, host, rest = ''] = /^https:\/\/([a-z0-9.-]+)(?::443)?([/?#].*)?$/i.exec(address) ?? [];
  if (host === undefined || !hosts.includes(host.toLowerCase()) || /[\\\s]/.test(rest)) return null;
  return `https://${host.toLowerCase()}${rest}`;
}

/** Browsers pass over line breaks and tabs anywhere and blanks and controls at both ends. Null: empty or too long. */
function asRead(value: string): string | null {
  if (value.length > LONGEST_ADDRESS) return null;
  const text = value.replace(/[\t\n\r]/g, '').replace(/^[\0-\x20]+|[\0-\x20]+$/g, '');
  return text === '' ? null : text;
}
