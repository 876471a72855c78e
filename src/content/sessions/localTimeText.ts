import { formatDay, formatHour } from '../../../domain/values/formats.ts';
import { addDays } from '../../../domain/hours/hours.ts';

/** The local hour of an instant on `date`: 0 before that day, 24 after it. */
export function wallHour(instant: string, date: string): number {
  const day = instant.slice(0, 10);
  if (day !== date) return day < date ? 0 : 24;
  return Number(instant.slice(11, 13)) + Number(instant.slice(14, 16)) / 60;
}

/** The local time of an instant, with the date if it is not `date`; midnight at its end counts as `date`. */
export function momentText(instant: string, date: string | null): string {
  const day = instant.slice(0, 10);
  const clock = formatHour(wallHour(instant, day));
  return day === date || (date !== null && day === addDays(date, 1) && wallHour(instant, day) === 0)
    ? clock
    : `${formatDay(day, 'named')}, ${clock}`;
}
