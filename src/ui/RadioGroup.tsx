import { useId, type ReactNode } from 'react';
import { classNames } from './classNames.ts';
import { controlIds, FieldError, FieldHelp } from './Field.tsx';
import styles from './Field.module.css';

export interface RadioChoice {
  value: string;
  label: ReactNode;
  help?: ReactNode;
  disabled?: boolean;
}

export interface RadioGroupProps {
  label: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
  optional?: boolean;
  id?: string;
  choices: readonly RadioChoice[];
  value: string | null;
  onChange: (value: string) => void;
  disabled?: boolean;
  inline?: boolean;
}

export function RadioGroup({
  label,
  help,
  error,
  optional = false,
  id,
  choices,
  value,
  onChange,
  disabled = false,
  inline = false,
}: RadioGroupProps) {
  const ownId = useId();
  const groupId = id ?? ownId;
  const ids = controlIds(groupId, help, error);
  return (
    <fieldset
      id={groupId}
      role="radiogroup"
      tabIndex={-1}
      className={styles.field}
      aria-describedby={ids['aria-describedby']}
      aria-invalid={ids['aria-invalid']}
    >
      <legend className={styles.label}>
        {label}
        {optional && <span className={styles.optional}> (optional)</span>}
      </legend>
      <FieldHelp controlId={groupId}>{help}</FieldHelp>
      <div className={classNames(styles.choices, inline && styles.choicesInline)}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choice}>
            <input
              type="radio"
              name={groupId}
              value={choice.value}
              checked={value === choice.value}
              disabled={disabled || choice.disabled === true}
              onChange={() => onChange(choice.value)}
            />
            <span>{choice.label}</span>
            {choice.help !== undefined && <span className={styles.choiceHelp}>{choice.help}</span>}
          </label>
        ))}
      </div>
      <FieldError controlId={groupId}>{error}</FieldError>
    </fieldset>
  );
}
