import type { ReactNode, Ref } from 'react';
import type { IconName } from '../../domain/declarations/icons.ts';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './Banner.module.css';

export type BannerTone = 'information' | 'success' | 'warning' | 'error';

const icons: Record<BannerTone, IconName> = {
  information: 'info',
  success: 'circle-check',
  warning: 'triangle-alert',
  error: 'triangle-alert',
};

export interface BannerProps {
  tone?: BannerTone;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  onDismiss?: () => void;
  /** For narrow columns: the text takes the full width below icon, title and button. */
  narrow?: boolean;
  /** Errors are announced immediately, unless this is status, or none for text present from the start. */
  role?: 'alert' | 'status' | 'none';
  ref?: Ref<HTMLDivElement>;
}

export function Banner({
  tone = 'information',
  title,
  children,
  actions,
  onDismiss,
  narrow = false,
  role,
  ref,
}: BannerProps) {
  const spokenAs = role ?? (tone === 'error' ? 'alert' : 'status');
  return (
    <div
      ref={ref}
      tabIndex={-1}
      className={classNames(
        styles.banner,
        styles[tone],
        narrow && styles.narrow,
        actions !== undefined && styles.withActions,
      )}
      {...(spokenAs === 'none' ? {} : { role: spokenAs })}
    >
      <Icon name={icons[tone]} />
      <div className={styles.body}>
        {title !== undefined && <div className={styles.title}>{title}</div>}
        <div className={styles.text}>{children}</div>
      </div>
      <div className={styles.end}>
        {actions}
        {onDismiss !== undefined && <IconButton icon="x" label="Dismiss" size="small" onClick={onDismiss} />}
      </div>
    </div>
  );
}
