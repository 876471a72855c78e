import type { HtmlElement, HtmlNode } from '../../../domain/html/html-tree.ts';

/** Rich text as people write it in plain text: paragraphs, "- " before entries, "> " before quotes, addresses in angle brackets. */
export function mailText(nodes: readonly HtmlNode[]): string {
  return blockTexts(nodes).join('\n\n');
}

const BLOCKS: ReadonlySet<string> = new Set([
  'blockquote',
  'details',
  'div',
  'dl',
  'figcaption',
  'figure',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'ol',
  'p',
  'pre',
  'summary',
  'table',
  'ul',
]);

function blockTexts(nodes: readonly HtmlNode[]): string[] {
  const blocks: string[] = [];
  let line = '';
  const close = (): void => {
    const words = tidy(line);
    if (words !== '') blocks.push(words);
    line = '';
  };
  for (const node of nodes) {
    if (typeof node === 'string' || !BLOCKS.has(node.name)) line += inline(node);
    else {
      close();
      blocks.push(...blockLines(node));
    }
  }
  close();
  return blocks;
}

function blockLines(element: HtmlElement): string[] {
  const { name, children } = element;
  if (name === 'hr') return ['----------'];
  if (name === 'pre') return [children.map((node) => (typeof node === 'string' ? node : inline(node))).join('')];
  if (name === 'blockquote') return [prefixed(blockTexts(children).join('\n\n'), () => '> ')];
  if (name === 'ul' || name === 'ol') return listLines(element);
  if (name === 'table') return [tableLines(children).join('\n')].filter(Boolean);
  return blockTexts(children);
}

function listLines({ name, attributes, children }: HtmlElement): string[] {
  const first = Number(attributes['start'] ?? 1);
  const entries = children
    .filter((node) => typeof node !== 'string')
    .map((entry, index) => {
      const mark = name === 'ol' ? `${first + index}. ` : '- ';
      const words = blockTexts(entry.children).join('\n');
      return prefixed(words, (line) => (line === 0 ? mark : ' '.repeat(mark.length)));
    });
  return entries.length === 0 ? [] : [entries.join('\n')];
}

function tableLines(nodes: readonly HtmlNode[]): string[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    if (node.name !== 'tr') return node.name === 'caption' ? [tidy(inlines(node.children))] : tableLines(node.children);
    return [
      node.children
        .filter((cell) => typeof cell !== 'string')
        .map((cell) => blockTexts(cell.children).join(' '))
        .join(' | '),
    ];
  });
}

function inlines(nodes: readonly HtmlNode[]): string {
  return nodes.map(inline).join('');
}

/** Line breaks are kept as such; all other space is one. */
function inline(node: HtmlNode): string {
  if (typeof node === 'string') return node.replace(/\s+/g, ' ');
  const { name, attributes, children } = node;
  if (name === 'br') return '\n';
  if (name === 'img') return attributes['alt'] ? `[${attributes['alt']}]` : '';
  const words = inlines(children);
  const href = name === 'a' ? attributes['href'] : undefined;
  if (href === undefined) return words;
  const said = words.trim();
  return said === '' || said === href || href === `mailto:${said}` ? said || href : `${words} <${href}>`;
}

function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, ' ').trim())
    .join('\n')
    .trim();
}

function prefixed(text: string, prefix: (line: number) => string): string {
  return text
    .split('\n')
    .map((line, index) => `${prefix(index)}${line}`.trimEnd())
    .join('\n');
}
