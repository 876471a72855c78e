import type { StoredFile } from '../../../domain/calls/files.ts';
import { formatSize } from '../../ui/formatSize.ts';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import styles from './Conversation.module.css';

export function MessageFiles({ files }: { files: readonly StoredFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className={layout.toolbar2} aria-label="Files">
      {files.map(({ id, url, name, size }) => (
        <li key={id}>
          <a className={styles.file} href={url} download>
            <Icon name="paperclip" size={14} />
            <bdi>{name}</bdi>
            <span className={styles.size}>{formatSize(size)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
