import { useEffect, useId, useRef, type ComponentProps, type ReactNode } from 'react';
import { controlIds, FieldError } from './Field.tsx';
import styles from './Field.module.css';

export interface CheckboxFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
  indeterminate?: boolean;
}

export function CheckboxField({ label, help, error, id, indeterminate = false, ...rest }: CheckboxFieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <div className={styles.field}>
      <label className={styles.choice} htmlFor={controlId}>
        <input ref={input} type="checkbox" {...rest} {...controlIds(controlId, help, error)} />
        <span>{label}</span>
        {help !== undefined && (
          <span id={`${controlId}-help`} className={styles.choiceHelp}>
            {help}
          </span>
        )}
      </label>
      <FieldError controlId={controlId}>{error}</FieldError>
    </div>
  );
}
