import { useState, type DragEvent } from 'react';
import { imageFacts } from '../../../domain/values/images.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import { FieldError } from '../../ui/Field.tsx';
import { useFormEnvironment } from '../shared/FormEnvironment.ts';
import type { ImageServices } from '../shared/formServices.ts';
import { ChooseFile } from '../images/ChooseFile.tsx';
import { LIMITS, pictureIn } from '../images/imageRules.ts';
import { thumbnailUrl } from '../images/thumbnailUrl.ts';
import { usePictureDialogs } from '../images/usePictureDialogs.tsx';
import { inputAttributes, type WidgetProps } from '../shared/widgetProps.ts';
import { TextInput } from './TextInput.tsx';
import styles from '../images/images.module.css';

export function ImageInput(props: WidgetProps) {
  const { images } = useFormEnvironment().services;
  return images ? <Picture {...props} images={images} /> : <TextInput {...props} />;
}

function Picture({ images, ...props }: WidgetProps & { images: ImageServices }) {
  const file = typeof props.value === 'string' ? props.value : '';
  const use = props.property['x-image'] ?? 'photo';
  const { fault, take, cropAgain, openLibrary, dialogs } = usePictureDialogs({
    images,
    use,
    onDone: (image) => props.onChange(image.file),
  });
  const [isOver, setIsOver] = useState(false);
  const takeFrom = (files: FileList | null) => {
    const picture = pictureIn(files);
    if (picture && !props.disabled) take(picture);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    takeFrom(event.dataTransfer.files);
  };
  return (
    // A drop and paste target; the buttons offer the same actions.
    <div
      role="presentation"
      className={classNames(
        styles.field,
        file === '' && styles.empty,
        isOver && styles.over,
        props.invalid && styles.invalid,
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
      onPaste={(event) => {
        if (event.clipboardData.files.length === 0) return;
        event.preventDefault();
        takeFrom(event.clipboardData.files);
      }}
    >
      {file !== '' && <Shown key={file} file={file} />}
      {!props.disabled && (
        <div className={styles.actions}>
          <ChooseFile {...inputAttributes(props)} label={file === '' ? 'Upload image' : 'Replace'} onFile={take} />
          <Button size="small" icon="image" onClick={openLibrary}>
            Choose from library
          </Button>
          {file !== '' && (
            <>
              <Button size="small" icon="scissors" onClick={() => void cropAgain(file)}>
                Crop
              </Button>
              <Button
                size="small"
                variant="quiet"
                icon="trash-2"
                aria-label={`Remove ${props.label}`}
                onClick={() => props.onChange(undefined)}
              >
                Remove
              </Button>
            </>
          )}
        </div>
      )}
      {file === '' && !props.disabled && (
        <p className={styles.hint}>
          <span className={styles.dropHint}>Or drop or paste one here. </span>
          {LIMITS}
        </p>
      )}
      <div role="alert">
        <FieldError controlId={`${props.id}-picture`}>{fault}</FieldError>
      </div>
      {dialogs}
    </div>
  );
}

function Shown({ file }: { file: string }) {
  const [isMissing, setIsMissing] = useState(false);
  const facts = imageFacts(file);
  if (isMissing) return <p className={styles.missing}>This image no longer exists. Replace or remove it.</p>;
  return (
    <figure className={styles.shown}>
      <img
        src={thumbnailUrl(file)}
        alt=""
        {...(facts ? { width: facts.width, height: facts.height } : {})}
        onError={() => setIsMissing(true)}
      />
      {facts && (
        <figcaption>
          {facts.width} × {facts.height} pixels
        </figcaption>
      )}
    </figure>
  );
}
