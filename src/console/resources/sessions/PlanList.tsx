import type { Clash } from '../../../../domain/clashes.ts';
import type { PlannedSession } from '../../../../domain/series-calls.ts';
import { Checkbox } from '../../list/Checkbox.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { timesWords } from './timesWords.ts';
import styles from './sessions.module.css';

export interface PlanListProps {
  /** "Dates of the series" */
  label: string;
  sessions: readonly PlannedSession[];
  zone: string;
  /** Names of those that are left out; without it none can be. */
  left?: ReadonlySet<string>;
  nameOf: (session: PlannedSession) => string;
  /** The name of one that cannot be left out. */
  fixed?: string;
  onToggle?: (name: string) => void;
  /** What of a session stays as it is, in words. */
  keptWords?: (session: PlannedSession) => string | null;
}

/** When sessions take place, and what is in the way of each. */
export function PlanList({ label, sessions, zone, left, nameOf, fixed, onToggle, keptWords }: PlanListProps) {
  return (
    <ul className={styles.plan} aria-label={label}>
      {sessions.map((session) => {
        const name = nameOf(session);
        const isLeft = left?.has(name) ?? false;
        const words = timesWords(session, zone);
        const kept = keptWords?.(session) ?? null;
        return (
          <li key={name} className={styles.planned} data-left={isLeft || undefined}>
            {left !== undefined && onToggle !== undefined && name !== fixed && (
              <Checkbox label={words} checked={!isLeft} onChange={() => onToggle(name)} />
            )}
            <span className={styles.when}>{words}</span>
            {kept !== null && <span className={styles.kept}>{kept}</span>}
            {isLeft ? <span className={styles.kept}>Left out</span> : <Clashes clashes={session.clashes} />}
          </li>
        );
      })}
    </ul>
  );
}

export function Clashes({ clashes }: { clashes: readonly Clash[] }) {
  if (clashes.length === 0) return null;
  return (
    <span className={styles.clash}>
      <Icon name="triangle-alert" size={16} />
      {clashes.map(({ words }) => words).join('; ')}
    </span>
  );
}
