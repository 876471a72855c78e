import { formatCount } from '../../../../domain/values/formats.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type DragEvent, type ReactNode } from 'react';
import { LIMITS } from '../../../forms/images/imageRules.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { ChoosePictures } from './ChoosePictures.tsx';
import { UploadDialog } from './UploadDialog.tsx';
import styles from './images.module.css';

export interface UploadPicturesProps {
  /** The drop target; receives the upload button. */
  children: (button: ReactNode) => ReactNode;
}

/** Accepts pictures from a button or dropped anywhere on the page, and opens the upload dialog. */
export function UploadPictures({ children }: UploadPicturesProps) {
  const client = useQueryClient();
  const [files, setFiles] = useState<readonly File[] | null>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (list: FileList | null) => {
    if (list && list.length > 0) setFiles([...list]);
  };
  const close = (count: number) => {
    setFiles(null);
    if (count === 0) return;
    showToast(`${formatCount(count, 'picture', 'pictures')} added`);
    void client.invalidateQueries({ queryKey: ['images'] });
  };
  const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return (
    // Dropping is a shortcut for the button.
    <div
      role="presentation"
      className={styles.dropPage}
      onDragOver={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={(event) => event.currentTarget === event.target && setIsOver(false)}
      onDrop={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        take(event.dataTransfer.files);
      }}
    >
      {children(<ChoosePictures onFiles={take} />)}
      {isOver && (
        <div className={styles.dropHere} onDragLeave={() => setIsOver(false)}>
          <Icon name="cloud-upload" size={40} />
          <p>Drop pictures to add them</p>
          <p className={styles.quiet}>{LIMITS}</p>
        </div>
      )}
      {files && <UploadDialog files={files} onClose={close} />}
    </div>
  );
}
