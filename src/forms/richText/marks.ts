import { Mark } from '@tiptap/react';

/** Marks that have no button, and stay where they are. */
const KEPT = ['abbr', 'ins', 'kbd', 'mark', 'small', 'sub', 'sup'] as const;

export const keptMarks = KEPT.map((tag) =>
  Mark.create({
    name: tag,
    addAttributes: () => (tag === 'abbr' ? { title: { default: null } } : {}),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  }),
);
