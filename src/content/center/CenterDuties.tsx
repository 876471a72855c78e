import type { CenterView, DutyInView } from '../../../domain/calls/centers.ts';
import { formatTime } from '../../../domain/values/formats.ts';
import { useNow } from '../sessions/useNow.ts';
import styles from './Center.module.css';

/** Who is on duty now, and later today. */
export function CenterDuties({ view: { duties, timezone, asOf } }: { view: CenterView }) {
  const now = useNow() ?? asOf;
  const left = duties.filter(({ endsAt }) => Date.parse(endsAt) > now);
  const current = left.filter(({ startsAt }) => Date.parse(startsAt) <= now);
  const later = left.filter(({ startsAt }) => Date.parse(startsAt) > now);
  return (
    <>
      {current.length === 0 && <p className={styles.note}>No one is on duty now.</p>}
      <DutyList label="On duty now" duties={current} text={({ endsAt }) => `until ${formatTime(endsAt, timezone)}`} />
      {later.length > 0 && <p className={styles.kicker}>Later today</p>}
      <DutyList
        label="Later today"
        duties={later}
        text={({ startsAt, endsAt }) => `${formatTime(startsAt, timezone)} – ${formatTime(endsAt, timezone)}`}
      />
    </>
  );
}

interface DutyListProps {
  label: string;
  duties: readonly DutyInView[];
  text: (duty: DutyInView) => string;
}

function DutyList({ label, duties, text }: DutyListProps) {
  if (duties.length === 0) return null;
  return (
    <ul aria-label={label}>
      {duties.map((duty, index) => (
        <li key={index} className={styles.entry}>
          <span className={styles.main}>
            <span className={styles.strong}>{duty.firstName}</span>
            {duty.task !== null && <span className={styles.note}> {duty.task}</span>}
          </span>
          <span className={styles.note}>{text(duty)}</span>
        </li>
      ))}
    </ul>
  );
}
