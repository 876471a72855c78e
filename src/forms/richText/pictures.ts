import Image from '@tiptap/extension-image';
import { mergeAttributes, Node } from '@tiptap/react';

/** Stored pictures only; others would be removed by sanitizing. */
const OWN = 'img[src^="/api/Content/" i]';

export const Picture = Image.extend({ parseHTML: () => [{ tag: OWN }] }).configure({ inline: true });

export const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'figurePicture figcaption?',
  isolating: true,
  defining: true,
  parseHTML: () => [{ tag: `figure:has(> ${OWN})` }],
  renderHTML: () => ['figure', 0],
});

export const FigurePicture = Node.create({
  name: 'figurePicture',
  atom: true,
  selectable: true,
  draggable: false,
  addAttributes: () =>
    Object.fromEntries(['src', 'alt', 'title', 'width', 'height'].map((name) => [name, { default: null }])),
  parseHTML: () => [{ tag: OWN, context: 'figure/', priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],
});

export const Figcaption = Node.create({
  name: 'figcaption',
  content: 'inline*',
  marks: '_',
  defining: true,
  parseHTML: () => [{ tag: 'figcaption', context: 'figure/' }],
  renderHTML: () => ['figcaption', 0],
});
