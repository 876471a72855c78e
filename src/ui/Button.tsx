import type { ComponentProps } from 'react';
import { buttonClass, type ButtonLook } from './buttonClass.ts';
import { classNames } from './classNames.ts';
import { Icon, type IconProps } from './Icon.tsx';

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'disabled'> {
  icon?: IconProps['name'];
  iconAfter?: IconProps['name'];
  disabled?: boolean | undefined;
  /** In progress: stays focusable but ignores presses. Reflect the state in the label ("Saving"). */
  busy?: boolean;
}

export function Button({
  variant,
  size,
  block,
  icon,
  iconAfter,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const look: ButtonLook = { variant: variant ?? 'secondary', size: size ?? 'medium', block: block ?? false };
  return (
    <button
      type="button"
      // Keeps focus in the edited field: its blur could shift the layout and make the click miss.
      {...(rest.type === 'submit' ? { onMouseDown: (event) => event.preventDefault() } : {})}
      {...rest}
      className={classNames(buttonClass(look), className)}
      {...(busy ? { 'aria-disabled': true, 'aria-busy': true } : {})}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
      {iconAfter !== undefined && <Icon name={iconAfter} />}
    </button>
  );
}
