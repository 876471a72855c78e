import { useEffect, useRef, useState, type RefObject } from 'react';
import { ReactCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { Banner } from '../../ui/Banner.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import type { ImageServices, StoredImage } from '../shared/formServices.ts';
import { AltField } from './AltField.tsx';
import { largestPart, pixelsOf, SHAPES, WHOLE, type CropShare } from './cropArea.ts';
import layout from '../../ui/layout.module.css';
import styles from './images.module.css';

export interface ImageUploadDialogProps {
  images: ImageServices;
  file: File;
  alt: string;
  use: 'photo' | 'icon';
  onClose: () => void;
  onDone: (image: StoredImage) => void;
}

const AREA_LABELS = {
  cropArea: 'Selected area. Move it with the arrow keys; hold Shift for larger steps.',
  nwDragHandle: 'Upper left corner. Arrow keys move it.',
  nDragHandle: 'Upper edge. Arrow keys move it.',
  neDragHandle: 'Upper right corner. Arrow keys move it.',
  eDragHandle: 'Right edge. Arrow keys move it.',
  seDragHandle: 'Lower right corner. Arrow keys move it.',
  sDragHandle: 'Lower edge. Arrow keys move it.',
  swDragHandle: 'Lower left corner. Arrow keys move it.',
  wDragHandle: 'Left edge. Arrow keys move it.',
};

export function ImageUploadDialog({ images, file, alt: known, use, onClose, onDone }: ImageUploadDialogProps) {
  const picture = useSource(file);
  const [size, setSize] = useState<Size | null>(null);
  const [isUnreadable, setIsUnreadable] = useState(false);
  const [shape, setShape] = useState<string>('free');
  const [part, setPart] = useState<CropShare>(WHOLE);
  const [alt, setAlt] = useState(known);
  const { share, fault, send } = useSending(images, onDone);
  const ratio = ratioOf(shape);
  const choose = (key: string) => {
    setShape(key);
    if (size) setPart(largestPart(ratioOf(key), size.width, size.height));
  };
  const area = size === null ? undefined : pixelsOf(part, size);

  return (
    <Dialog
      title="Use this image"
      width={720}
      closeButton
      onClose={onClose}
      refusal={fault === null ? null : { message: fault }}
      answer={{
        label: share === null ? 'Use image' : 'Sending',
        busy: share !== null,
        disabled: size === null && !isUnreadable,
        onAnswer: () => send(file, { alt: alt.trim(), use, ...(area ? { crop: area } : {}) }),
      }}
    >
      <div className={layout.stack4}>
        {isUnreadable ? (
          <Banner tone="warning" role="status">
            {file.name} cannot be previewed, so it cannot be cropped. You can still use the whole image.
          </Banner>
        ) : (
          <>
            <RadioGroup
              label="Shape"
              inline
              choices={SHAPES.map(({ key, label }) => ({ value: key, label }))}
              value={shape}
              disabled={size === null || share !== null}
              onChange={choose}
            />
            <div className={styles.stage}>
              <ReactCrop
                crop={{ unit: '%', ...part }}
                {...(ratio === null ? {} : { aspect: ratio })}
                keepSelection
                disabled={share !== null}
                minWidth={24}
                minHeight={24}
                ariaLabels={AREA_LABELS}
                className={styles.crop ?? ''}
                onChange={(_, { x, y, width, height }) => setPart({ x, y, width, height })}
              >
                <img
                  ref={picture}
                  alt={`Preview of ${file.name}`}
                  onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                    setSize({ width: naturalWidth, height: naturalHeight })
                  }
                  onError={() => setIsUnreadable(true)}
                />
              </ReactCrop>
            </div>
            <p className={styles.facts} role="status">
              {size && sizeText(size, area)}
            </p>
          </>
        )}
        <AltField alt={alt} disabled={share !== null} onAlt={setAlt} />
        {share !== null && (
          <progress className={styles.progress} max={1} value={share} aria-label={`Uploading ${file.name}`} />
        )}
      </div>
    </Dialog>
  );
}

interface Size {
  width: number;
  height: number;
}

function sizeText({ width, height }: Size, area: Size | undefined): string {
  const whole = `${width} × ${height} pixels`;
  return area ? `${area.width} × ${area.height} of ${whole}` : `Whole image: ${whole}`;
}

function ratioOf(shape: string): number | null {
  return SHAPES.find(({ key }) => key === shape)?.ratio ?? null;
}

/** Shows the local file in an img element. */
function useSource(file: File): RefObject<HTMLImageElement | null> {
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (picture.current) picture.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return picture;
}

/** The upload with its progress (null: idle); aborted on unmount. */
function useSending(images: ImageServices, onDone: (image: StoredImage) => void) {
  const [share, setShare] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = async (file: File, options: Omit<Parameters<ImageServices['upload']>[1], 'onProgress' | 'signal'>) => {
    const controller = new AbortController();
    running.current = controller;
    setFault(null);
    setShare(0);
    try {
      onDone(await images.upload(file, { ...options, onProgress: setShare, signal: controller.signal }));
    } catch (error) {
      if (controller.signal.aborted) return;
      setFault(error instanceof Error ? error.message : 'The image could not be uploaded. Try again.');
      setShare(null);
    }
  };
  return { share, fault, send };
}
