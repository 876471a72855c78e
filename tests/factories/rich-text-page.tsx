import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { parseHtml, writeHtml, type HtmlNode } from '../../domain/html-tree.ts';
import { RichText } from '../../src/ui/RichText.tsx';

declare global {
  interface Window {
    show: (html: string) => void;
    differences: (texts: string[]) => string[];
  }
}

const FRAMES = { frameHosts: ['player.example'] };

/** A page that renders HTML as the portal does: window.show(html). */
const root = createRoot(document.body.appendChild(document.createElement('div')));
window.show = (html) => flushSync(() => root.render(<RichText html={html} frameHosts={FRAMES.frameHosts} />));

/** The texts that this browser parses into a different tree than the portal's parser. */
window.differences = (texts) =>
  texts.filter((html) => {
    const tree = parseHtml(html, FRAMES);
    const read = new DOMParser().parseFromString(`<div>${writeHtml(tree)}</div>after`, 'text/html').body;
    return (
      read.lastChild?.textContent !== 'after' ||
      JSON.stringify([...(read.firstChild?.childNodes ?? [])].map(shapeOfNode)) !==
        JSON.stringify(tree.map(shapeOfTree))
    );
  });

function shapeOfNode(node: Node): unknown {
  if (!(node instanceof Element)) return node.textContent;
  const attributes = node.getAttributeNames().map((name) => [name, node.getAttribute(name)]);
  return [node.localName, attributes, node.localName === 'iframe' ? [] : [...node.childNodes].map(shapeOfNode)];
}

function shapeOfTree(node: HtmlNode): unknown {
  return typeof node === 'string' ? node : [node.name, Object.entries(node.attributes), node.children.map(shapeOfTree)];
}
