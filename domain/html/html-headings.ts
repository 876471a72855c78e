import type { HtmlNode } from './html-tree.ts';

/** Elements that head what follows them; a summary heads what can be unfolded. */
export const HTML_HEADINGS: ReadonlySet<string> = new Set(['h2', 'h3', 'h4', 'h5', 'h6', 'summary']);

/** The texts of the headings, in their order. */
export function headingTexts(nodes: readonly HtmlNode[]): string[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    return HTML_HEADINGS.has(node.name) ? [textOfNodes(node.children)] : headingTexts(node.children);
  });
}

/** The text of nodes, images by their alternative text. */
export function textOfNodes(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) =>
      typeof node === 'string'
        ? node
        : node.name === 'img'
          ? (node.attributes['alt'] ?? '')
          : textOfNodes(node.children),
    )
    .join('');
}
