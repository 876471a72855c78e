import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './FactList.module.css';

export interface Fact {
  key: string;
  label: ReactNode;
  value: ReactNode;
}

/** Labels with values in reading order; an empty value is shown as a dash. */
export function FactList({ facts, inline = false }: { facts: readonly Fact[]; inline?: boolean }) {
  return (
    <dl className={classNames(styles.list, inline && styles.inline)}>
      {facts.map(({ key, label, value }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
