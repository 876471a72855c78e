import type { Editor } from '@tiptap/react';
import { use, useEffect, useId, useRef } from 'react';
import { linkHref } from '../../../domain/links.ts';
import { Button } from '../../ui/Button.tsx';
import { TextInput } from '../../ui/TextField.tsx';
import { Combobox } from '../Combobox.tsx';
import { FormEnvironmentContext } from '../FormEnvironment.ts';
import type { Option } from '../formServices.ts';
import { ownAddress } from './LinkInput.tsx';
import styles from './RichTextEditor.module.css';

interface BarProps { editor: Editor; onClose: () => void }

/** Where the marked words lead. */
export function LinkBar({ editor, onClose }: BarProps) {
  const findLinks = use(FormEnvironmentContext)?.services.findLinks;
  const id = useId();
  const address = String(editor.getAttributes('link')['href'] ?? '');
  useFocus(id);
  const link = (option: Option | null) => {
    const href = option === null ? null : linkHref(String(option.value));
    const chain = editor.chain().focus().extendMarkRange('link');
    if (href === null) chain.unsetLink().run();
    else if (editor.state.selection.empty && address === '') chain.insertContent({ type: 'text', text: option?.label ?? href, marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    onClose();
  };
  return (
    <div className={styles.link} role="presentation" onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <div className={styles.linkBox}>
        <Combobox
          input={{ id, 'aria-label': 'Link address' }}
          listLabel="link"
          selected={address === '' ? null : { value: address, label: address }}
          source={findLinks ? { search: findLinks } : { list: [] }}
          own={ownAddress}
          placeholder="Find a page, or type an address"
          onSelect={link}
        />
      </div>
      {address !== '' && <Button size="small" variant="quiet" onClick={() => link(null)}>Remove link</Button>}
    </div>
  );
}

/** What the selected picture shows. */
export function PictureBar({ editor, onClose }: BarProps) {
  const id = useId();
  useFocus(id);
  return (
    <div className={styles.link}>
      <TextInput
        id={id}
        className={styles.linkBox}
        aria-label="What the picture shows"
        placeholder="What the picture shows"
        maxLength={300}
        value={String(editor.getAttributes('image')['alt'] ?? '')}
        onChange={(event) => editor.commands.updateAttributes('image', { alt: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          onClose();
        }}
      />
      <Button size="small" variant="quiet" icon="trash-2" onClick={() => { editor.chain().focus().deleteSelection().run(); onClose(); }}>Remove picture</Button>
    </div>
  );
}

/** Once, when the bar opens. */
function useFocus(id: string): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    document.getElementById(id)?.focus();
  }, [id]);
}
