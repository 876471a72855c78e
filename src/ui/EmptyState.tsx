import type { ReactNode } from 'react';
import { Icon, type IconProps } from './Icon.tsx';
import styles from './States.module.css';

export interface EmptyStateProps {
  icon?: IconProps['name'];
  title: ReactNode;
  /** One sentence on what would be listed here. */
  children?: ReactNode;
  /** A button that creates the first item or clears the filter. */
  actions?: ReactNode;
  headingLevel?: 2 | 3;
}

export function EmptyState({ icon = 'inbox', title, children, actions, headingLevel = 2 }: EmptyStateProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <div className={styles.state}>
      <span className={styles.icon}>
        <Icon name={icon} size={22} />
      </span>
      <Heading className={styles.title}>{title}</Heading>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
