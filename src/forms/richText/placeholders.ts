import { Extension } from '@tiptap/react';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

const BRACES = /\{[^{}\n]{0,60}\}/g;

/** Marks the text in braces: as a placeholder if it has one of these names, otherwise as unknown. The text does not change. */
export function placeholderMarks(names: readonly string[]) {
  const known = new Set(names.map((name) => `{${name}}`));
  return Extension.create({
    name: 'placeholderMarks',
    addProseMirrorPlugins: () => [
      new Plugin({ props: { decorations: ({ doc }) => DecorationSet.create(doc, marksIn(doc, known)) } }),
    ],
  });
}

function marksIn(doc: Node, known: ReadonlySet<string>): Decoration[] {
  const marks: Decoration[] = [];
  doc.descendants((node, position) => {
    for (const { 0: written, index } of (node.text ?? '').matchAll(BRACES)) {
      const name = known.has(written) ? 'placeholder' : 'unknown-placeholder';
      marks.push(Decoration.inline(position + index, position + index + written.length, { class: name }));
    }
  });
  return marks;
}
