import { memo, type ReactElement } from 'react';
import { formatDay, formatMonth } from '../../../domain/values/formats.ts';
import { WEEKDAY_NAMES } from '../../../domain/values/date-names.ts';
import { addMonths, daysOfMonth, monthName } from '../layout/days.ts';
import { describeClosures } from '../layout/closures.ts';
import { countText } from './countText.ts';
import styles from './SmallParts.module.css';

export interface SmallPartsProps {
  /** First date of the month or year. */
  cell: string;
  /** By day or month. */
  counts: ReadonlyMap<string, number>;
  today: string | null;
  /** By day, why the place is closed. */
  closures: ReadonlyMap<string, string>;
}

function hintOf(name: string, count: number, closures: readonly string[]): string | undefined {
  const texts = [...(count > 0 ? [countText(count)] : []), ...closures];
  return texts.length > 0 ? `${name}: ${texts.join('. ')}` : undefined;
}

/** Shades tell few from many. */
function levelOf(count: number): number {
  return Math.min(3, count);
}

/** A month of the year view: its days, those with events marked. The pointer opens a day; keys open the month. */
export const SmallMonth = memo(function SmallMonth({ cell, counts, today, closures }: SmallPartsProps): ReactElement {
  const { days, before } = daysOfMonth(cell);
  return (
    <span className={styles.month} aria-hidden="true">
      {WEEKDAY_NAMES.map((name) => (
        <span key={name} className={styles.weekday}>
          {name.slice(0, 1)}
        </span>
      ))}
      {days.map((date, index) => {
        const count = counts.get(date) ?? 0;
        const closure = closures.get(date);
        return (
          <span
            key={date}
            className={styles.day}
            style={index === 0 ? { gridColumnStart: before + 1 } : undefined}
            data-jump={`day:${date}`}
            data-level={count > 0 ? levelOf(count) : undefined}
            data-today={date === today ? '' : undefined}
            data-closed={closure === undefined ? undefined : ''}
            title={hintOf(formatDay(date, 'day'), count, closure === undefined ? [] : [closure])}
          >
            {index + 1}
          </span>
        );
      })}
    </span>
  );
});

/** A year of the years view: its months with how many events each has. */
export const SmallYear = memo(function SmallYear({ cell, counts, today, closures }: SmallPartsProps): ReactElement {
  const months = Array.from({ length: 12 }, (_, index) => addMonths(cell, index));
  return (
    <span className={styles.year} aria-hidden="true">
      {months.map((first) => {
        const count = counts.get(first.slice(0, 7)) ?? 0;
        const closed = new Map([...closures].filter(([date]) => date.startsWith(first.slice(0, 7))));
        return (
          <span
            key={first}
            className={styles.part}
            data-jump={`month:${first}`}
            data-level={count > 0 ? levelOf(count) : undefined}
            data-today={today?.startsWith(first.slice(0, 7)) === true ? '' : undefined}
            data-closed={closed.size > 0 ? '' : undefined}
            title={hintOf(formatMonth(first), count, describeClosures(closed))}
          >
            {monthName(first).slice(0, 3)}
            {count > 0 && <b>{count}</b>}
          </span>
        );
      })}
    </span>
  );
});
