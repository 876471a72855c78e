import type { Conflict } from '../../../../domain/sessions/conflicts.ts';
import { MOST_SESSIONS } from '../../../../domain/sessions/scheduling.ts';
import type { PlannedSession } from '../../../../domain/calls/series.ts';
import { wallClockOf } from '../../../../domain/values/zoned-time.ts';
import { formatPeriod } from '../../../../domain/values/formats.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Checkbox } from '../../list/Checkbox.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './sessions.module.css';

export interface PlanListProps<Session extends PlannedSession> {
  /** "Dates of the series" */
  label: string;
  sessions: readonly Session[];
  zone: string;
  sessionKey: (session: Session) => string;
  /** Keys of those that the user leaves out; absent where none can be. */
  excluded?: ReadonlySet<string> | undefined;
  onExcluded?: (excluded: ReadonlySet<string>) => void;
  /** Whether a session cannot be left out. */
  isFixed?: (session: Session) => boolean;
  noteOf?: (session: Session) => string | null;
}

/** When sessions take place, and the conflicts of each. */
export function PlanList<Session extends PlannedSession>(props: PlanListProps<Session>) {
  const { label, sessions, zone, sessionKey, excluded, onExcluded, isFixed, noteOf } = props;
  return (
    <ul className={styles.plan} aria-label={label}>
      {sessions.map((session) => {
        const key = sessionKey(session);
        const isExcluded = excluded?.has(key) ?? false;
        const times = formatTimes(session, zone);
        const note = noteOf?.(session) ?? null;
        return (
          <li key={key} className={styles.planned} data-excluded={isExcluded || undefined}>
            {excluded !== undefined &&
              onExcluded !== undefined &&
              (isFixed?.(session) === true ? (
                <span className={styles.fixed} />
              ) : (
                <Checkbox label={times} checked={!isExcluded} onChange={() => onExcluded(toggled(excluded, key))} />
              ))}
            <span className={styles.when}>{times}</span>
            {note !== null && <span className={styles.note}>{note}</span>}
            {isExcluded ? <span className={styles.note}>Left out</span> : <Conflicts conflicts={session.conflicts} />}
          </li>
        );
      })}
    </ul>
  );
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

function Conflicts({ conflicts }: { conflicts: readonly Conflict[] }) {
  if (conflicts.length === 0) return null;
  return (
    <span className={styles.conflict}>
      <Icon name="triangle-alert" size={16} />
      {conflicts.map(({ text }) => text).join('; ')}
    </span>
  );
}

export function TooManySessions() {
  return (
    <Banner tone="error" title={`A series has at most ${MOST_SESSIONS} sessions`}>
      End it earlier, or schedule two series.
    </Banner>
  );
}

/** "Mon, Dec 7, 2026, 2 PM – 3:30 PM", in the zone of the place. */
function formatTimes({ startsAt, endsAt }: Pick<PlannedSession, 'startsAt' | 'endsAt'>, zone: string): string {
  return formatPeriod(wallClockOf(startsAt, zone), wallClockOf(endsAt, zone));
}
