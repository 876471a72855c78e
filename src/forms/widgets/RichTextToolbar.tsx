import { useEditorState } from '@tiptap/react';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { IconName } from '../../../domain/icons.ts';
import { Icon } from '../../ui/Icon.tsx';
import { LinkBar, PictureBar } from './RichTextBars.tsx';
import styles from './RichTextEditor.module.css';

interface Tool { label: string; icon?: IconName; text?: string; mark: string; attributes?: Record<string, unknown>; run: (editor: Editor) => void }

const TOOLS: readonly Tool[] = [
  { label: 'Bold', text: 'B', mark: 'bold', run: (editor) => editor.chain().focus().toggleBold().run() },
  { label: 'Italic', text: 'I', mark: 'italic', run: (editor) => editor.chain().focus().toggleItalic().run() },
  { label: 'Heading', text: 'H2', mark: 'heading', attributes: { level: 2 }, run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run() },
  { label: 'Small heading', text: 'H3', mark: 'heading', attributes: { level: 3 }, run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run() },
  { label: 'List', icon: 'list', mark: 'bulletList', run: (editor) => editor.chain().focus().toggleBulletList().run() },
  { label: 'Numbered list', icon: 'list-ordered', mark: 'orderedList', run: (editor) => editor.chain().focus().toggleOrderedList().run() },
];

type Bar = 'link' | 'picture' | null;

/** What can be done to the text. `onPicture` opens the pictures, where they may be added. */
export function RichTextToolbar({ editor, label, onPicture }: { editor: Editor; label: string; onPicture?: () => void }) {
  const [bar, setBar] = useState<Bar>(null);
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      active: TOOLS.map((tool) => current.isActive(tool.mark, tool.attributes)), isLink: current.isActive('link'), isPicture: current.isActive('image'),
    }),
  });
  const toggle = (which: Bar) => setBar((open) => (open === which ? null : which));
  const close = () => {
    setBar(null);
    editor.commands.focus();
  };
  const isDescribing = bar === 'picture' && state.isPicture;
  return (
    <div className={styles.bar}>
      {/* One stop for the Tab key; the arrows move within, as toolbars do. */}
      <div role="toolbar" aria-label={`Format ${label}`} className={styles.toolbar} onKeyDown={moveWithin} tabIndex={-1}>
        {TOOLS.map((tool, index) => (
          <button
            key={tool.label}
            type="button"
            className={styles.tool}
            title={tool.label}
            aria-label={tool.label}
            aria-pressed={state.active[index]}
            tabIndex={index === 0 ? 0 : -1}
            onMouseDown={keepFocus}
            onClick={() => tool.run(editor)}
          >
            {tool.icon ? <Icon name={tool.icon} size={16} /> : tool.text}
          </button>
        ))}
        <button type="button" className={styles.tool} title="Link" aria-label="Link" aria-pressed={state.isLink} aria-expanded={bar === 'link'} tabIndex={-1} onClick={() => toggle('link')}>
          <Icon name="link" size={16} />
        </button>
        {onPicture && (
          <button
            type="button"
            className={styles.tool}
            title={state.isPicture ? 'What the picture shows' : 'Picture'}
            aria-label={state.isPicture ? 'What the picture shows' : 'Picture'}
            aria-pressed={state.isPicture}
            tabIndex={-1}
            onMouseDown={keepFocus}
            onClick={() => (state.isPicture ? toggle('picture') : onPicture())}
          >
            <Icon name="image" size={16} />
          </button>
        )}
      </div>
      {bar === 'link' && <LinkBar editor={editor} onClose={close} />}
      {isDescribing && <PictureBar editor={editor} onClose={close} />}
    </div>
  );
}

/** The text keeps the focus, and with it the next key, when a tool is clicked. */
function keepFocus(event: MouseEvent) {
  event.preventDefault();
}

function moveWithin(event: KeyboardEvent<HTMLDivElement>) {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const index = buttons.findIndex((button) => button === document.activeElement);
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0 || index === -1) return;
  event.preventDefault();
  buttons[(index + step + buttons.length) % buttons.length]?.focus();
}
