import type { ReactNode } from 'react';
import { Wordmark } from '../../app/shell/Wordmark.tsx';
import { useModel } from '../../app/useModel.ts';
import styles from './LoginScreen.module.css';

/** The frame of pages around logging in. */
export function LoginCard({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const { site } = useModel();
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <div className={styles.sign}>
          <Wordmark productName={site.productName} form="graphic" />
        </div>
        <h1 className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        {lead === undefined ? <div className={styles.lead} /> : <p className={styles.lead}>{lead}</p>}
        {children}
      </div>
    </div>
  );
}
