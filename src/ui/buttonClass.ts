import { classNames } from './classNames.ts';
import styles from './Button.module.css';

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'quiet' | 'confirm' | 'danger';
  size?: 'small' | 'medium' | 'large';
  /** As wide as its container. */
  block?: boolean;
}

/** The classes of a button, for anything that looks like one. */
export function buttonClass(
  { variant = 'secondary', size = 'medium', block = false }: ButtonLook,
  iconOnly = false,
): string {
  return classNames(
    styles.button,
    styles[variant],
    size !== 'medium' && styles[size],
    block && styles.block,
    iconOnly && styles.iconOnly,
  );
}
