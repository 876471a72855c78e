import {
  frameAddress,
  HTML_DROPPED,
  HTML_RENAMED,
  HTML_TAGS,
  allowedAttributes,
  type HtmlLimits,
} from './html-policy.ts';
import { htmlTokens } from './html-tokens.ts';

export function removedParts(html: string, limits: HtmlLimits): string[] {
  const parts = new Set<string>();
  for (const token of htmlTokens(html)) {
    if (token.kind !== 'open') continue;
    for (const part of removedFromElement(HTML_RENAMED[token.name] ?? token.name, token.attributes, limits))
      parts.add(part);
  }
  return [...parts];
}

function removedFromElement(name: string, attributes: Record<string, string>, limits: HtmlLimits): string[] {
  if (name === 'iframe') return frameFault(attributes['src'] ?? '', limits);
  if (HTML_DROPPED.has(name)) return [`<${name}> and everything in it`];
  if (!HTML_TAGS.has(name)) return ['html', 'head', 'body'].includes(name) ? [] : [`the tag <${name}>; its text stays`];
  const allowed = allowedAttributes(name, attributes, limits);
  if (allowed === null)
    return [`an image that is not stored here${attributes['src'] ? `: ${shortened(attributes['src'])}` : ''}`];
  return Object.keys(attributes)
    .filter((key) => key !== '' && !Object.hasOwn(allowed, key))
    .map((key) => `${key} of <${name}>`);
}

function frameFault(address: string, { frameHosts = [] }: HtmlLimits): string[] {
  if (frameAddress(address, frameHosts) !== null) return [];
  return [address === '' ? 'a frame without an address' : `a frame of ${shortened(address)}`];
}

function shortened(address: string): string {
  return address.length > 80 ? `${address.slice(0, 79)}…` : address;
}
