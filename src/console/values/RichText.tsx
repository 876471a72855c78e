import { Fragment, type ReactNode } from 'react';
import styles from './values.module.css';

const KEPT = new Set([
  'p', 'br', 'h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'u', 's', 'blockquote', 'code', 'pre', 'hr',
]);
const DROPPED = new Set(['script', 'style', 'iframe', 'object', 'template', 'noscript']);
/** A heading of the text must not outrank the headings of the page. */
const LOWERED: Readonly<Record<string, string>> = { h1: 'h4', h2: 'h4', h3: 'h5', h4: 'h5' };

/** Formatted text. Only the elements above are drawn; of anything else only its words are, so no markup can act. */
export function RichText({ html }: { html: string }) {
  const body = new DOMParser().parseFromString(html, 'text/html').body;
  return <div className={styles.rich}>{childrenOf(body)}</div>;
}

function childrenOf(node: Node): ReactNode[] {
  return [...node.childNodes].map((child, index) => <Fragment key={index}>{draw(child)}</Fragment>);
}

function draw(node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof HTMLElement)) return null;
  const name = node.tagName.toLowerCase();
  if (DROPPED.has(name)) return null;
  if (name === 'a') return link(node);
  if (!KEPT.has(name)) return childrenOf(node);
  const Tag = (LOWERED[name] ?? name) as 'p';
  return name === 'br' || name === 'hr' ? <Tag /> : <Tag>{childrenOf(node)}</Tag>;
}

function link(node: HTMLElement): ReactNode {
  const href = node.getAttribute('href') ?? '';
  if (!/^(https?:|mailto:|\/(?!\/))/i.test(href)) return childrenOf(node);
  return <a href={href} rel="noopener noreferrer">{childrenOf(node)}</a>;
}
