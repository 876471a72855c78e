import type { StoredFile } from '../../domain/calls/files.ts';
import { formatSize } from './formatSize.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import type { Upload } from './useUploads.ts';
import styles from './FileRows.module.css';

interface StoredFileRowProps {
  href: string;
  file: (Pick<StoredFile, 'name' | 'size'> & Partial<Pick<StoredFile, 'thumbnailUrl'>>) | undefined;
  disabled: boolean;
  onRemove: () => void;
}

export function StoredFileRow({ href, file, disabled, onRemove }: StoredFileRowProps) {
  const name = file?.name ?? 'File';
  return (
    <li className={styles.row}>
      {file?.thumbnailUrl ? (
        <img className={styles.thumbnail} src={file.thumbnailUrl} alt="" />
      ) : (
        <span className={styles.thumbnail}>
          <Icon name="file-text" size={20} />
        </span>
      )}
      <span className={styles.about}>
        <a className={styles.name} href={href} target="_blank" rel="noreferrer">
          {name}
        </a>
        {file && <span className={styles.size}>{formatSize(file.size)}</span>}
      </span>
      {!disabled && <IconButton icon="trash-2" size="small" label={`Remove ${name}`} onClick={onRemove} />}
    </li>
  );
}

interface UploadRowProps {
  upload: Upload;
  onRetry: () => void;
  onDismiss: () => void;
}

export function UploadRow({ upload, onRetry, onDismiss }: UploadRowProps) {
  const { file, share, fault } = upload;
  const percent = Math.round(share * 100);
  return (
    <li className={styles.row}>
      <span className={styles.thumbnail}>
        <Icon name={fault ? 'triangle-alert' : 'cloud-upload'} size={20} />
      </span>
      <span className={styles.about}>
        <span className={styles.name}>{file.name}</span>
        {fault ? (
          <span className={styles.fault} role="alert">
            {fault}
          </span>
        ) : (
          <>
            <progress className={styles.progress} max={1} value={share} aria-label={`Uploading ${file.name}`} />
            <span className={styles.size}>
              {share < 1 ? `${percent}% of ${formatSize(file.size)}` : 'Checking the file'}
            </span>
          </>
        )}
      </span>
      {fault && !upload.refused && (
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      )}
      <IconButton
        icon="x"
        size="small"
        label={fault ? `Dismiss ${file.name}` : `Cancel ${file.name}`}
        onClick={onDismiss}
      />
    </li>
  );
}
