import {
  HTML_DROPPED,
  HTML_RENAMED,
  HTML_TAGS,
  HTML_VOID,
  allowedAttributes,
  type HtmlAttributes,
  type HtmlLimits,
} from './html-policy.ts';
import { htmlTokens, type DecodeEntities, type HtmlToken } from './html-tokens.ts';

/**
 * User-written HTML as a tree restricted to html-policy.ts. Renderers create elements from the tree and never inject markup. It is
 * nested as a browser would nest it, so that serializing and parsing it again yields the same tree.
 */
export type HtmlNode = string | HtmlElement;
export interface HtmlElement {
  name: string;
  attributes: HtmlAttributes;
  children: HtmlNode[];
}

const DEEPEST = 60;

/** Elements that close an open paragraph. */
const BLOCKS: ReadonlySet<string> = new Set([
  'blockquote',
  'details',
  'div',
  'dl',
  'dd',
  'dt',
  'figcaption',
  'figure',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'li',
  'ol',
  'p',
  'pre',
  'summary',
  'table',
  'ul',
]);
export function isHtmlBlock(name: string): boolean {
  return BLOCKS.has(name);
}

const HEADINGS: ReadonlySet<string> = new Set(['h2', 'h3', 'h4', 'h5', 'h6']);
const CELLS = ['td', 'th', 'caption'] as const;
const SECTIONS: ReadonlySet<string> = new Set(['tbody', 'thead', 'tfoot']);
const TABLE_PARTS: ReadonlySet<string> = new Set([...CELLS, ...SECTIONS, 'tr', 'table']);
/** Inside these elements only parts of a table may follow. */
const BETWEEN_CELLS: ReadonlySet<string> = new Set([...SECTIONS, 'tr', 'table']);
/** List entries closed by the start of another: li by li, dt and dd by either. */
const ENTRIES: Readonly<Record<string, readonly string[]>> = { li: ['li'], dt: ['dt', 'dd'], dd: ['dt', 'dd'] };
/** </li> does not close entries outside of these. */
const AROUND_ENTRIES: readonly string[] = [...CELLS, 'ul', 'ol'];
/** Elements across which an entry is not closed. */
const BARRIERS: ReadonlySet<string> = new Set(
  [...BLOCKS, ...TABLE_PARTS].filter((name) => name !== 'div' && name !== 'p'),
);

/** Parses HTML in linear time, dropping what the policy does not allow. */
export function parseHtml(html: string, limits: HtmlLimits = {}, decode?: DecodeEntities): HtmlNode[] {
  const builder = new Builder(limits);
  for (const token of htmlTokens(html, decode)) builder.take(token);
  return builder.root.children;
}

/** An open element, and the stack index of the nearest element that keeps a list entry open. */
interface Open {
  element: HtmlElement;
  barrier: number;
}

class Builder {
  readonly root: HtmlElement = { name: '', attributes: {}, children: [] };
  readonly #limits: HtmlLimits;
  readonly #stack: Open[] = [{ element: this.root, barrier: 0 }];
  /** Stack indices by element name, innermost last, so that no token scans the whole stack. */
  readonly #places = new Map<string, number[]>();
  /** The dropped element that is open, and the nesting depth of its name. */
  #dropped: { name: string; depth: number } | null = null;

  constructor(limits: HtmlLimits) {
    this.#limits = limits;
  }

  take(token: HtmlToken): void {
    if (this.#dropped) return this.#drop(token);
    if (token.kind === 'text') this.#text(token.text);
    else if (token.kind === 'close') this.#close(HTML_RENAMED[token.name] ?? token.name);
    else this.#open(HTML_RENAMED[token.name] ?? token.name, token.attributes);
  }

  #drop(token: HtmlToken): void {
    if (!this.#dropped || token.kind === 'text' || token.name !== this.#dropped.name) return;
    this.#dropped.depth += token.kind === 'open' ? 1 : -1;
    if (this.#dropped.depth === 0) this.#dropped = null;
  }

  #open(name: string, given: Record<string, string>): void {
    const isListed = HTML_TAGS.has(name) && (name !== 'iframe' || this.#limits.frameHosts?.length);
    const attributes = isListed ? allowedAttributes(name, given, this.#limits) : null;
    if (!attributes) {
      if (HTML_DROPPED.has(name)) this.#dropped = { name, depth: 1 };
      return;
    }
    if (name === 'table' || !TABLE_PARTS.has(name)) this.#makeRoom(name);
    else if (!this.#makeRoomForPart(name)) return;
    if (name === 'a' && this.#last('a') > 0) return;
    if (HTML_VOID.has(name)) this.#current.children.push({ name, attributes, children: [] });
    else if (this.#stack.length <= DEEPEST) this.#push(name, attributes);
    if (name === 'iframe') this.#dropped = { name, depth: 1 };
  }

  /** Closes elements that cannot contain the new one: a paragraph, an entry, a heading, a link. */
  #makeRoom(name: string): void {
    this.#intoCell();
    const ends = ENTRIES[name];
    if (ends) this.#endEntry(ends);
    if (BLOCKS.has(name)) this.#pop('p', CELLS);
    if (HEADINGS.has(name) && HEADINGS.has(this.#current.name)) this.#cut(this.#stack.length - 1);
    if (name === 'a') this.#pop('a', CELLS);
  }

  #endEntry(ends: readonly string[]): void {
    const entry = this.#lastOf(ends);
    if (entry > 0 && entry >= (this.#stack.at(-1)?.barrier ?? 0)) this.#cut(entry);
  }

  /** Closes elements up to the table context of this part, creating missing parts. False when no table is open. */
  #makeRoomForPart(name: string): boolean {
    const table = this.#last('table');
    if (table === 0) return false;
    const fits = (open: string): boolean =>
      open === 'table' ||
      (name !== 'caption' && !SECTIONS.has(name) && SECTIONS.has(open)) ||
      ((name === 'td' || name === 'th') && open === 'tr');
    while (this.#stack.length > table + 1 && !fits(this.#current.name)) this.#cut(this.#stack.length - 1);
    if (name === 'tr') this.#makeSection();
    if (name === 'td' || name === 'th') this.#makeRow();
    return true;
  }

  #makeSection(): void {
    if (this.#current.name === 'table') this.#push('tbody');
  }

  #makeRow(): void {
    this.#makeSection();
    if (this.#current.name !== 'tr') this.#push('tr');
  }

  /** Wraps text and other elements between table cells in a cell of their own. */
  #intoCell(): void {
    if (!BETWEEN_CELLS.has(this.#current.name)) return;
    this.#makeRow();
    this.#push('td');
  }

  #text(given: string): void {
    if (BETWEEN_CELLS.has(this.#current.name)) {
      if (given.trim() === '') return;
      this.#intoCell();
    }
    const { name, children } = this.#current;
    // Browsers drop a line break at the start of pre, so serializing it would need a second one.
    const text = name === 'pre' && children.length === 0 ? given.replace(/^\n+/, '') : given;
    if (text === '') return;
    const last = children.at(-1);
    if (typeof last === 'string') children[children.length - 1] = last + text;
    else children.push(text);
  }

  #close(name: string): void {
    if (TABLE_PARTS.has(name)) this.#pop(name, name === 'table' ? [] : ['table']);
    else this.#pop(name, name === 'li' ? AROUND_ENTRIES : CELLS);
  }

  /** Closes the innermost open element of this name and its descendants, unless one of `limits` is nearer. */
  #pop(name: string, limits: readonly string[]): void {
    const found = this.#last(name);
    if (found > 0 && found >= this.#lastOf(limits)) this.#cut(found);
  }

  #push(name: string, attributes: HtmlAttributes = {}): void {
    const element = { name, attributes, children: [] };
    const place = this.#stack.length;
    const isBarrier = BARRIERS.has(name);
    const barrier = isBarrier ? place : (this.#stack.at(-1)?.barrier ?? 0);
    this.#current.children.push(element);
    this.#stack.push({ element, barrier });
    const places = this.#places.get(name);
    if (places) places.push(place);
    else this.#places.set(name, [place]);
  }

  /** Closes the element at this stack index and its descendants. */
  #cut(place: number): void {
    while (this.#stack.length > place) this.#places.get(this.#stack.pop()?.element.name ?? '')?.pop();
  }

  /** Stack index of the innermost open element of this name; 0 when there is none. */
  #last(name: string): number {
    return this.#places.get(name)?.at(-1) ?? 0;
  }

  #lastOf(names: readonly string[]): number {
    let last = 0;
    for (const name of names) last = Math.max(last, this.#last(name));
    return last;
  }

  get #current(): HtmlElement {
    return this.#stack.at(-1)?.element ?? this.root;
  }
}

export function writeHtml(nodes: readonly HtmlNode[]): string {
  let html = '';
  for (const node of nodes) html += typeof node === 'string' ? escaped(node) : writeElement(node);
  return html;
}

function writeElement({ name, attributes, children }: HtmlElement): string {
  let tag = name;
  for (const key in attributes) tag += ` ${key}="${escapedText(attributes[key] ?? '')}"`;
  if (name === 'iframe') return `<${tag}></iframe>`;
  return HTML_VOID.has(name) ? `<${tag}>` : `<${tag}>${writeHtml(children)}</${name}>`;
}

/** As text, and as the value of an attribute in double quotes. */
export function escapedText(text: string): string {
  return escaped(text).replaceAll('"', '&quot;');
}

function escaped(text: string): string {
  if (!/[&<>\u00a0]/.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;');
}

export function treeText(nodes: readonly HtmlNode[]): string {
  return spaced(nodes).replace(/\s+/g, ' ').trim();
}

function spaced(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      if (node.name === 'img') return ` ${node.attributes['alt'] ?? ''} `;
      const inner = spaced(node.children);
      return BLOCKS.has(node.name) || TABLE_PARTS.has(node.name) || node.name === 'br' ? ` ${inner} ` : inner;
    })
    .join('');
}
