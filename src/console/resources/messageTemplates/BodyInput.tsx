import { useEditorState, type Editor } from '@tiptap/react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { Placeholder } from '../../../../domain/messages/message-template.ts';
import { placeholderMarks } from '../../../forms/richText/placeholders.ts';
import { RichTextInput } from '../../../forms/widgets/RichTextInput.tsx';
import { controlIds, FieldError, FieldHelp } from '../../../ui/Field.tsx';
import { OfferList, offerAttributes } from './OfferList.tsx';
import { PlaceholderMenu } from './PlaceholderMenu.tsx';
import { typedPlaceholder, usePlaceholderOffers } from './usePlaceholderOffers.ts';
import styles from './templates.module.css';

type Placeholders = Readonly<Record<string, Placeholder>>;

interface BodyInputProps {
  value: string;
  error: string | undefined;
  disabled: boolean;
  placeholders: Placeholders;
  onChange: (value: string) => void;
}

const HELP = 'Type { to insert a placeholder, such as the recipient’s name or the request.';
const PROPERTY = { type: 'string', format: 'html', title: 'Text' } as const;

/** The text of a message. "{" offers placeholders, which are marked in it. */
export function BodyInput({ value, error, disabled, placeholders, onChange }: BodyInputProps) {
  const id = useId();
  const ids = controlIds(id, HELP, error);
  const [extensions] = useState(() => [placeholderMarks(Object.keys(placeholders))]);
  const keys = useRef<((event: KeyboardEvent) => void) | null>(null);
  return (
    // Before the editor acts on a key, it may choose an offer.
    <div role="presentation" className={styles.text} onKeyDownCapture={(event) => keys.current?.(event)}>
      <label id={`${id}-label`} htmlFor={id} className={styles.label}>
        Text
      </label>
      <FieldHelp controlId={id}>{HELP}</FieldHelp>
      <RichTextInput
        id={id}
        labelId={`${id}-label`}
        name="body"
        label="Text"
        property={PROPERTY}
        value={value}
        required
        disabled={disabled}
        invalid={error !== undefined}
        describedBy={ids['aria-describedby']}
        onChange={(html) => onChange(typeof html === 'string' ? html : '')}
        extensions={extensions}
        tools={(editor) => <Tools id={id} editor={editor} placeholders={placeholders} keysRef={keys} />}
      />
      <FieldError controlId={id}>{error}</FieldError>
    </div>
  );
}

interface ToolsProps {
  /** Of the textbox. */
  id: string;
  editor: Editor;
  placeholders: Placeholders;
  keysRef: { current: ((event: KeyboardEvent) => void) | null };
}

function Tools({ id, editor, placeholders, keysRef }: ToolsProps) {
  const typed = useEditorState({
    editor,
    selector: ({ editor: { state, isFocused } }) => {
      const { $from, empty } = state.selection;
      return empty && isFocused
        ? typedPlaceholder($from.parent.textBetween(0, $from.parentOffset, '\n', '\ufffc'))
        : null;
    },
  });
  const insert = (name: string) => {
    const { from, to } = editor.state.selection;
    const start = typed === null ? from : from - typed.length - 1;
    editor
      .chain()
      .focus()
      .insertContentAt({ from: start, to }, { type: 'text', text: `{${name}}` })
      .run();
  };
  const offers = usePlaceholderOffers(placeholders, typed, insert);
  useEffect(() => {
    keysRef.current = offers.onKeyDown;
  });
  const { 'aria-activedescendant': chosen, 'aria-controls': list } = offerAttributes(offers);
  useEffect(() => {
    // The editor may not be mounted yet, or already unmounted.
    const textbox = document.getElementById(id);
    for (const [name, value] of [
      ['aria-activedescendant', chosen],
      ['aria-controls', list],
    ] as const) {
      if (value === undefined) textbox?.removeAttribute(name);
      else textbox?.setAttribute(name, value);
    }
  }, [id, chosen, list]);
  return (
    <div className={styles.tools}>
      <PlaceholderMenu into="the text" placeholders={placeholders} onChoose={insert} />
      <OfferList offers={offers} />
    </div>
  );
}
