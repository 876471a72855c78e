import { Link, type LinkProps } from 'react-router-dom';
import { buttonClass, type ButtonLook } from './buttonClass.ts';
import { classNames } from './classNames.ts';
import { Icon, type IconProps } from './Icon.tsx';

export interface ButtonLinkProps extends ButtonLook, LinkProps {
  icon?: IconProps['name'];
  iconAfter?: IconProps['name'];
}

export function ButtonLink({ variant, size, block, icon, iconAfter, className, children, ...rest }: ButtonLinkProps) {
  const look: ButtonLook = { variant: variant ?? 'secondary', size: size ?? 'medium', block: block ?? false };
  return (
    <Link {...rest} className={classNames(buttonClass(look), className)}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
      {iconAfter !== undefined && <Icon name={iconAfter} />}
    </Link>
  );
}
