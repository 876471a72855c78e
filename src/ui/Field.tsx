import { useId, type ReactNode } from 'react';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import styles from './Field.module.css';

/** Ids that associate a control with its label, help and error. */
export interface ControlIds {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

export interface FieldProps {
  label: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
  /** Fields are required by default; optional ones are marked. */
  optional?: boolean;
  /** Hides the label visually. */
  hideLabel?: boolean;
  /** Fixed id of the control, for links from an error summary. */
  id?: string;
  className?: string;
  children: (ids: ControlIds) => ReactNode;
}

export function Field({
  label,
  help,
  error,
  optional = false,
  hideLabel = false,
  id,
  className,
  children,
}: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const ids = controlIds(controlId, help, error);
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={controlId} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
        {optional && <span className={styles.optional}> (optional)</span>}
      </label>
      <FieldHelp controlId={controlId}>{help}</FieldHelp>
      {children(ids)}
      <FieldError controlId={controlId}>{error}</FieldError>
    </div>
  );
}

export function FieldHelp({ controlId, children }: { controlId: string; children: ReactNode }) {
  return isShown(children) ? (
    <div id={`${controlId}-help`} className={styles.help}>
      {children}
    </div>
  ) : null;
}

export function FieldError({ controlId, children }: { controlId: string; children: ReactNode }) {
  if (!isShown(children)) return null;
  return (
    <div id={`${controlId}-error`} className={styles.error}>
      <Icon name="triangle-alert" size={16} />
      <span>{children}</span>
    </div>
  );
}

export function controlIds(id: string, help: ReactNode, error: ReactNode): ControlIds {
  const describedBy = [isShown(help) && `${id}-help`, isShown(error) && `${id}-error`].filter(Boolean).join(' ');
  return {
    id,
    ...(describedBy === '' ? {} : { 'aria-describedby': describedBy }),
    ...(isShown(error) ? { 'aria-invalid': true as const } : {}),
  };
}

function isShown(node: ReactNode): boolean {
  return node !== undefined && node !== null && node !== '' && node !== false;
}
