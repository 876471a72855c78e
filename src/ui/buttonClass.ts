import { classNames } from './classNames.ts';
import styles from './Button.module.css';

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'quiet' | 'confirm' | 'danger';
  size?: 'small' | 'medium' | 'large';
  block?: boolean;
}

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
