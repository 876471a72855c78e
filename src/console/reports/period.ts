import { termBefore, termOn, type Term } from '../../../domain/values/terms.ts';
import type { Preset } from '../../ui/datePicker/pickerConfig.ts';
import { dayPresets } from '../list/dayPresets.ts';

/** Days as "2026-03-01", inclusive. */
export interface Days {
  from: string;
  to: string;
}

export const WEEK_CHOICES = [4, 12, 52] as const;
export type WeekChoice = (typeof WEEK_CHOICES)[number];
const USUAL: WeekChoice = 12;

/** The last weeks including the current one, or custom days. */
export type Period = { weeks: WeekChoice } | { own: Days };

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** The period in the address; default: twelve weeks. */
export function periodIn(search: URLSearchParams): Period {
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  if (isDay(from) && isDay(to)) return { own: { from, to } };
  const weeks = WEEK_CHOICES.find((choice) => String(choice) === search.get('weeks'));
  return { weeks: weeks ?? USUAL };
}

export function searchOf(period: Period): Record<string, string> {
  return 'own' in period ? { ...period.own } : period.weeks === USUAL ? {} : { weeks: String(period.weeks) };
}

export function daysOfPeriod(period: Period, today: string): Days {
  return 'own' in period ? period.own : { from: plusDays(mondayOf(today), -7 * (period.weeks - 1)), to: today };
}

/** The preceding period for comparison: equally long, or as many weeks earlier, up to the same weekday. */
export function periodBefore(period: Period, days: Days): Days {
  const back = 'own' in period ? periodLength(days) : period.weeks * 7;
  return { from: plusDays(days.from, -back), to: plusDays(days.to, -back) };
}

/** "12 weeks", "20 days" */
export function formatPeriod(period: Period, days: Days): string {
  const length = periodLength(days);
  return 'weeks' in period ? `${period.weeks} weeks` : length === 1 ? 'day' : `${length} days`;
}

export interface Comparison {
  days: Days;
  /** "the 12 weeks before", "Spring 2026" */
  label: string;
}

/** What a period is compared with: a whole term with the term before it, other days with as many days before them. */
export function comparisonOf(period: Period, days: Days, terms: readonly Term[]): Comparison {
  const term = termOn(days.from, terms);
  const earlier = term?.start === days.from && term.end === days.to ? termBefore(term.start, terms) : undefined;
  if (earlier === undefined)
    return { days: periodBefore(period, days), label: `the ${formatPeriod(period, days)} before` };
  return { days: { from: earlier.start, to: earlier.end }, label: `${earlier.name} ${earlier.start.slice(0, 4)}` };
}

/** The ranges offered beside the calendar: those of lists, and the last term. */
export function periodPresets(today: string, terms: readonly Term[]): Preset[] {
  const last = termBefore(termOn(today, terms)?.start ?? today, terms);
  return [
    ...dayPresets(today, terms),
    ...(last === undefined ? [] : [{ label: 'Last term', start: last.start, end: last.end }]),
  ];
}

export function periodLength({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

export function mondayOf(day: string): string {
  return plusDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

export function plusDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

export function isDay(text: string): boolean {
  return DAY.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}
