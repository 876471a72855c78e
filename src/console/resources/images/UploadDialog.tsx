import { formatCount } from '../../../../domain/values/formats.ts';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { formatSize } from '../../../ui/formatSize.ts';
import { ACCEPTED } from '../../../forms/images/imageRules.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FileButton } from '../../../ui/FileButton.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { imageServices } from '../../engine/imageServices.ts';
import { isSendable, PictureQueue, type QueuedPicture } from './pictureQueue.ts';
import styles from './images.module.css';

export interface UploadDialogProps {
  files: readonly File[];
  /** Called with the number of pictures added. */
  onClose: (added: number) => void;
}

/** Alternative texts and progress of an upload. Closing aborts pending uploads; finished ones are kept. */
export function UploadDialog({ files, onClose }: UploadDialogProps) {
  const [queue] = useState(() => {
    const made = new PictureQueue(imageServices);
    made.add(files);
    return made;
  });
  const pictures = useSyncExternalStore(queue.subscribe, queue.pictures);
  useEffect(() => () => queue.stop(), [queue]);
  const added = pictures.filter(({ state }) => state.kind === 'done').length;
  const sendable = pictures.filter(isSendable).length;
  const { run, isRunning: isSending } = useCommand(async () => {
    if (await queue.send()) onClose(queue.pictures().length);
  });
  return (
    <Dialog
      title="Add images"
      width={680}
      closeButton
      onClose={() => onClose(added)}
      actions={
        <>
          {!isSending && (
            <FileButton look={{}} label="Add more" multiple accept={ACCEPTED} onFiles={(added) => queue.add(added)} />
          )}
          <Button onClick={() => onClose(added)}>{isSending ? 'Stop' : added > 0 ? 'Close' : 'Cancel'}</Button>
          <Button variant="primary" busy={isSending} disabled={sendable === 0 && !isSending} onClick={() => void run()}>
            {isSending ? 'Sending' : `Add ${formatCount(sendable, 'image', 'images')}`}
          </Button>
        </>
      }
    >
      <p className={styles.quiet}>
        Describe each image for people who cannot see it. Leave empty if the image is decorative.
      </p>
      <ul className={styles.queue}>
        {pictures.map((picture) => (
          <QueueRow key={picture.key} picture={picture} queue={queue} isSending={isSending} />
        ))}
      </ul>
    </Dialog>
  );
}

function QueueRow({ picture, queue, isSending }: { picture: QueuedPicture; queue: PictureQueue; isSending: boolean }) {
  const { key, file, alt, state } = picture;
  return (
    <li className={styles.queueRow}>
      <Preview file={file} />
      <div className={styles.queueWords}>
        <p className={styles.queueName}>
          <span>{file.name}</span> <span className={styles.quiet}>{formatSize(file.size)}</span>
        </p>
        {state.kind === 'failed' && (
          <p className={styles.fault} role="alert">
            <Icon name="triangle-alert" size={16} />
            {state.words}
          </p>
        )}
        {state.kind === 'done' && (
          <p className={styles.done} role="status">
            <Icon name="circle-check" size={16} />
            Added
          </p>
        )}
        {state.kind === 'sending' && (
          <progress max={1} value={state.share} aria-label={`Uploading ${file.name}`} className={styles.progress} />
        )}
        {isSendable(picture) && (
          <TextField
            label={<>Description of {file.name}</>}
            hideLabel
            placeholder="Description"
            maxLength={300}
            disabled={isSending}
            value={alt}
            onChange={(event) => queue.describe(key, event.target.value)}
          />
        )}
      </div>
      {state.kind !== 'done' && state.kind !== 'sending' && !isSending && (
        <IconButton icon="x" size="small" label={`Remove ${file.name}`} onClick={() => queue.remove(key)} />
      )}
    </li>
  );
}

/** A local preview of the file. */
function Preview({ file }: { file: File }) {
  const picture = useRef<HTMLImageElement>(null);
  const [isShown, setIsShown] = useState(true);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (picture.current) picture.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  if (!isShown)
    return (
      <span className={styles.preview}>
        <Icon name="file" size={24} />
      </span>
    );
  return <img ref={picture} alt="" className={styles.preview} onError={() => setIsShown(false)} />;
}
