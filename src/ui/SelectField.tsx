import type { ComponentProps } from 'react';
import { classNames } from './classNames.ts';
import { Field } from './Field.tsx';
import { Icon } from './Icon.tsx';
import { frame, type FieldFrame } from './TextField.tsx';
import styles from './Field.module.css';

export interface Option {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  options: readonly Option[];
  /** The label of the empty option: "Choose a category". Without it there is none. */
  placeholder?: string;
}

export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <div className={styles.selectBox}>
      <select {...rest} className={classNames(styles.control, className)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={16} />
    </div>
  );
}

export interface SelectFieldProps extends FieldFrame, Omit<SelectProps, 'id'> {}

export function SelectField({ label, help, error, optional, hideLabel, id, className, ...rest }: SelectFieldProps) {
  return (
    <Field
      {...frame({ label, help, error, optional, hideLabel, id })}
      {...(className === undefined ? {} : { className })}
    >
      {(ids) => <Select {...rest} {...ids} />}
    </Field>
  );
}
