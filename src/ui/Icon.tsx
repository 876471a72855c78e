import { isIconName, type IconName } from '../../domain/icons.ts';
import { iconComponents } from './iconComponents.ts';

export interface IconProps {
  /** A name of domain/icons.ts; declarations carry them as plain text. */
  name: IconName | (string & {});
  size?: number;
  className?: string | undefined;
  /** Only for an icon that stands alone; otherwise the word beside it is its name. */
  label?: string;
}

export function Icon({ name, size = 18, className, label }: IconProps) {
  const Drawing = iconComponents[isIconName(name) ? name : 'circle'];
  const naming = label === undefined ? { 'aria-hidden': true as const } : { role: 'img', 'aria-label': label };
  return <Drawing size={size} strokeWidth={1.75} className={className} style={{ flex: 'none' }} focusable="false" {...naming} />;
}
