/** Days, months and years of wall time: epoch milliseconds, as if the local clock were that of UTC (domain/values/zoned-time.ts). */

export const DAY = 86_400_000;
/** Six weeks. */
const CELLS = 42;

export interface DateParts {
  year: number;
  month: number;
  day: number;
}

export interface TimeParts {
  hours: number;
  minutes: number;
  seconds: number;
  milliseconds: number;
}

export function startOfDay(wall: number): number {
  return Math.floor(wall / DAY) * DAY;
}

export function timeOf(wall: number): number {
  return wall - startOfDay(wall);
}

export function dateParts(wall: number): DateParts & TimeParts {
  const date = new Date(wall);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hours: date.getUTCHours(),
    minutes: date.getUTCMinutes(),
    seconds: date.getUTCSeconds(),
    milliseconds: date.getUTCMilliseconds(),
  };
}

/** Parts beyond their range carry over. */
export function wallFromParts({ year, month, day }: DateParts, time: Partial<TimeParts> = {}): number {
  const date = new Date(0);
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(time.hours ?? 0, time.minutes ?? 0, time.seconds ?? 0, time.milliseconds ?? 0);
  return date.getTime();
}

export function daysInMonth(year: number, month: number): number {
  return dateParts(wallFromParts({ year, month: month + 1, day: 0 })).day;
}

/** The same day of another month, or its last one where it has no such day. The time of day is kept. */
export function plusMonths(wall: number, count: number): number {
  const { year, month, day } = dateParts(wall);
  const first = dateParts(wallFromParts({ year, month: month + count, day: 1 }));
  return wallFromParts({ ...first, day: Math.min(day, daysInMonth(first.year, first.month)) }) + timeOf(wall);
}

/** A month as the number of months since the year 0. */
export function monthOf(wall: number): number {
  const { year, month } = dateParts(wall);
  return year * 12 + month - 1;
}

export function startOfMonth(month: number): number {
  return wallFromParts({ year: Math.floor(month / 12), month: (((month % 12) + 12) % 12) + 1, day: 1 });
}

/** 0 is Sunday. */
export function weekdayOf(wall: number): number {
  return (((Math.floor(wall / DAY) + 4) % 7) + 7) % 7;
}

export function startOfWeek(day: number, firstWeekday: number): number {
  return startOfDay(day) - ((weekdayOf(day) - firstWeekday + 7) % 7) * DAY;
}

/** The 42 days that show a month, from the start of the week of its first. */
export function cellsOf(month: number, firstWeekday: number): number[] {
  const first = startOfWeek(startOfMonth(month), firstWeekday);
  return Array.from({ length: CELLS }, (_, index) => first + index * DAY);
}

export function isoDay(wall: number): string {
  return new Date(startOfDay(wall)).toISOString().slice(0, 10);
}

/** Wall time of "2026-03-01", or of a local time such as "2026-03-01T14:30". NaN for anything else, 30 February included. */
export function wallOfIso(text: string): number {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?)?$/.test(text)) return NaN;
  const wall = Date.parse(text.length === 10 ? `${text}T00:00Z` : `${text}Z`);
  return !Number.isNaN(wall) && isoDay(wall) === text.slice(0, 10) ? wall : NaN;
}

export function isDay(text: string | undefined): text is string {
  return text?.length === 10 && !Number.isNaN(wallOfIso(text));
}
