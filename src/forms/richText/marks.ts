import { Mark } from '@tiptap/react';

/** Marks without a toolbar button that are preserved. */
const TAGS = ['abbr', 'ins', 'kbd', 'mark', 'small', 'sub', 'sup'] as const;

export const tagMarks = TAGS.map((tag) =>
  Mark.create({
    name: tag,
    addAttributes: () => (tag === 'abbr' ? { title: { default: null } } : {}),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  }),
);
