import { Extension } from '@tiptap/react';
import { NodeSelection, Plugin, type EditorState } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** Browsers show the selection of the focused element only, so the editor's is marked while the link input has focus. */
export const MarkedWords = Extension.create({
  name: 'markedWords',
  addProseMirrorPlugins() {
    const { editor } = this;
    const decorations = ({ doc, selection }: EditorState) => {
      if (editor.isFocused || selection.empty || selection instanceof NodeSelection) return null;
      return DecorationSet.create(doc, [Decoration.inline(selection.from, selection.to, { class: 'marked-words' })]);
    };
    return [new Plugin({ props: { decorations } })];
  },
});
