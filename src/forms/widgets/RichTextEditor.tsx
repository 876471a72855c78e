import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import type { Editor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { classNames } from '../../ui/classNames.ts';
import type { IconName } from '../../../domain/icons.ts';
import type { WidgetProps } from '../widgetProps.ts';
import styles from './RichTextEditor.module.css';

/** Formatted text, kept as HTML. The server sanitises it again. */
export function RichTextEditor(props: WidgetProps) {
  const { id, labelId, describedBy, invalid, required, disabled, onChange } = props;
  const html = typeof props.value === 'string' ? props.value : '';
  const editor = useEditor({
    extensions: [StarterKit.configure({ heading: { levels: [2, 3] }, link: { openOnClick: false } })],
    content: html,
    editable: !disabled,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelId,
        'aria-required': String(required),
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        ...(invalid ? { 'aria-invalid': 'true' } : {}),
        class: styles.text ?? '',
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? undefined : changed.getHTML()),
  });

  useEffect(() => {
    if (editor.isDestroyed) return;
    // Only what comes from outside: what was typed here is there already, and setting it would move the cursor.
    if (html !== editor.getHTML() && !(html === '' && editor.isEmpty)) editor.commands.setContent(html, { emitUpdate: false });
  }, [editor, html]);

  useEffect(() => {
    if (!editor.isDestroyed) editor.setEditable(!disabled, false);
  }, [editor, disabled]);

  return (
    <div className={classNames(styles.editor, invalid && styles.invalid)}>
      {!disabled && <Toolbar editor={editor} label={props.label} />}
      <EditorContent editor={editor} />
    </div>
  );
}

interface Tool { label: string; icon?: IconName; text?: string; mark: string; attributes?: Record<string, unknown>; run: (editor: Editor) => void }

const TOOLS: readonly Tool[] = [
  { label: 'Bold', text: 'B', mark: 'bold', run: (editor) => editor.chain().focus().toggleBold().run() },
  { label: 'Italic', text: 'I', mark: 'italic', run: (editor) => editor.chain().focus().toggleItalic().run() },
  { label: 'Heading', text: 'H2', mark: 'heading', attributes: { level: 2 }, run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run() },
  { label: 'Small heading', text: 'H3', mark: 'heading', attributes: { level: 3 }, run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run() },
  { label: 'List', icon: 'list', mark: 'bulletList', run: (editor) => editor.chain().focus().toggleBulletList().run() },
  { label: 'Numbered list', icon: 'list-ordered', mark: 'orderedList', run: (editor) => editor.chain().focus().toggleOrderedList().run() },
];

function Toolbar({ editor, label }: { editor: Editor; label: string }) {
  const [address, setAddress] = useState<string | null>(null);
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => [...TOOLS.map((tool) => current.isActive(tool.mark, tool.attributes)), current.isActive('link')],
  });
  const link = (href: string) => {
    const chain = editor.chain().focus().extendMarkRange('link');
    if (href === '') chain.unsetLink().run();
    else chain.setLink({ href: /^(https?:|mailto:|\/)/.test(href) ? href : `https://${href}` }).run();
    setAddress(null);
  };
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
            aria-pressed={active[index]}
            tabIndex={index === 0 ? 0 : -1}
            onMouseDown={keepFocus}
            onClick={() => tool.run(editor)}
          >
            {tool.icon ? <Icon name={tool.icon} size={16} /> : tool.text}
          </button>
        ))}
        <button
          type="button"
          className={styles.tool}
          title="Link"
          aria-label="Link"
          aria-pressed={active[TOOLS.length]}
          aria-expanded={address !== null}
          tabIndex={-1}
          onClick={() => setAddress((open) => (open === null ? String(editor.getAttributes('link')['href'] ?? '') : null))}
        >
          <Icon name="link" size={16} />
        </button>
      </div>
      {address !== null && (
        <div className={styles.link}>
          <input
            aria-label="Link address"
            placeholder="https://"
            value={address}
            ref={(input) => input?.focus()}
            onChange={(event) => setAddress(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setAddress(null);
              if (event.key !== 'Enter') return;
              event.preventDefault();
              link(address.trim());
            }}
          />
          <button type="button" className={styles.tool} onClick={() => link(address.trim())}>{address.trim() === '' ? 'Remove' : 'Set'}</button>
        </div>
      )}
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
