import { useId, type ComponentProps } from 'react';
import { buttonClass } from './buttonClass.ts';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import styles from './FileButton.module.css';

interface FileButtonProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  label: string;
  onFiles: (files: File[]) => void;
  /** Default: small and secondary. */
  look?: Parameters<typeof buttonClass>[0];
}

/** A button that opens the file dialog; the same file can be selected again. */
export function FileButton({ label, onFiles, id, look = { size: 'small' }, ...rest }: FileButtonProps) {
  const own = useId();
  const inputId = id ?? own;
  return (
    <>
      <input
        {...rest}
        id={inputId}
        type="file"
        className={classNames('visually-hidden', styles.input)}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <label htmlFor={inputId} className={classNames(buttonClass(look), styles.button)}>
        <Icon name="upload" size={16} />
        {label}
      </label>
    </>
  );
}
