import type { ComponentProps } from 'react';
import { buttonClass, type ButtonLook } from './buttonClass.ts';
import { classNames } from './classNames.ts';
import { Icon, type IconProps } from './Icon.tsx';

export interface IconButtonProps
  extends Omit<ButtonLook, 'block'>, Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  icon: IconProps['name'];
  /** The action; used as accessible name and tooltip. */
  label: string;
}

export function IconButton({ icon, label, variant = 'quiet', size = 'medium', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classNames(buttonClass({ variant, size }, true), className)}
    >
      <Icon name={icon} />
    </button>
  );
}
