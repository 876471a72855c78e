import { DAY, isDay, startOfDay, weekdayOf, wallOfIso } from './days.ts';

/** Days as "2026-03-01"; both ends are included, an absent one is open. Weekdays: 0 is Sunday. */
export type DisabledDays =
  | string
  | { start?: string; end?: string }
  | { weekdays: readonly number[] }
  | ((day: string) => boolean);

export interface DayLimits {
  min?: string | undefined;
  max?: string | undefined;
  disabledDays?: readonly DisabledDays[] | undefined;
}

export interface DayRules {
  /** The first and the last day that can be chosen, infinite where nothing bounds them. */
  first: number;
  last: number;
  isDisabled: (day: number) => boolean;
  /** Whether any day from one to the other is disabled. */
  intersects: (from: number, to: number) => boolean;
}

/** Of longer ranges without bounds, only the first days are tried by tests and weekdays. */
const LONGEST = 366 * 400;

export function dayRules({ min, max, disabledDays = [] }: DayLimits): DayRules {
  // A bound that is no day, such as another input's half-typed one, bounds nothing.
  const first = isDay(min) ? wallOfIso(min) : -Infinity;
  const last = isDay(max) ? wallOfIso(max) : Infinity;
  const spans: { start: number; end: number }[] = [];
  const tests: ((day: number) => boolean)[] = [];
  for (const one of disabledDays) {
    if (typeof one === 'function') tests.push((day) => one(new Date(day).toISOString().slice(0, 10)));
    else if (typeof one === 'string') spans.push({ start: wallOfIso(one), end: wallOfIso(one) });
    else if ('weekdays' in one) tests.push((day) => one.weekdays.includes(weekdayOf(day)));
    else
      spans.push({
        start: one.start === undefined ? -Infinity : wallOfIso(one.start),
        end: one.end === undefined ? Infinity : wallOfIso(one.end),
      });
  }
  // Min and max are disabled ranges like others.
  if (first !== -Infinity) spans.push({ start: -Infinity, end: first - DAY });
  if (last !== Infinity) spans.push({ start: last + DAY, end: Infinity });
  const intersects = (from: number, to: number) => {
    const [start, end] = [startOfDay(Math.min(from, to)), startOfDay(Math.max(from, to))];
    if (spans.some((span) => start <= span.end && end >= span.start)) return true;
    if (tests.length === 0) return false;
    for (let day = start; day <= end && day < start + LONGEST * DAY; day += DAY)
      if (tests.some((test) => test(day))) return true;
    return false;
  };
  return { first, last, isDisabled: (day) => intersects(day, day), intersects };
}
