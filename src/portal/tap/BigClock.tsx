import { useEffect, useState } from 'react';
import { formatInstantDay, formatTime } from '../../../domain/values/formats.ts';
import { useModel } from '../../app/useModel.ts';
import { clock } from '../../ui/clock.ts';
import styles from './Tap.module.css';

/** The time at the place, for people at the door. */
export function BigClock() {
  const { site } = useModel();
  const [now, setNow] = useState(clock.instant);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.instant()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className={styles.clock}>
      <time dateTime={now.slice(0, 16)}>{formatTime(now, site.timezone)}</time>
      <span>{formatInstantDay(now, site.timezone)}</span>
    </p>
  );
}
