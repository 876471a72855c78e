import { EditorContent, useEditor, type Editor, type Extensions } from '@tiptap/react';
import { use, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { imageFacts, imageUrl } from '../../../domain/values/images.ts';
import { classNames } from '../../ui/classNames.ts';
import { FieldError } from '../../ui/Field.tsx';
import { FormEnvironmentContext } from '../shared/FormEnvironment.ts';
import type { ImageServices, StoredImage } from '../shared/formServices.ts';
import { pictureIn } from '../images/imageRules.ts';
import { usePictureDialogs } from '../images/usePictureDialogs.tsx';
import { richTextExtensions } from '../richText/extensions.ts';
import { offeredHeadings } from '../richText/headings.ts';
import { pastedHtml } from '../richText/pastedHtml.ts';
import { tidyHtml } from '../richText/tidyHtml.ts';
import type { WidgetProps } from '../shared/widgetProps.ts';
import { RichTextToolbar, type Bar } from './RichTextToolbar.tsx';
import styles from './RichTextEditor.module.css';

const NO_IMAGES: ImageServices = {
  upload: () => Promise.reject(new Error('Images cannot be added here.')),
  find: () => Promise.resolve({ images: [], total: 0 }),
  read: () => Promise.reject(new Error('Images cannot be added here.')),
};

export interface RichTextProps extends WidgetProps {
  /** Beyond those of every editor. Must not change. */
  extensions?: Extensions;
  /** Shown below the toolbar; acts on the editor. */
  tools?: (editor: Editor) => ReactNode;
}

/** A rich-text editor whose value is HTML. The server sanitizes it again. */
export function RichTextEditor(props: RichTextProps) {
  const { id, labelId, describedBy, invalid, required, disabled, onChange } = props;
  const services = use(FormEnvironmentContext)?.services;
  const images = services?.images;
  const frameHosts = props.property['x-frames'] === true ? (services?.frameHosts ?? []) : [];
  const html = typeof props.value === 'string' ? offeredHeadings(props.value) : '';
  const [bar, setBar] = useState<Bar>(null);
  const takeFile = useRef<(files: FileList | null) => boolean>(() => false);
  const editor = useEditor({
    extensions: [...richTextExtensions(frameHosts), ...(props.extensions ?? [])],
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
      handleKeyDown: (_, event) => {
        if (!isLinkKey(event)) return false;
        event.preventDefault();
        // The editor updates its selection after the key event; focus stays until then.
        requestAnimationFrame(() => setBar('link'));
        return true;
      },
      transformPastedHTML: pastedHtml,
      handlePaste: (_, event) => !hasWords(event.clipboardData) && takeFile.current(event.clipboardData?.files ?? null),
      handleDrop: (_, event) => takeFile.current(event.dataTransfer?.files ?? null),
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? undefined : tidyHtml(changed.getHTML())),
  });
  const insert = ({ file, alt }: StoredImage) => {
    const facts = imageFacts(file);
    editor
      .chain()
      .focus()
      .setImage({ src: imageUrl(file), alt, ...(facts ? { width: facts.width, height: facts.height } : {}) })
      .run();
  };
  const { fault, take, openLibrary, dialogs } = usePictureDialogs({
    images: images ?? NO_IMAGES,
    asksAlt: true,
    onDone: insert,
  });
  useEffect(() => {
    takeFile.current = (files) => {
      const picture = images ? pictureIn(files) : undefined;
      if (picture) take(picture);
      return picture !== undefined;
    };
  });

  useContentOf(editor, html, disabled);
  return (
    <>
      <div className={classNames(styles.editor, invalid && styles.invalid)}>
        {!disabled && (
          <RichTextToolbar
            editor={editor}
            label={props.label}
            frameHosts={frameHosts}
            bar={bar}
            onBar={setBar}
            {...(images ? { onPicture: openLibrary } : {})}
          />
        )}
        {!disabled && props.tools?.(editor)}
        <EditorContent editor={editor} />
      </div>
      <div role="alert">
        <FieldError controlId={`${id}-picture`}>{fault}</FieldError>
      </div>
      {dialogs}
    </>
  );
}

function useContentOf(editor: Editor, html: string, disabled: boolean): void {
  // With the render: what is typed before a later effect would look like a change from outside.
  useLayoutEffect(() => {
    if (editor.isDestroyed) return;
    // Only external changes are applied: re-setting what was typed here would move the cursor.
    if (html !== tidyHtml(editor.getHTML()) && !(html === '' && editor.isEmpty))
      editor.commands.setContent(html, { emitUpdate: false });
  }, [editor, html]);

  useEffect(() => {
    if (!editor.isDestroyed) editor.setEditable(!disabled, false);
  }, [editor, disabled]);
}

/** The usual shortcut of text editors. */
function isLinkKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !shiftKey && !altKey;
}

/** Office adds a picture of copied text to the clipboard. */
function hasWords(clipboard: DataTransfer | null): boolean {
  return (
    clipboard !== null &&
    new DOMParser().parseFromString(clipboard.getData('text/html'), 'text/html').body.textContent.trim() !== ''
  );
}
