import { formatHour } from '../../../domain/values/formats.ts';

export function hourOptions(first: number, last: number): { value: string; label: string }[] {
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    value: String(first + index),
    label: formatHour(first + index),
  }));
}

/** The same hours on some weekdays (0 for Sunday). Where the start equals the end, a day is closed. */
export function weekOf(days: readonly number[], opens: number, closes: number) {
  const each = (hour: number) => [0, 1, 2, 3, 4, 5, 6].map((day) => (days.includes(day) ? hour : 0));
  return { weekends: days.includes(0) || days.includes(6), openTimes: each(opens), closeTimes: each(closes) };
}
