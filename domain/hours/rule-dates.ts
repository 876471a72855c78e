/** The calendar dates of a recurrence rule, by arithmetic alone. A day is the number of days since 1970-01-01. */

import { untilDate, type RecurrenceRule } from './recurrence.ts';

const DAY = 86_400_000;
const MONDAY = 1;
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 4;

interface CalendarDay {
  number: number;
  /** 0 for Sunday. */
  weekday: number;
  year: number;
  /** From 1, as `day`. */
  month: number;
  day: number;
  daysInMonth: number;
}

/**
 * Says of a local date whether an occurrence can begin on it, in a series whose first one begins on `first`. Exact save for COUNT and
 * BYSETPOS, which are ignored: of those it may say yes where the expansion says no, never the other way round.
 */
export function ruleDates(rule: RecurrenceRule, first: string, zone: string): (date: string) => boolean {
  const last = untilDate(rule, zone);
  const firstDay = calendarDay(dayNumber(first));
  const firstPeriod = periodNumber(rule, firstDay);
  return (date) => {
    if (date < first || (last !== null && date > last)) return false;
    const day = calendarDay(dayNumber(date));
    return (periodNumber(rule, day) - firstPeriod) % rule.interval === 0 && isChosen(rule, firstDay, day);
  };
}

/**
 * The days of the rule from `from` (inclusive) to `to` (exclusive), in order, in a series whose first one is on `first`. COUNT and UNTIL
 * are ignored. The work is proportional to the days between `from` and `to`, whatever the rule.
 */
export function* ruleDays(rule: RecurrenceRule, first: number, from: number, to: number): Generator<number> {
  const firstDay = calendarDay(first);
  const firstPeriod = periodNumber(rule, firstDay);
  const begin = Math.max(first, from);
  const skipped = periodNumber(rule, calendarDay(begin)) - firstPeriod;
  let period = firstPeriod + Math.ceil(skipped / rule.interval) * rule.interval;
  for (let start = periodStart(rule, period); start < to; start = periodStart(rule, period)) {
    for (const day of chosenIn(rule, firstDay, start, periodStart(rule, period + 1)))
      if (day >= begin && day < to) yield day;
    period += rule.interval;
  }
}

/** The days that the rule chooses in one of its periods. */
function chosenIn(rule: RecurrenceRule, first: CalendarDay, start: number, end: number): number[] {
  const chosen: number[] = [];
  for (let number = start; number < end; number += 1)
    if (isChosen(rule, first, calendarDay(number))) chosen.push(number);
  const { positions } = rule;
  if (positions.length === 0) return chosen;
  return chosen.filter((_, index) => positions.includes(index + 1) || positions.includes(index - chosen.length));
}

/** The number of the day, week, month or year that a day is in. */
function periodNumber({ frequency, weekStart }: RecurrenceRule, { number, year, month }: CalendarDay): number {
  if (frequency === 'DAILY') return number;
  if (frequency === 'WEEKLY') return Math.floor((number - weekOffset(weekStart)) / 7);
  return frequency === 'MONTHLY' ? year * 12 + month - 1 : year;
}

function periodStart({ frequency, weekStart }: RecurrenceRule, period: number): number {
  if (frequency === 'DAILY') return period;
  if (frequency === 'WEEKLY') return period * 7 + weekOffset(weekStart);
  return frequency === 'MONTHLY'
    ? Date.UTC(Math.floor(period / 12), period % 12, 1) / DAY
    : Date.UTC(period, 0, 1) / DAY;
}

/** The first day of a week after 1970-01-01. */
function weekOffset(weekStart: number | null): number {
  return ((weekStart ?? MONDAY) - FIRST_WEEKDAY + 7) % 7;
}

function isChosen(rule: RecurrenceRule, first: CalendarDay, day: CalendarDay): boolean {
  const { frequency, days, monthDays, months } = rule;
  if (months.length > 0 && !months.includes(day.month)) return false;
  if (monthDays.length > 0 && !monthDays.includes(day.day) && !monthDays.includes(day.day - day.daysInMonth - 1))
    return false;
  if (days.length > 0) return days.some(({ weekday, nth }) => weekday === day.weekday && isNth(rule, day, nth));
  if (monthDays.length > 0 || frequency === 'DAILY') return true;
  if (frequency === 'WEEKLY') return day.weekday === first.weekday;
  if (day.day !== first.day) return false;
  return frequency === 'MONTHLY' || months.length > 0 || day.month === first.month;
}

/** Of its month; of its year where no month is chosen. */
function isNth({ frequency, months }: RecurrenceRule, day: CalendarDay, nth: number | null): boolean {
  if (nth === null) return true;
  const isOfMonth = frequency === 'MONTHLY' || months.length > 0;
  const before = isOfMonth ? day.day - 1 : day.number - Date.UTC(day.year, 0, 1) / DAY;
  const after = isOfMonth ? day.daysInMonth - day.day : Date.UTC(day.year, 11, 31) / DAY - day.number;
  return nth > 0 ? Math.floor(before / 7) + 1 === nth : -(Math.floor(after / 7) + 1) === nth;
}

function calendarDay(number: number): CalendarDay {
  const date = new Date(number * DAY);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return {
    number,
    weekday: date.getUTCDay(),
    year,
    month: month + 1,
    day: date.getUTCDate(),
    daysInMonth: daysInMonth(year, month),
  };
}

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysInMonth(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 1 && isLeap ? 29 : (MONTH_LENGTHS[month] ?? 31);
}

function dayNumber(date: string): number {
  return Date.parse(date) / DAY;
}
