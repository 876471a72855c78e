import type { ReactNode } from 'react';
import type { Tone } from '../../domain/declarations/tones.ts';
import { classNames } from './classNames.ts';
import { Icon, type IconProps } from './Icon.tsx';
import styles from './Chip.module.css';

export type { Tone } from '../../domain/declarations/tones.ts';

export interface ChipProps {
  tone?: Tone;
  icon?: IconProps['name'];
  children: ReactNode;
  /** Makes the chip removable; removeLabel names the action: "Remove filter Status". */
  onRemove?: () => void;
  removeLabel?: string;
  title?: string;
}

export function Chip({ tone = 'grey', icon, children, onRemove, removeLabel = 'Remove', title }: ChipProps) {
  return (
    <span
      className={classNames(
        styles.chip,
        styles[tone],
        icon === undefined && styles.plain,
        onRemove !== undefined && styles.removable,
      )}
      title={title}
    >
      {icon !== undefined && <Icon name={icon} size={14} />}
      <span className={styles.label}>{children}</span>
      {onRemove !== undefined && (
        <button type="button" className={styles.remove} aria-label={removeLabel} title={removeLabel} onClick={onRemove}>
          <Icon name="x" size={14} />
        </button>
      )}
    </span>
  );
}
