import { frameAddress, HTML_DROPPED, HTML_RENAMED, HTML_TAGS, imageAddress, keptAttributes, type HtmlLimits } from '../../../domain/html-policy.ts';
import { htmlTokens } from '../../../domain/html-tokens.ts';

/** What of this HTML will not stay when it is saved, in words, each once. */
export function removedParts(html: string, limits: HtmlLimits): string[] {
  const parts = new Set<string>();
  for (const token of htmlTokens(html)) {
    if (token.kind !== 'open') continue;
    for (const part of removedOf(HTML_RENAMED[token.name] ?? token.name, token.attributes, limits)) parts.add(part);
  }
  return [...parts];
}

function removedOf(name: string, attributes: Record<string, string>, limits: HtmlLimits): string[] {
  if (name === 'iframe') return frameFault(attributes['src'] ?? '', limits);
  if (HTML_DROPPED.has(name)) return [`<${name}> and all that is in it`];
  if (!HTML_TAGS.has(name)) return ['html', 'head', 'body'].includes(name) ? [] : [`the tag <${name}>; the words in it stay`];
  const kept = keptAttributes(name, attributes, limits);
  if (kept === null) return [`a picture that is not stored here${attributes['src'] ? `: ${shortened(attributes['src'])}` : ''}`];
  return Object.keys(attributes).filter((key) => key !== '' && !Object.hasOwn(kept, key)).map((key) => `${key} of <${name}>`);
}

function frameFault(address: string, { frameHosts = [] }: HtmlLimits): string[] {
  if (frameAddress(address, frameHosts) !== null) return [];
  return [address === '' ? 'a frame without an address' : `a frame of ${shortened(address)}`];
}

function shortened(address: string): string {
  return address.length > 80 ? `${address.slice(0, 79)}…` : address;
}

/** What the formatting editor knows; the words of a div or span stay, as there is nothing else to them. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  p: [], br: [], strong: [], b: [], em: [], i: [], u: [], s: [], strike: [], del: [], h1: [], h2: [], h3: [], ul: [], li: [], blockquote: [], code: [], pre: [], hr: [],
  div: [], span: [], html: [], head: [], body: [], a: ['href', 'target', 'rel'], ol: ['start', 'type'], img: ['src', 'alt', 'title', 'width', 'height'],
};
const NAMES: Readonly<Record<string, string>> = { table: 'tables', iframe: 'frames', details: 'parts that open', figure: 'pictures with captions', dl: 'lists of definitions' };
const INSIDE: ReadonlySet<string> = new Set(['tbody', 'thead', 'tfoot', 'tr', 'td', 'th', 'caption', 'summary', 'figcaption', 'dt', 'dd']);

/** What of this HTML the formatting editor would lose; nothing for most texts. Disallowed parts do not count: they go anyway. */
export function unformattable(html: string): string[] {
  const parts = new Set<string>();
  for (const token of htmlTokens(html)) {
    if (token.kind !== 'open' || INSIDE.has(token.name) || (!HTML_TAGS.has(token.name) && !HTML_RENAMED[token.name])) continue;
    if (token.name === 'img' && imageAddress(token.attributes['src'] ?? '') === null) continue;
    const known = FORMATS[token.name];
    if (!known) parts.add(NAMES[token.name] ?? `<${token.name}>`);
    else if (['title', 'lang', 'dir', 'value'].some((key) => Object.hasOwn(token.attributes, key) && !known.includes(key))) parts.add(`the extra words of <${token.name}>`);
  }
  return [...parts];
}

/** One block a line, for reading and changing it as HTML. */
export function inLines(html: string): string {
  if (html.includes('\n')) return html;
  return html.replaceAll(/(<\/(?:p|h[2-6]|ul|ol|li|blockquote|pre|table|tr|div|figure|dl|details)>|<hr>|<(?:ul|ol|table|tbody|tr)>)(?=<)/g, '$1\n');
}
