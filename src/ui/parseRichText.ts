import { createElement, Fragment, type ReactNode } from 'react';

/** What text from staff may be made of. Everything else is left out; its text stays, but not that of scripts and styles. */
const ELEMENTS: ReadonlySet<string> = new Set([
  'a', 'abbr', 'b', 'blockquote', 'br', 'caption', 'code', 'dd', 'del', 'div', 'dl', 'dt', 'em', 'h2', 'h3', 'h4', 'h5', 'h6',
  'hr', 'i', 'img', 'ins', 'kbd', 'li', 'mark', 'ol', 'p', 'pre', 's', 'small', 'span', 'strong', 'sub', 'sup', 'table',
  'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'u', 'ul',
]);
const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img']);
const DROPPED: ReadonlySet<string> = new Set([
  'script', 'style', 'template', 'iframe', 'object', 'embed', 'noscript', 'title', 'textarea', 'select', 'svg', 'math', 'xmp', 'noembed', 'noframes',
]);
const DEEPEST = 60;

/**
 * HTML as React elements by an allow-list. The text is parsed into an inert document and never written back as HTML,
 * so what the parser saw is what is checked.
 */
export function parseRichText(html: string): ReactNode {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  return childrenOf(parsed.body, 0);
}

function childrenOf(parent: Node, depth: number): ReactNode {
  if (depth > DEEPEST) return parent.textContent;
  return createElement(Fragment, null, ...[...parent.childNodes].map((child) => nodeOf(child, depth)));
}

function nodeOf(node: Node, depth: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  if (DROPPED.has(name)) return null;
  if (!ELEMENTS.has(name)) return childrenOf(node, depth + 1);
  const attributes = attributesOf(name, node);
  return VOID.has(name) ? createElement(name, attributes) : createElement(name, attributes, childrenOf(node, depth + 1));
}

function attributesOf(name: string, element: Element): Record<string, string | number> {
  const attributes: Record<string, string | number> = {};
  const title = element.getAttribute('title');
  if (title !== null) attributes['title'] = title;
  if (name === 'a') Object.assign(attributes, linkOf(element));
  if (name === 'img') Object.assign(attributes, pictureOf(element));
  if (name === 'td' || name === 'th') {
    for (const [from, to] of [['colspan', 'colSpan'], ['rowspan', 'rowSpan']] as const) {
      const span = Number(element.getAttribute(from) ?? 1);
      if (Number.isInteger(span) && span > 1 && span <= 100) attributes[to] = span;
    }
  }
  return attributes;
}

function linkOf(element: Element): Record<string, string> {
  const address = safeAddress(element.getAttribute('href') ?? '', ['http:', 'https:', 'mailto:', 'tel:']);
  if (address === null) return {};
  const { protocol, origin } = new URL(address, location.href);
  const isElsewhere = protocol.startsWith('http') && origin !== location.origin;
  return isElsewhere ? { href: address, target: '_blank', rel: 'noopener noreferrer' } : { href: address };
}

function pictureOf(element: Element): Record<string, string> {
  const address = safeAddress(element.getAttribute('src') ?? '', ['http:', 'https:']);
  return { alt: element.getAttribute('alt') ?? '', ...(address === null ? {} : { src: address, loading: 'lazy' }) };
}

function safeAddress(address: string, protocols: readonly string[]): string | null {
  try {
    return protocols.includes(new URL(address, location.href).protocol) ? address.trim() : null;
  } catch {
    return null;
  }
}
