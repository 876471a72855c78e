import {
  HTML_DROPPED,
  HTML_RENAMED,
  HTML_TAGS,
  HTML_VOID,
  keptAttributes,
  type HtmlAttributes,
  type HtmlLimits,
} from './html-policy.ts';
import { htmlTokens, type HtmlToken } from './html-tokens.ts';

/**
 * HTML as a tree of what html-policy.ts allows. Whoever draws it makes elements of the tree, never markup of the text. It is
 * nested as a browser nests it, so that the tree written out and read by a browser is the same tree again.
 */
export type HtmlNode = string | HtmlElement;
export interface HtmlElement {
  name: string;
  attributes: HtmlAttributes;
  children: HtmlNode[];
}

const DEEPEST = 60;

/** These end an open paragraph. */
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
const HEADINGS: ReadonlySet<string> = new Set(['h2', 'h3', 'h4', 'h5', 'h6']);
const CELLS: ReadonlySet<string> = new Set(['td', 'th', 'caption']);
const SECTIONS: ReadonlySet<string> = new Set(['tbody', 'thead', 'tfoot']);
const TABLE_PARTS: ReadonlySet<string> = new Set([...CELLS, ...SECTIONS, 'tr', 'table']);
/** Where these are open, only further parts of the table may come. */
const BETWEEN_CELLS: ReadonlySet<string> = new Set([...SECTIONS, 'tr', 'table']);
/** An open entry ends at the next one of its list: li at li, dt and dd at both. */
const ENTRIES: Readonly<Record<string, ReadonlySet<string>>> = {
  li: new Set(['li']),
  dt: new Set(['dt', 'dd']),
  dd: new Set(['dt', 'dd']),
};
const INSIDE_ENTRIES: ReadonlySet<string> = new Set(['div', 'p']);

/** Reads HTML, leaving out what is not allowed. */
export function parseHtml(html: string, limits: HtmlLimits = {}): HtmlNode[] {
  const builder = new Builder(limits);
  for (const token of htmlTokens(html)) builder.take(token);
  return builder.root.children;
}

class Builder {
  readonly root: HtmlElement = { name: '', attributes: {}, children: [] };
  readonly #limits: HtmlLimits;
  readonly #stack: HtmlElement[] = [this.root];
  /** The dropped element that is open, and how many of its name are. */
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
    const attributes =
      HTML_TAGS.has(name) && (name !== 'iframe' || this.#limits.frameHosts?.length)
        ? keptAttributes(name, given, this.#limits)
        : null;
    if (!attributes) {
      if (HTML_DROPPED.has(name)) this.#dropped = { name, depth: 1 };
      return;
    }
    if (TABLE_PARTS.has(name) && name !== 'table' && !this.#makeRoomForPart(name)) return;
    if (!TABLE_PARTS.has(name) || name === 'table') this.#makeRoom(name);
    if (name === 'a' && this.#stack.some((open) => open.name === 'a')) return;
    if (this.#stack.length > DEEPEST && !HTML_VOID.has(name)) return;
    const element = { name, attributes, children: [] };
    this.#current.children.push(element);
    if (!HTML_VOID.has(name)) this.#stack.push(element);
    if (name === 'iframe') this.#dropped = { name, depth: 1 };
  }

  /** Closes what cannot be around the element: a paragraph, an entry, a heading, a link. */
  #makeRoom(name: string): void {
    this.#intoCell();
    const ends = ENTRIES[name];
    if (ends) this.#endEntry(ends);
    if (BLOCKS.has(name)) this.#pop('p', CELLS);
    if (HEADINGS.has(name) && HEADINGS.has(this.#current.name)) this.#stack.pop();
    if (name === 'a') this.#pop('a', CELLS);
  }

  #endEntry(ends: ReadonlySet<string>): void {
    for (let index = this.#stack.length - 1; index > 0; index -= 1) {
      const { name } = this.#stack[index] ?? this.root;
      if (ends.has(name)) return void this.#stack.splice(index);
      if ((BLOCKS.has(name) || TABLE_PARTS.has(name)) && !INSIDE_ENTRIES.has(name)) return;
    }
  }

  /** Closes down to where the part of a table belongs, making the parts that are missing. False: there is no table. */
  #makeRoomForPart(name: string): boolean {
    const table = this.#stack.findLastIndex((open) => open.name === 'table');
    if (table === -1) return false;
    const fits = (open: string): boolean =>
      open === 'table' ||
      (name !== 'caption' && !SECTIONS.has(name) && SECTIONS.has(open)) ||
      (CELLS.has(name) && name !== 'caption' && open === 'tr');
    while (this.#stack.length > table + 1 && !fits(this.#current.name)) this.#stack.pop();
    if (name === 'tr' || name === 'td' || name === 'th') this.#makeParts(name === 'tr' ? ['tbody'] : ['tbody', 'tr']);
    return true;
  }

  #makeParts(names: string[]): void {
    const have = this.#current.name === 'tr' ? 2 : SECTIONS.has(this.#current.name) ? 1 : 0;
    for (const name of names.slice(have)) this.#push(name);
  }

  /** Text and other elements between the cells of a table get a cell of their own. */
  #intoCell(): void {
    if (!BETWEEN_CELLS.has(this.#current.name)) return;
    this.#makeParts(['tbody', 'tr']);
    this.#push('td');
  }

  #push(name: string): void {
    const element = { name, attributes: {}, children: [] };
    this.#current.children.push(element);
    this.#stack.push(element);
  }

  #text(given: string): void {
    if (BETWEEN_CELLS.has(this.#current.name)) {
      if (given.trim() === '') return;
      this.#intoCell();
    }
    const { name, children } = this.#current;
    // A browser leaves out the first of them, and whoever draws the tree as a document would have to write one more.
    const text = name === 'pre' && children.length === 0 ? given.replace(/^\n+/, '') : given;
    if (text === '') return;
    const last = children.at(-1);
    if (typeof last === 'string') children[children.length - 1] = last + text;
    else children.push(text);
  }

  #close(name: string): void {
    if (TABLE_PARTS.has(name)) this.#pop(name, name === 'table' ? new Set() : new Set(['table']));
    else this.#pop(name, name === 'li' ? new Set([...CELLS, 'ul', 'ol']) : CELLS);
  }

  /** Closes the innermost open element of this name, and all in it, unless one of `limits` is nearer. */
  #pop(name: string, limits: ReadonlySet<string>): void {
    for (let index = this.#stack.length - 1; index > 0; index -= 1) {
      const open = this.#stack[index]?.name ?? '';
      if (open === name) return void this.#stack.splice(index);
      if (limits.has(open)) return;
    }
  }

  get #current(): HtmlElement {
    return this.#stack.at(-1) ?? this.root;
  }
}

/** The tree as HTML, as a browser's innerHTML writes it. */
export function writeHtml(nodes: readonly HtmlNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? escaped(node) : writeElement(node))).join('');
}

function writeElement({ name, attributes, children }: HtmlElement): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value).replaceAll('"', '&quot;')}"`)
    .join('');
  if (name === 'iframe') return `<iframe${written}></iframe>`;
  if (HTML_VOID.has(name)) return `<${name}${written}>`;
  return `<${name}${written}>${writeHtml(children)}</${name}>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;');
}

/** The words of the tree in one line, for a search or an excerpt; pictures by their alternative text. */
export function htmlWords(nodes: readonly HtmlNode[]): string {
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
