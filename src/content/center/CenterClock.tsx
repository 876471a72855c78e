import type { CenterView } from '../../../domain/calls/centers.ts';
import { formatInstantDay, formatTime } from '../../../domain/values/formats.ts';
import { useNow } from '../sessions/useNow.ts';
import styles from './Center.module.css';

export function CenterClock({ view: { timezone, asOf } }: { view: CenterView }) {
  const now = new Date(useNow() ?? asOf);
  return (
    <div className={styles.clock}>
      <p>
        <time dateTime={now.toISOString()} className={styles.time}>
          {formatTime(now, timezone)}
        </time>
      </p>
      <p className={styles.note}>{formatInstantDay(now.toISOString(), timezone, 'day')}</p>
    </div>
  );
}
