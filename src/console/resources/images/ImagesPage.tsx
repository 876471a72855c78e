import { formatCount } from '../../../../domain/values/formats.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type DragEvent } from 'react';
import { ACCEPTED, LIMITS } from '../../../forms/images/imageRules.ts';
import { FileButton } from '../../../ui/FileButton.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { showToast } from '../../../ui/toasts.ts';
import type { SpecialPageProps } from '../../frame/specialPages.ts';
import { ListPage } from '../../list/ListPage.tsx';
import { UploadDialog } from './UploadDialog.tsx';
import styles from './images.module.css';

/** The image library. Pictures are added by a button, or dropped anywhere on the page. */
export function ImagesPage({ resource }: SpecialPageProps) {
  return resource.can.update ? <UploadPage resource={resource} /> : <ListPage resource={resource} />;
}

function UploadPage({ resource }: Pick<SpecialPageProps, 'resource'>) {
  const client = useQueryClient();
  const [files, setFiles] = useState<readonly File[] | null>(null);
  const [isOver, setIsOver] = useState(false);
  const close = (count: number) => {
    setFiles(null);
    if (count === 0) return;
    showToast(`${formatCount(count, 'image', 'images')} added`);
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
        if (event.dataTransfer.files.length > 0) setFiles([...event.dataTransfer.files]);
      }}
    >
      <ListPage
        resource={resource}
        mainAction={
          <FileButton
            look={{ variant: 'primary' }}
            label="Upload images"
            multiple
            accept={ACCEPTED}
            onFiles={setFiles}
          />
        }
      />
      {isOver && (
        <div className={styles.dropHere} onDragLeave={() => setIsOver(false)}>
          <Icon name="cloud-upload" size={40} />
          <p>Drop images to add them</p>
          <p className={styles.quiet}>{LIMITS}</p>
        </div>
      )}
      {files && <UploadDialog files={files} onClose={close} />}
    </div>
  );
}
