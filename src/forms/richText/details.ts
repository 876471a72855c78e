import { Node } from '@tiptap/react';

/** A details element; expanded while edited. */
export const Details = Node.create({
  name: 'details',
  group: 'block',
  content: 'summary block+',
  isolating: true,
  defining: true,
  parseHTML: () => [{ tag: 'details' }],
  renderHTML: () => ['details', { open: '' }, 0],
});

export const Summary = Node.create({
  name: 'summary',
  content: 'inline*',
  marks: '_',
  defining: true,
  selectable: false,
  parseHTML: () => [{ tag: 'summary' }],
  renderHTML: () => ['summary', 0],
  addKeyboardShortcuts() {
    // A space in a summary would toggle the element.
    const inSummary = () => this.editor.state.selection.$from.parent.type.name === this.name;
    return {
      Space: () => inSummary() && this.editor.commands.insertContent(' '),
      Enter: () => inSummary() && this.editor.commands.focus(this.editor.state.selection.$from.after() + 1),
    };
  },
});
