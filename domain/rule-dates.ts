/** On which dates a rule can have occurrences, without expanding it. */

import { weekdayOf } from './hours.ts';
import { nthOf, untilDate, type RecurrenceRule } from './recurrence.ts';

const DAY = 86_400_000;
const MONDAY = 1;

/**
 * Says of a local date whether an occurrence can begin on it, in a series whose first one begins on `first`. Exact save for COUNT and
 * BYSETPOS, which it takes no notice of: of those it may say yes where the expansion says no, never the other way round.
 */
export function ruleDates(rule: RecurrenceRule, first: string, zone: string): (date: string) => boolean {
  const last = untilDate(rule, zone);
  return (date) =>
    date >= first && (last === null || date <= last) && isInPeriod(rule, first, date) && isChosen(rule, first, date);
}

/** Every nth day, week, month or year. */
function isInPeriod({ frequency, interval, weekStart }: RecurrenceRule, first: string, date: string): boolean {
  const begins = (1 - (weekStart ?? MONDAY) + 7) % 7;
  // 1970-01-01 was a Thursday: three days before it a week of Mondays began.
  const week = (day: string): number => Math.floor((dayNumber(day) + 3 + begins) / 7);
  const month = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  const period = {
    DAILY: dayNumber,
    WEEKLY: week,
    MONTHLY: month,
    YEARLY: (day: string) => Number(day.slice(0, 4)),
  }[frequency];
  return (period(date) - period(first)) % interval === 0;
}

function isChosen(rule: RecurrenceRule, first: string, date: string): boolean {
  const { frequency, days, monthDays, months, positions } = rule;
  if (months.length > 0 && !months.includes(Number(date.slice(5, 7)))) return false;
  if (positions.length > 0) return true;
  if (monthDays.length > 0 && !monthDays.some((day) => day === dayOfMonth(date) || day === dayFromEnd(date)))
    return false;
  if (days.length > 0) return days.some(({ weekday, nth }) => weekday === weekdayOf(date) && isNth(rule, date, nth));
  if (monthDays.length > 0 || frequency === 'DAILY') return true;
  if (frequency === 'WEEKLY') return weekdayOf(date) === weekdayOf(first);
  if (dayOfMonth(date) !== dayOfMonth(first)) return false;
  return frequency === 'MONTHLY' || months.length > 0 || date.slice(5, 7) === first.slice(5, 7);
}

/** Of its month; of its year where no month is chosen. */
function isNth({ frequency, months }: RecurrenceRule, date: string, nth: number | null): boolean {
  if (nth === null) return true;
  if (frequency === 'MONTHLY' || months.length > 0) return nthOf(date, nth) === nth;
  const year = Number(date.slice(0, 4));
  const day = dayNumber(date) - Date.UTC(year, 0, 1) / DAY;
  const left = Date.UTC(year, 11, 31) / DAY - dayNumber(date);
  return nth > 0 ? Math.floor(day / 7) + 1 === nth : -(Math.floor(left / 7) + 1) === nth;
}

function dayOfMonth(date: string): number {
  return Number(date.slice(8));
}

function dayFromEnd(date: string): number {
  return dayOfMonth(date) - new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate() - 1;
}

function dayNumber(date: string): number {
  return Date.parse(date) / DAY;
}
