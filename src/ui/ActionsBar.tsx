import type { ReactNode } from 'react';
import styles from './ActionsBar.module.css';

export interface ActionsBarProps {
  /** What has become of what was entered; announced when it changes. */
  state: ReactNode;
  hasFailed?: boolean;
  /** Beside the state. */
  aside?: ReactNode;
  /** The buttons; the main one is the last. */
  children: ReactNode;
}

/** The bar at the end of a form, which stays in view. */
export function ActionsBar({ state, hasFailed = false, aside, children }: ActionsBarProps) {
  return (
    <div className={styles.bar}>
      <p className={styles.state} role="status" data-failed={hasFailed ? '' : undefined}>
        {state}
      </p>
      {aside}
      <div className={styles.buttons}>{children}</div>
    </div>
  );
}
