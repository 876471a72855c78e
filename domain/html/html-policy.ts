import { imageFacts, imageFile } from '../values/images.ts';

/**
 * The allow-list for user-written HTML, used by the server when HTML is written and sent (server/resources/html.ts) and by the
 * renderer (domain/html/html-tree.ts). No classes, styles, names, ids or event handlers.
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

/** Allowed tags; any other tag is replaced by its children. Frames are allowed only when hosts are given. */
export const HTML_TAGS: ReadonlySet<string> = new Set(TAGS);

/** Tags that are renamed. The page's title is its only h1. */
export const HTML_RENAMED: Readonly<Record<string, string>> = { h1: 'h2', strike: 's' };

/** Elements that are dropped with their content. */
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

/** Allowed protocols of links. Images must be stored images, frames https pages of the given hosts. */
export const LINK_SCHEMES: readonly string[] = ['https', 'http', 'mailto', 'tel'];

/** The sandbox of frames: scripts may run but cannot reach the embedding page. */
export const FRAME_SANDBOX = 'allow-scripts allow-same-origin allow-presentation allow-popups';
export const FRAME_FEATURES = 'fullscreen; picture-in-picture; encrypted-media';

export interface HtmlLimits {
  /** Hosts that frames may embed. Default: none. */
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
/** Attribute rules of each tag that has its own, merged with the general ones. */
const RULES: ReadonlyMap<string, Rules> = new Map(
  Object.entries(BY_TAG).map(([tag, own]) => [tag, [...Object.entries(own), ...COMMON_RULES]]),
);

/** The element's allowed attributes, normalized. Null when a required attribute is missing, so that the element is dropped. */
export function allowedAttributes(
  tag: string,
  given: Readonly<HtmlAttributes>,
  limits: HtmlLimits = {},
): HtmlAttributes | null {
  const allowed: HtmlAttributes = {};
  for (const [name, rule] of RULES.get(tag) ?? COMMON_RULES) {
    const isGiven = Object.hasOwn(given, name) || (tag === 'img' && name === 'alt');
    const value = isGiven ? rule(given[name] ?? '', limits) : null;
    if (value !== null) allowed[name] = value;
  }
  return (tag === 'img' || tag === 'iframe') && allowed['src'] === undefined ? null : allowed;
}

/** The normalized address when a link may use it (an allowed protocol or this site), else null. */
export function linkAddress(value: string): string | null {
  const address = asRead(value);
  if (address === null || /^[/\\]{2}/.test(address)) return null;
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(address) ?? [];
  return scheme === undefined || LINK_SCHEMES.includes(scheme.toLowerCase()) ? address : null;
}

/** The address of a stored image, else null. */
export function imageAddress(value: string): string | null {
  const address = asRead(value) ?? '';
  if (!/^\/api\/Content\//i.test(address)) return null;
  const name = imageFile(address);
  return imageFacts(name.replace(/-\d{2,4}(?=\.(webp|png)$)/, '')) ? `/api/Content/${name}` : null;
}

/** The https address of a page on one of the hosts, else null. */
export function frameAddress(value: string, hosts: readonly string[]): string | null {
  const address = asRead(value) ?? '';
  const [, host, rest = ''] = /^https:\/\/([a-z0-9.-]+)(?::443)?([/?#].*)?$/i.exec(address) ?? [];
  if (host === undefined || !hosts.includes(host.toLowerCase()) || /[\\\s]/.test(rest)) return null;
  return `https://${host.toLowerCase()}${rest}`;
}

/** Browsers ignore line breaks and tabs anywhere and trim white space and control characters. Null: empty or too long. */
function asRead(value: string): string | null {
  if (value.length > LONGEST_ADDRESS) return null;
  const text = value.replace(/[\t\n\r]/g, '').replace(/^[\0-\x20]+|[\0-\x20]+$/g, '');
  return text === '' ? null : text;
}
