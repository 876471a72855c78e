import { Node } from '@tiptap/react';
import { frameAddress } from '../../../domain/html/html-policy.ts';

/** An iframe from an allowed host, shown as a labelled placeholder while editing. */
export function frames(hosts: readonly string[]) {
  return Node.create({
    name: 'frame',
    group: 'block',
    atom: true,
    selectable: true,
    draggable: true,
    addAttributes: () =>
      Object.fromEntries(['src', 'title', 'width', 'height'].map((name) => [name, { default: null }])),
    parseHTML: () => [
      {
        tag: 'iframe',
        getAttrs: (element) => (frameAddress(element.getAttribute('src') ?? '', hosts) === null ? false : null),
      },
    ],
    renderHTML: ({ HTMLAttributes }) => ['iframe', HTMLAttributes],
    addNodeView:
      () =>
      ({ node }) => {
        const dom = document.createElement('div');
        dom.dataset['frame'] = '';
        dom.textContent = `Embedded: ${String(node.attrs['title'] ?? node.attrs['src'])}`;
        return { dom };
      },
  });
}
