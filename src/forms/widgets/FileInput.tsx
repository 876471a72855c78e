import { useEffect, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { fileFacts, fileValue, type FileFacts } from '../../../domain/values/file-value.ts';
import { classNames } from '../../ui/classNames.ts';
import { useFormEnvironment } from '../shared/FormEnvironment.ts';
import { FileButton } from '../../ui/FileButton.tsx';
import { StoredFileRow, UploadRow } from '../../ui/FileRows.tsx';
import { describeLimits, uploadRefusal } from '../../ui/uploadLimits.ts';
import { useFieldUploads } from '../shared/useFieldUploads.ts';
import { inputAttributes, type WidgetProps } from '../shared/widgetProps.ts';
import layout from '../../ui/layout.module.css';
import styles from './FileInput.module.css';

/** A file of a record: the value names it (domain/values/file-value.ts). */
export function FileInput(props: WidgetProps) {
  const { files } = useFormEnvironment();
  const facts = typeof props.value === 'string' ? fileFacts(props.value) : null;
  const onIds = (ids: string[]) => {
    const file = files.get(ids.at(-1) ?? '');
    props.onChange(file && fileValue(file));
  };
  return <Files {...props} ids={facts ? [facts.id] : []} named={facts} most={1} onIds={onIds} />;
}

export function FilesInput(props: WidgetProps) {
  const ids = Array.isArray(props.value) ? props.value.map(String) : [];
  const most = props.property.maxItems ?? 1;
  return (
    <Files {...props} ids={ids} most={most} onIds={(next) => props.onChange(next.length > 0 ? next : undefined)} />
  );
}

interface FilesProps extends WidgetProps {
  ids: string[];
  /** The file that the value itself describes. */
  named?: FileFacts | null;
  most: number;
  onIds: (ids: string[]) => void;
}

function Files({ ids, named, most, onIds, ...props }: FilesProps) {
  const { files, services } = useFormEnvironment();
  // Two uploads may complete before the form has rendered the first: until then its value is outdated.
  const held = useRef(ids);
  const said = JSON.stringify(ids);
  useEffect(() => {
    held.current = JSON.parse(said) as string[];
  }, [said]);
  const set = (next: string[]) => {
    held.current = next;
    onIds(next);
  };
  const { uploads, start, retry, dismiss } = useFieldUploads(props.name, (file) => {
    files.set(file.id, file);
    set([...held.current, file.id]);
  });
  const sending = uploads.filter((upload) => upload.fault === undefined).length;
  const room = most - ids.length - sending;
  const take = (chosen: File[]) =>
    chosen.forEach((file, index) =>
      start(file, index < room ? uploadRefusal(file, props.property, services.uploadMegabytes) : tooMany(most)),
    );
  const limits = describeLimits(props.property, most, services.uploadMegabytes);
  return (
    <div className={layout.stack2}>
      {(ids.length > 0 || uploads.length > 0) && (
        <ul className={layout.stack2}>
          {ids.map((id) => (
            <StoredFileRow
              key={id}
              href={services.fileUrl(id)}
              file={files.get(id) ?? named ?? undefined}
              disabled={props.disabled}
              onRemove={() => set(ids.filter((one) => one !== id))}
            />
          ))}
          {uploads.map((upload) => (
            <UploadRow
              key={`upload-${upload.key}`}
              upload={upload}
              onRetry={() => retry(upload)}
              onDismiss={() => dismiss(upload)}
            />
          ))}
        </ul>
      )}
      {!props.disabled && (
        <DropZone onFiles={take} hidden={room <= 0}>
          <FileButton
            {...inputAttributes(props)}
            label={most > 1 ? 'Choose files' : 'Choose file'}
            multiple={most > 1}
            accept={props.property['x-accept']?.join(',')}
            onFiles={take}
          />
          <span className={styles.hint}>
            <span className={styles.dropHint}>or drop {most > 1 ? 'them' : 'it'} here. </span>
            {limits && <span>{limits}</span>}
          </span>
        </DropZone>
      )}
    </div>
  );
}

function tooMany(most: number): string {
  return most === 1
    ? 'Only one file is allowed. Remove the other one first.'
    : `At most ${most} files are allowed. Remove one first.`;
}

function DropZone({
  onFiles,
  hidden,
  children,
}: {
  onFiles: (files: File[]) => void;
  hidden: boolean;
  children: ReactNode;
}) {
  const [over, setOver] = useState(false);
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      className={classNames(styles.zone, over && styles.over)}
      hidden={hidden}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {children}
    </div>
  );
}
