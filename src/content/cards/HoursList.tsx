import { WEEKDAY_NAMES } from '../../../domain/values/date-names.ts';
import type { EffectiveDay } from '../../../domain/hours/hours.ts';
import { classNames } from '../../ui/classNames.ts';
import { hoursText } from './openState.ts';
import styles from './HoursList.module.css';

/** A week of opening hours with today marked; days that deviate from the usual hours give the reason. */
export function HoursList({ days, today }: { days: readonly EffectiveDay[]; today: string }) {
  return (
    <ul className={styles.days} aria-label="Opening hours">
      {days.map((day) => (
        <li
          key={day.date}
          className={classNames(styles.day, day.date === today && styles.today, day.opens === null && styles.closed)}
          {...(day.date === today ? { 'aria-current': 'date' as const } : {})}
        >
          <span>{WEEKDAY_NAMES[day.weekday]}</span>
          <span className={styles.hours}>{hoursText(day)}</span>
          {day.reason !== null && <span className={styles.reason}>{day.reason}</span>}
        </li>
      ))}
    </ul>
  );
}
