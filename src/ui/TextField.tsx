import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './classNames.ts';
import { Field, type FieldProps } from './Field.tsx';
import styles from './Field.module.css';

/** A styled input without a label; use Field or TextField for a labelled one. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={classNames(styles.control, className)} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={4} {...rest} className={classNames(styles.control, className)} />;
}

export type FieldFrame = Omit<FieldProps, 'children' | 'className'>;

export interface TextFieldProps extends FieldFrame, Omit<ComponentProps<'input'>, 'id' | 'prefix'> {
  /** Prefix in its own box: "$". */
  prefix?: ReactNode;
  /** Suffix: "in", "g". */
  suffix?: ReactNode;
}

export function TextField({
  label,
  help,
  error,
  optional,
  hideLabel,
  id,
  prefix,
  suffix,
  className,
  ...rest
}: TextFieldProps) {
  return (
    <Field
      {...frame({ label, help, error, optional, hideLabel, id })}
      {...(className === undefined ? {} : { className })}
    >
      {(ids) =>
        prefix === undefined && suffix === undefined ? (
          <TextInput {...rest} {...ids} />
        ) : (
          <div className={styles.affixed}>
            {prefix !== undefined && <span className={styles.affix}>{prefix}</span>}
            <TextInput {...rest} {...ids} />
            {suffix !== undefined && <span className={styles.affix}>{suffix}</span>}
          </div>
        )
      }
    </Field>
  );
}

export interface TextAreaFieldProps extends FieldFrame, Omit<ComponentProps<'textarea'>, 'id'> {}

export function TextAreaField({ label, help, error, optional, hideLabel, id, className, ...rest }: TextAreaFieldProps) {
  return (
    <Field
      {...frame({ label, help, error, optional, hideLabel, id })}
      {...(className === undefined ? {} : { className })}
    >
      {(ids) => <TextArea {...rest} {...ids} />}
    </Field>
  );
}

type Loose<T> = { [K in keyof T]: T[K] | undefined };

/** The given properties of Field, without undefined ones (exactOptionalPropertyTypes). */
export function frame({ label, help, error, optional, hideLabel, id }: Loose<Required<FieldFrame>>): FieldFrame {
  return {
    label,
    help,
    error,
    ...(optional === undefined ? {} : { optional }),
    ...(hideLabel === undefined ? {} : { hideLabel }),
    ...(id === undefined ? {} : { id }),
  };
}
