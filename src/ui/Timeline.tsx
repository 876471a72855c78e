import type { ReactNode } from 'react';
import type { IconName } from '../../domain/declarations/icons.ts';
import { Icon } from './Icon.tsx';
import styles from './Timeline.module.css';

export function Timeline({ children }: { children: ReactNode }) {
  return <ol>{children}</ol>;
}

export function TimelineEntry({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className={styles.entry}>
      <span className={styles.mark}>
        <Icon name={icon} size={14} />
      </span>
      <div>{children}</div>
    </li>
  );
}
