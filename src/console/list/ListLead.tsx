import type { ReactNode } from 'react';
import styles from './ListLead.module.css';

/** The line below the title of a list. */
export function ListLead({ children }: { children: ReactNode }) {
  return <span className={styles.lead}>{children}</span>;
}
