import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable } from '@tiptap/pm/tables';
import type { Editor } from '@tiptap/react';
import { use, useEffect, useId, useRef, useState, type MouseEvent } from 'react';
import { linkHref } from '../../../domain/values/links.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextField.tsx';
import { Combobox } from '../shared/Combobox.tsx';
import { FormEnvironmentContext } from '../shared/FormEnvironment.ts';
import type { Option } from '../shared/formServices.ts';
import { embedAddress } from '../richText/embedAddress.ts';
import { wholeAddress } from './LinkInput.tsx';
import styles from './RichTextEditor.module.css';

interface BarProps {
  editor: Editor;
  onClose: () => void;
}

export function LinkBar({ editor, onClose }: BarProps) {
  const findLinks = use(FormEnvironmentContext)?.services.findLinks;
  const id = useId();
  const address = String(editor.getAttributes('link')['href'] ?? '');
  useFocus(id);
  const link = (option: Option | null) => {
    const href = option === null ? null : linkHref(String(option.value));
    const chain = editor.chain().focus().extendMarkRange('link');
    if (href === null) chain.unsetLink().run();
    else if (editor.state.selection.empty && address === '')
      chain
        .insertContent({ type: 'text', text: option?.label ?? href, marks: [{ type: 'link', attrs: { href } }] })
        .run();
    else chain.setLink({ href }).run();
    onClose();
  };
  return (
    <div
      className={styles.link}
      role="presentation"
      data-about-selection=""
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className={styles.linkBox}>
        <Combobox
          input={{ id, 'aria-label': 'Link address' }}
          listLabel="link"
          selected={address === '' ? null : { value: address, label: address }}
          source={findLinks ? { search: findLinks } : { list: [] }}
          own={wholeAddress}
          placeholder="Find a page, or type an address"
          onSelect={link}
        />
      </div>
      {address !== '' && (
        <Button size="small" variant="quiet" onClick={() => link(null)}>
          Remove link
        </Button>
      )}
    </div>
  );
}

export function PictureBar({ id, editor, onClose }: BarProps & { id: string }) {
  const type = editor.isActive('image') ? 'image' : 'figurePicture';
  const caption = () => {
    const attrs = editor.getAttributes('image');
    editor
      .chain()
      .focus()
      .deleteSelection()
      .insertContent({ type: 'figure', content: [{ type: 'figurePicture', attrs }, { type: 'figcaption' }] })
      .run();
    onClose();
  };
  return (
    <div className={styles.link}>
      <TextInput
        id={id}
        className={styles.linkBox}
        aria-label="Image description"
        placeholder="Image description"
        maxLength={300}
        value={String(editor.getAttributes(type)['alt'] ?? '')}
        onChange={(event) => editor.commands.updateAttributes(type, { alt: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          onClose();
        }}
      />
      {type === 'image' && (
        <Button size="small" variant="quiet" onClick={caption}>
          Add a caption
        </Button>
      )}
      <Button
        size="small"
        variant="quiet"
        icon="trash-2"
        onClick={() => {
          removePicture(editor, type);
          onClose();
        }}
      >
        Remove image
      </Button>
    </div>
  );
}

/** Removes the whole figure: a caption without its picture makes no sense. */
function removePicture(editor: Editor, type: 'image' | 'figurePicture'): void {
  const chain = editor.chain().focus();
  if (type === 'image') chain.deleteSelection().run();
  else chain.deleteNode('figure').run();
}

/** Embeds a page, such as a video or map, by its address. */
export function FrameBar({ editor, hosts, onClose }: BarProps & { hosts: readonly string[] }) {
  const id = useId();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  useFocus(id);
  const embed = () => {
    const src = embedAddress(text, hosts);
    if (src === null) return setFault(`You can only embed pages from ${hosts.join(', ')}.`);
    editor.chain().focus().insertContentAt(editor.state.selection.to, { type: 'frame', attrs: { src } }).run();
    onClose();
  };
  return (
    <div className={styles.link}>
      <TextInput
        id={id}
        className={styles.linkBox}
        aria-label="Address of the video or page"
        placeholder="Address of the video or page"
        aria-invalid={fault !== null ? true : undefined}
        aria-describedby={fault !== null ? `${id}-error` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setFault(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          if (event.key === 'Enter') embed();
          else onClose();
        }}
      />
      <Button size="small" onClick={embed}>
        Embed
      </Button>
      <div className={styles.barFault} role="alert">
        <FieldError controlId={id}>{fault}</FieldError>
      </div>
    </div>
  );
}

const TABLE_TOOLS = [
  { label: 'Row below', run: addRowAfter },
  { label: 'Column right', run: addColumnAfter },
  { label: 'Delete row', run: deleteRow },
  { label: 'Delete column', run: deleteColumn },
  { label: 'Delete table', run: deleteTable },
] as const;

export function TableBar({ editor }: { editor: Editor }) {
  const keepFocus = (event: MouseEvent) => event.preventDefault();
  return (
    <div className={styles.tableBar} role="group" aria-label="Table">
      {TABLE_TOOLS.map(({ label, run }) => (
        <button
          key={label}
          type="button"
          className={styles.tool}
          onMouseDown={keepFocus}
          onClick={() => {
            run(editor.state, editor.view.dispatch);
            editor.commands.focus();
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function useFocus(id: string): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    document.getElementById(id)?.focus();
  }, [id]);
}
