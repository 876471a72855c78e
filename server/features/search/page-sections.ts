import { headingAnchors } from '../../../domain/content/content.ts';
import { HTML_HEADINGS, textOfNodes } from '../../../domain/html/html-headings.ts';
import { HTML_VOID } from '../../../domain/html/html-policy.ts';
import { parseHtml, type HtmlNode } from '../../../domain/html/html-tree.ts';

/** A part of a page's text: from its beginning to the first heading, or from one heading to the next. */
export interface PageSection {
  /** Null before the first heading. */
  heading: string | null;
  text: string;
  /** The fragment of its heading on a text page; null without one. */
  anchor: string | null;
}

const INLINE: ReadonlySet<string> = new Set([
  ...[
    'a',
    'abbr',
    'b',
    'code',
    'del',
    'em',
    'i',
    'ins',
    'kbd',
    'mark',
    's',
    'small',
    'span',
    'strong',
    'sub',
    'sup',
    'u',
  ],
]);

/** The text of HTML by its headings; what can be unfolded is headed by its summary. Images are read by their alternative text. */
export function pageSections(html: string): PageSection[] {
  const sections: Omit<PageSection, 'anchor'>[] = [{ heading: null, text: '' }];
  const walk = (nodes: readonly HtmlNode[]): void => {
    for (const node of nodes) {
      const section = sections.at(-1);
      if (section === undefined) return;
      if (typeof node === 'string') section.text += node.replace(/\s+/g, ' ');
      else if (node.name === 'img') section.text += `\n${node.attributes['alt'] ?? ''}\n`;
      else if (HTML_HEADINGS.has(node.name)) sections.push({ heading: asLine(textOfNodes(node.children)), text: '' });
      else if (HTML_VOID.has(node.name)) section.text += '\n';
      else if (INLINE.has(node.name)) walk(node.children);
      else {
        section.text += '\n';
        walk(node.children);
        const last = sections.at(-1);
        if (last) last.text += '\n';
      }
    }
  };
  walk(parseHtml(html));
  const anchors = [null, ...headingAnchors(sections.slice(1).map(({ heading }) => heading ?? ''))];
  return sections
    .map(({ heading, text }, index) => ({ heading, text: asLine(text), anchor: anchors[index] ?? null }))
    .filter(({ heading, text }) => text !== '' || (heading !== null && heading !== ''));
}

/** The text of HTML in one line, its paragraphs, entries and cells apart. */
export function lineOfHtml(html: string): string {
  return asLine(
    pageSections(html)
      .map(({ heading, text }) => `${heading ?? ''}\n${text}`)
      .join('\n'),
  );
}

/** Lines as one: what ends no sentence is set apart by a dot. */
export function asLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .reduce((all, line) => (all === '' ? line : `${all}${/[.!?:;,]$/.test(all) ? ' ' : ' · '}${line}`), '');
}
