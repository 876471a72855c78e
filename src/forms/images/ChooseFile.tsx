import { useId } from 'react';
import type { ComponentProps } from 'react';
import { buttonClass } from '../../ui/buttonClass.ts';
import { classNames } from '../../ui/classNames.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ACCEPTED } from './imageRules.ts';
import styles from './images.module.css';

interface ChooseFileProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  label: string;
  onFile: (file: File) => void;
}

/** A button that opens the file dialog for one picture. */
export function ChooseFile({ label, onFile, id, ...rest }: ChooseFileProps) {
  const own = useId();
  const inputId = id ?? own;
  return (
    <>
      <input
        {...rest}
        id={inputId}
        type="file"
        accept={ACCEPTED}
        className={styles.input}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onFile(file);
          target.value = '';
        }}
      />
      <label htmlFor={inputId} className={classNames(buttonClass({ size: 'small' }), styles.choose)}>
        <Icon name="upload" size={16} />
        {label}
      </label>
    </>
  );
}
