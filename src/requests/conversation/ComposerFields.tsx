import type { ReactNode, Ref } from 'react';
import { MESSAGE_LENGTH } from '../../../domain/requests/conversation.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Field } from '../../ui/Field.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { StoredFileRow, UploadRow } from '../../ui/FileRows.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import { useModel } from '../../app/useModel.ts';
import { uploadRefusal } from '../../ui/uploadLimits.ts';
import type { Composer } from './useComposer.ts';
import layout from '../../ui/layout.module.css';
import styles from './Conversation.module.css';

interface ComposerFieldsProps {
  composer: Composer;
  label: string;
  help?: ReactNode;
  optional?: boolean;
  /** Internal notes have no files. */
  hasFiles?: boolean;
  tools?: ReactNode;
  actions: ReactNode;
  textRef?: Ref<HTMLTextAreaElement>;
}

/** A text, its files, and what went wrong when it was sent. */
export function ComposerFields({
  composer,
  label,
  help,
  optional = false,
  hasFiles = true,
  tools,
  actions,
  textRef,
}: ComposerFieldsProps) {
  const { text, files, uploads, room, fault, missing } = composer;
  const { uploadMegabytes } = useModel().site;
  const add = (chosen: File[]) =>
    chosen.forEach((file, index) =>
      uploads.start(
        file,
        index < room ? uploadRefusal(file, {}, uploadMegabytes) : 'There are too many files. Remove one first.',
      ),
    );
  return (
    <div className={layout.stack3}>
      {fault && (
        <Banner narrow tone="error" title={fault.title} onDismiss={composer.dismissFault}>
          {fault.detail} {!fault.isOutdated && 'Your draft is saved here.'}
        </Banner>
      )}
      <Field label={label} help={help} error={missing} optional={optional}>
        {(ids) => (
          <TextArea
            {...ids}
            ref={textRef}
            className={styles.text}
            rows={3}
            dir="auto"
            maxLength={MESSAGE_LENGTH}
            value={text}
            // What was sent goes from here, and nothing else with it.
            readOnly={composer.isSending}
            onChange={(event) => composer.setText(event.target.value)}
          />
        )}
      </Field>
      {hasFiles && (files.length > 0 || uploads.uploads.length > 0) && (
        <ul className={layout.stack2} aria-label="Files to send">
          {files.map((file) => (
            <StoredFileRow
              key={file.id}
              href={file.url}
              file={file}
              disabled={composer.isSending}
              onRemove={() => composer.setFiles(files.filter(({ id }) => id !== file.id))}
            />
          ))}
          {uploads.uploads.map((upload) => (
            <UploadRow
              key={`upload-${upload.key}`}
              upload={upload}
              onRetry={() => uploads.retry(upload)}
              onDismiss={() => uploads.dismiss(upload)}
            />
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <div className={layout.toolbar2}>
          {hasFiles && <FileButton label="Add files" multiple disabled={composer.isSending} onFiles={add} />}
          {tools}
        </div>
        <div className={layout.toolbar2}>{actions}</div>
      </div>
    </div>
  );
}
