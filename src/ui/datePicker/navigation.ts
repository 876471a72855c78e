import { DAY, monthOf, dateParts, plusMonths, startOfMonth, startOfWeek } from './days.ts';
import type { DayRules } from './disabledDays.ts';

export const YEARS_PER_PAGE = 12;
/** Years before and after the current one in the list of years. */
const YEARS_BACK = 100;
const YEARS_AHEAD = 52;

export interface Key {
  key: string;
  altKey: boolean;
  shiftKey: boolean;
}

/** The day that a key moves the focus to: a year further with Alt, or Shift as in the ARIA practices; undefined where the key is none of the grid's. */
export function dayForKey(day: number, { key, altKey, shiftKey }: Key, firstWeekday: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return day - DAY;
    case 'ArrowRight':
      return day + DAY;
    case 'ArrowUp':
      return day - 7 * DAY;
    case 'ArrowDown':
      return day + 7 * DAY;
    case 'Home':
      return startOfWeek(day, firstWeekday);
    case 'End':
      return startOfWeek(day, firstWeekday) + 6 * DAY;
    case 'PageUp':
      return plusMonths(day, altKey || shiftKey ? -12 : -1);
    case 'PageDown':
      return plusMonths(day, altKey || shiftKey ? 12 : 1);
    default:
      return undefined;
  }
}

/** The entry of a grid of months or years, by its columns, that a key moves the focus to. */
export function entryForKey(entry: number, { key, altKey, shiftKey }: Key, columns: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return entry - 1;
    case 'ArrowRight':
      return entry + 1;
    case 'ArrowUp':
      return entry - columns;
    case 'ArrowDown':
      return entry + columns;
    case 'Home':
      return entry - (((entry % 12) + 12) % 12);
    case 'End':
      return entry - (((entry % 12) + 12) % 12) + 11;
    case 'PageUp':
      return entry - (altKey || shiftKey ? 120 : 12);
    case 'PageDown':
      return entry + (altKey || shiftKey ? 120 : 12);
    default:
      return undefined;
  }
}

/** The first year of the page that shows a year. */
export function yearPageOf(year: number): number {
  return Math.floor(year / YEARS_PER_PAGE) * YEARS_PER_PAGE;
}

/** The years to choose from: those between the first and the last day, or a hundred back and 52 ahead. */
export function yearsOf(current: number, { first, last }: Pick<DayRules, 'first' | 'last'>): number[] {
  const from = Number.isFinite(first) ? dateParts(first).year : current - YEARS_BACK;
  const to = Number.isFinite(last) ? dateParts(last).year : current + YEARS_AHEAD;
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

/** The first month to show: the one asked for, else the value's, else today's. */
export function initialMonth(requested: string | undefined, value: number | null, today: number): number {
  const match = /^(\d{4})-(\d{2})/.exec(requested ?? '');
  if (match !== null) return Number(match[1]) * 12 + Number(match[2]) - 1;
  return monthOf(value ?? today);
}

/** Whether a day of these months can be chosen by the first and last one. */
export function isReachable(
  fromMonth: number,
  toMonth: number,
  { first, last }: Pick<DayRules, 'first' | 'last'>,
): boolean {
  return startOfMonth(toMonth + 1) - DAY >= first && startOfMonth(fromMonth) <= last;
}

/** The first month to show so that `month` is on the page, moved by whole pages. */
export function pageWith(month: number, page: number, size: number): number {
  return page + Math.floor((month - page) / size) * size;
}

/** What a finger did: the direction to turn the page, or null. */
export function swipeDirection({ dx, dy, ms }: { dx: number; dy: number; ms: number }): 1 | -1 | null {
  if (ms >= 300 || Math.abs(dx) < 60 || Math.abs(dy) > 80) return null;
  return dx < 0 ? 1 : -1;
}
