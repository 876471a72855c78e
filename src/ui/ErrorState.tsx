import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import styles from './States.module.css';

export interface ErrorStateProps {
  title?: ReactNode;
  /** What happened and what to do about it. */
  children?: ReactNode;
  onRetry?: () => void;
  actions?: ReactNode;
}

export function ErrorState({ title = 'This could not be loaded', children, onRetry, actions }: ErrorStateProps) {
  return (
    <div className={styles.state} role="alert">
      <span className={classNames(styles.icon, styles.failed)}>
        <Icon name="triangle-alert" size={22} />
      </span>
      <h2 className={styles.title}>{title}</h2>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {(onRetry !== undefined || actions !== undefined) && (
        <div className={styles.actions}>
          {onRetry !== undefined && (
            <Button icon="refresh-cw" onClick={onRetry}>
              Retry
            </Button>
          )}
          {actions}
        </div>
      )}
    </div>
  );
}
