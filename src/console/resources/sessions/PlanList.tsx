import type { Conflict } from '../../../../domain/sessions/conflicts.ts';
import type { PlannedSession } from '../../../../domain/series-calls.ts';
import { Checkbox } from '../../list/Checkbox.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { timesWords } from './timesWords.ts';
import styles from './sessions.module.css';

export interface PlanListProps<Session extends PlannedSession> {
  /** "Dates of the series" */
  label: string;
  sessions: readonly Session[];
  zone: string;
  /** Names of those that are left out; without it none can be. */
  left?: ReadonlySet<string>;
  nameOf: (session: Session) => string;
  /** Whether one cannot be left out. */
  isFixed?: (session: Session) => boolean;
  onToggle?: (name: string) => void;
  /** What of a session stays as it is, in words. */
  keptWords?: (session: Session) => string | null;
}

/** When sessions take place, and what is in the way of each. */
export function PlanList<Session extends PlannedSession>({
  label,
  sessions,
  zone,
  left,
  nameOf,
  isFixed,
  onToggle,
  keptWords,
}: PlanListProps<Session>) {
  return (
    <ul className={styles.plan} aria-label={label}>
      {sessions.map((session) => {
        const name = nameOf(session);
        const isLeft = left?.has(name) ?? false;
        const words = timesWords(session, zone);
        const kept = keptWords?.(session) ?? null;
        return (
          <li key={name} className={styles.planned} data-left={isLeft || undefined}>
            {left !== undefined &&
              onToggle !== undefined &&
              (isFixed?.(session) === true ? (
                <span className={styles.fixed} />
              ) : (
                <Checkbox label={words} checked={!isLeft} onChange={() => onToggle(name)} />
              ))}
            <span className={styles.when}>{words}</span>
            {kept !== null && <span className={styles.kept}>{kept}</span>}
            {isLeft ? <span className={styles.kept}>Left out</span> : <Clashes clashes={session.clashes} />}
          </li>
        );
      })}
    </ul>
  );
}

export function Clashes({ clashes }: { clashes: readonly Conflict[] }) {
  if (clashes.length === 0) return null;
  return (
    <span className={styles.clash}>
      <Icon name="triangle-alert" size={16} />
      {clashes.map(({ words }) => words).join('; ')}
    </span>
  );
}
