import { useEditorState, type Editor } from '@tiptap/react';
import { useId, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import type { IconName } from '../../../domain/declarations/icons.ts';
import { Icon } from '../../ui/Icon.tsx';
import { emptyTable } from '../richText/tables.ts';
import { FrameBar, LinkBar, PictureBar, TableBar } from './RichTextBars.tsx';
import styles from './RichTextEditor.module.css';

interface Tool {
  label: string;
  icon?: IconName;
  text?: string;
  mark: string;
  attributes?: Record<string, unknown>;
  run: (editor: Editor) => void;
}

const TOOLS: readonly Tool[] = [
  { label: 'Bold', text: 'B', mark: 'bold', run: (editor) => editor.chain().focus().toggleBold().run() },
  { label: 'Italic', text: 'I', mark: 'italic', run: (editor) => editor.chain().focus().toggleItalic().run() },
  {
    label: 'Heading',
    text: 'H2',
    mark: 'heading',
    attributes: { level: 2 },
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    label: 'Small heading',
    text: 'H3',
    mark: 'heading',
    attributes: { level: 3 },
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  { label: 'List', icon: 'list', mark: 'bulletList', run: (editor) => editor.chain().focus().toggleBulletList().run() },
  {
    label: 'Numbered list',
    icon: 'list-ordered',
    mark: 'orderedList',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  { label: 'Quote', text: '“ ”', mark: 'blockquote', run: (editor) => editor.chain().focus().toggleBlockquote().run() },
];

export type Bar = 'link' | 'frame' | null;

interface RichTextToolbarProps {
  editor: Editor;
  label: string;
  /** Hosts that may be embedded; without any, the tool is hidden. */
  frameHosts: readonly string[];
  bar: Bar;
  onBar: (bar: Bar) => void;
  /** Opens the picture dialogs, where pictures may be added. */
  onPicture?: () => void;
}

/** The formatting toolbar. Tools for the current link, picture or table are in a bar below it. */
export function RichTextToolbar({ editor, label, frameHosts, bar, onBar, onPicture }: RichTextToolbarProps) {
  const altId = useId();
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      active: TOOLS.map((tool) => current.isActive(tool.mark, tool.attributes)),
      isLink: current.isActive('link'),
      isPicture: current.isActive('image') || current.isActive('figurePicture'),
      isTable: current.isActive('table'),
    }),
  });
  const toggle = (which: Bar) => onBar(bar === which ? null : which);
  const close = () => {
    onBar(null);
    editor.commands.focus();
  };
  const picture = state.isPicture ? 'Image description' : 'Image';
  return (
    <div className={styles.bar}>
      {/* A toolbar is a single tab stop; arrow keys move within it. */}
      <div
        role="toolbar"
        aria-label={`Format ${label}`}
        className={styles.toolbar}
        onKeyDown={moveWithin}
        tabIndex={-1}
      >
        {TOOLS.map((tool, index) => (
          <ToolButton
            key={tool.label}
            label={tool.label}
            isFirst={index === 0}
            isPressed={state.active[index] === true}
            onRun={() => tool.run(editor)}
          >
            {tool.icon ? <Icon name={tool.icon} size={16} /> : tool.text}
          </ToolButton>
        ))}
        <ToolButton
          label="Link"
          keys="Control+K"
          isPressed={state.isLink}
          isExpanded={bar === 'link'}
          onRun={() => toggle('link')}
        >
          <Icon name="link" size={16} />
        </ToolButton>
        {onPicture && (
          <ToolButton
            label={picture}
            isPressed={state.isPicture}
            onRun={() => (state.isPicture ? document.getElementById(altId)?.focus() : onPicture())}
          >
            <Icon name="image" size={16} />
          </ToolButton>
        )}
        <ToolButton label="Table" isPressed={state.isTable} onRun={() => !state.isTable && insertTable(editor)}>
          <Icon name="table" size={16} />
        </ToolButton>
        {frameHosts.length > 0 && (
          <ToolButton
            label="Video or other site"
            isPressed={false}
            isExpanded={bar === 'frame'}
            onRun={() => toggle('frame')}
          >
            <Icon name="monitor" size={16} />
          </ToolButton>
        )}
      </div>
      {bar === 'link' && <LinkBar editor={editor} onClose={close} />}
      {bar === 'frame' && <FrameBar editor={editor} hosts={frameHosts} onClose={close} />}
      {state.isPicture && bar === null && <PictureBar id={altId} editor={editor} onClose={close} />}
      {state.isTable && !state.isPicture && bar === null && <TableBar editor={editor} />}
    </div>
  );
}

interface ToolButtonProps {
  label: string;
  keys?: string;
  isPressed: boolean;
  isFirst?: boolean;
  isExpanded?: boolean;
  onRun: () => void;
  children: ReactNode;
}

function ToolButton({ label, keys, isPressed, isFirst = false, isExpanded, onRun, children }: ToolButtonProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      title={keys === undefined ? label : `${label} (${keys})`}
      aria-label={label}
      aria-keyshortcuts={keys}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      tabIndex={isFirst ? 0 : -1}
      onMouseDown={keepFocus}
      onClick={onRun}
    >
      {children}
    </button>
  );
}

/** Inserts after the selection (a picture, for instance) and puts the cursor into the first cell. */
function insertTable(editor: Editor): void {
  const at = editor.state.selection.to;
  editor.chain().focus().insertContentAt(at, emptyTable()).run();
  let first: number | null = null;
  editor.state.doc.descendants((node, position) => {
    if (first === null && position >= at - 1 && node.type.name === 'tableHeader') first = position;
    return first === null;
  });
  if (first !== null) editor.commands.setTextSelection(first + 2);
}

/** Keeps focus in the editor when a tool is clicked. */
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
