import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './FactList.module.css';

export interface Fact {
  key: string;
  label: ReactNode;
  value: ReactNode;
}

export interface FactListProps {
  facts: readonly Fact[];
  /** Side by side where there is room; wide: for values such as addresses, which do not break well. */
  inline?: boolean | 'wide';
}

/** Labels with values in reading order; an empty value is shown as a dash. */
export function FactList({ facts, inline = false }: FactListProps) {
  return (
    <dl className={classNames(styles.list, inline !== false && styles.inline, inline === 'wide' && styles.wide)}>
      {facts.map(({ key, label, value }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
