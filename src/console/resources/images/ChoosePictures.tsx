import { useId, useRef } from 'react';
import { ACCEPTED } from '../../../forms/images/imageRules.ts';
import { buttonClass } from '../../../ui/buttonClass.ts';
import { classNames } from '../../../ui/classNames.ts';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './images.module.css';

export function ChoosePictures({
  onFiles,
  look = 'primary',
  label = 'Upload pictures',
}: {
  onFiles: (files: FileList | null) => void;
  look?: 'primary' | 'secondary';
  label?: string;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <span className={styles.choose}>
      <input
        ref={input}
        id={id}
        type="file"
        multiple
        accept={ACCEPTED}
        className={styles.chooseInput}
        onChange={(event) => {
          onFiles(event.target.files);
          if (input.current) input.current.value = '';
        }}
      />
      <label htmlFor={id} className={classNames(buttonClass({ variant: look }), styles.chooseLabel)}>
        <Icon name="upload" />
        {label}
      </label>
    </span>
  );
}
