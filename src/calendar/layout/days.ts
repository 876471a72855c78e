import { monthName, WEEKDAY_NAMES } from '../../../domain/values/date-names.ts';

/** Calendar dates as day numbers: days since 1 January 1970, local to whatever place is shown. */

export const DAY = 86_400_000;
export const MINUTE = 60_000;

/** "2026-11-23" to its day number; NaN for what is no date. */
export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY;
}

/** A day number to "2026-11-23". */
export function dateOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

export function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}

export function monthOf(date: string): number {
  return Number(date.slice(5, 7));
}

export function firstOfMonth(date: string): string {
  return `${date.slice(0, 7)}-01`;
}

/** January 1 of a year from 1 to 9999; years beyond are these. */
export function firstOfYear(year: number): string {
  return `${String(Math.min(9999, Math.max(1, year))).padStart(4, '0')}-01-01`;
}

/** The same day `months` later, or the last of a month that is shorter. */
export function addMonths(date: string, months: number): string {
  const count = Math.min(119_999, Math.max(12, yearOf(date) * 12 + monthOf(date) - 1 + months));
  const [year, month] = [Math.floor(count / 12), count % 12];
  const last = new Date(0);
  last.setUTCFullYear(year, month + 1, 0);
  const day = Math.min(Number(date.slice(8, 10)), last.getUTCDate());
  return `${String(year).padStart(4, '0')}-${String(month + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

export function addDays(date: string, days: number): string {
  return dateOf(dayOf(date) + days);
}

/** The days of a month; how many weekdays precede its first one, from Sunday. */
export function daysOfMonth(first: string): { days: string[]; before: number } {
  const day = dayOf(first);
  const length = dayOf(addMonths(first, 1)) - day;
  return { days: Array.from({ length }, (_, index) => dateOf(day + index)), before: weekdayOf(day) % 7 };
}

/** ISO 8601 week of a date. */
export function isoWeekOf(date: string): number {
  const day = dayOf(date);
  const thursday = day - weekdayOf(day) + 4;
  return 1 + Math.floor((thursday - dayOf(firstOfYear(yearOf(dateOf(thursday))))) / 7);
}

export { monthName };

export function weekdayName(date: string): string {
  return WEEKDAY_NAMES[weekdayOf(dayOf(date)) % 7] ?? '';
}
