/**
 * Rules by which something recurs: RFC 5545, restricted to what a calendar of places needs. A rule is about calendar dates of a place;
 * the time of day is that of the first occurrence.
 */
import { isDate } from '../values/dates.ts';
import { addDays, dateWeekday } from './hours.ts';
import { wallTimeOf, zoneOffsets } from '../values/zoned-time.ts';

export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** In the order of RFC 5545's names, Sunday first: the index is that of weekdayOf. */
export const RULE_WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;

/** A weekday (0 for Sunday), or the nth of a month or year: 2 the second, -1 the last one. */
export interface RuleDay {
  weekday: number;
  nth: number | null;
}

export interface RecurrenceRule {
  frequency: Frequency;
  interval: number;
  /** How many occurrences, before exceptions; null: no limit. */
  count: number | null;
  /** The last date on which one may begin, "2026-12-12", or the instant "2026-12-12T23:59:59Z"; null: no end. */
  until: string | null;
  days: readonly RuleDay[];
  monthDays: readonly number[];
  months: readonly number[];
  positions: readonly number[];
  /** First day of the week; null: Monday. */
  weekStart: number | null;
}

/** The largest COUNT: two years of days. */
const MAX_OCCURRENCES = 730;
const MAX_INTERVAL = 99;
const MAX_LIST = 31;

const NEVER = new Set(['BYHOUR', 'BYMINUTE', 'BYSECOND']);
const UNTIL = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})Z)?$/;

/** Why a text is no rule, in a sentence for its author. */
export class RuleFault extends Error {}

/** Reads "FREQ=WEEKLY;BYDAY=MO,WE". Throws a RuleFault for anything else. */
export function parseRule(text: string): RecurrenceRule {
  const parts = new Map<string, string>();
  for (const part of text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')) {
    if (part === '') continue;
    const [, name, value] = /^([A-Z-]+)=(.+)$/.exec(part) ?? [];
    if (name === undefined || value === undefined) throw new RuleFault(`“${part.slice(0, 40)}” is not part of a rule`);
    if (parts.has(name)) throw new RuleFault(`${name} is given twice`);
    parts.set(name, value);
  }
  const frequency = FREQUENCIES.find((one) => one === parts.get('FREQ'));
  if (!frequency) throw new RuleFault('Must repeat daily, weekly, monthly or yearly: FREQ=WEEKLY');
  for (const name of parts.keys()) {
    if (NEVER.has(name))
      throw new RuleFault(`${name} is not possible: all occurrences start at the time of the first one`);
    if (!KNOWN.has(name)) throw new RuleFault(`${name} is not possible here`);
  }
  const list = (name: string, least: number, most: number): number[] => {
    const numbers = parts.get(name)?.split(',').map(Number) ?? [];
    const wrong = numbers.some((one) => !Number.isInteger(one) || one === 0 || one < least || one > most);
    if (wrong || numbers.length > MAX_LIST) throw new RuleFault(`${name} must be ${range(least, most)}`);
    return sorted(numbers);
  };
  const rule: RecurrenceRule = {
    frequency,
    interval: wholeNumber(parts.get('INTERVAL') ?? '1', 'INTERVAL', MAX_INTERVAL),
    count: parts.has('COUNT') ? wholeNumber(parts.get('COUNT') ?? '', 'COUNT', MAX_OCCURRENCES) : null,
    until: parseUntil(parts.get('UNTIL')),
    days: parseRuleDays(parts.get('BYDAY')),
    monthDays: list('BYMONTHDAY', -31, 31),
    months: list('BYMONTH', 1, 12),
    positions: list('BYSETPOS', -366, 366),
    weekStart: weekStartOf(parts.get('WKST')),
  };
  refuseContradictions(rule);
  return rule;
}

/** What is wrong with the text of a rule, in a sentence; null when it can be read. */
export function ruleFault(text: string): string | null {
  try {
    parseRule(text);
    return null;
  } catch (error) {
    if (error instanceof RuleFault) return error.message;
    throw error;
  }
}

export function ruleText(rule: RecurrenceRule): string {
  const { frequency, interval, count, until, days, monthDays, months, positions, weekStart } = rule;
  const parts: (string | false)[] = [
    `FREQ=${frequency}`,
    interval !== 1 && `INTERVAL=${interval}`,
    count !== null && `COUNT=${count}`,
    until !== null && `UNTIL=${until.replaceAll(/[-:]/g, '')}`,
    months.length > 0 && `BYMONTH=${months.join(',')}`,
    monthDays.length > 0 && `BYMONTHDAY=${monthDays.join(',')}`,
    days.length > 0 && `BYDAY=${days.map(({ nth, weekday }) => `${nth ?? ''}${RULE_WEEKDAYS[weekday]}`).join(',')}`,
    positions.length > 0 && `BYSETPOS=${positions.join(',')}`,
    weekStart !== null && `WKST=${RULE_WEEKDAYS[weekStart]}`,
  ];
  return parts.filter((part) => part !== false).join(';');
}

/** The last date in `zone` on which an occurrence may begin; null: no such limit. */
export function untilDate({ until }: Pick<RecurrenceRule, 'until'>, zone: string): string | null {
  if (until === null || !until.includes('T')) return until;
  const instant = Date.parse(until);
  return new Date(wallTimeOf(instant, zoneOffsets(zone, instant, instant + 1))).toISOString().slice(0, 10);
}

/**
 * The rule of the same series with its dates moved from one to another, so that the first is an occurrence whenever the second was; null
 * when no rule says that ("the last workday of a month" two days later).
 */
export function shiftRule(rule: RecurrenceRule, from: string, to: string): RecurrenceRule | null {
  const moved = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  if (moved === 0) return rule;
  const shifted = shiftedParts(rule, from, to, moved);
  if (!shifted) return null;
  const until = rule.until === null ? null : `${addDays(rule.until.slice(0, 10), moved)}${rule.until.slice(10)}`;
  return { ...rule, ...shifted, until };
}

type Parts = Partial<Pick<RecurrenceRule, 'days' | 'monthDays' | 'months'>>;

function shiftedParts(rule: RecurrenceRule, from: string, to: string, moved: number): Parts | null {
  const { frequency, days, monthDays, months, positions } = rule;
  if (positions.length > 0) return null;
  const isPlain = days.length === 0 && monthDays.length === 0 && months.length === 0;
  if (frequency === 'DAILY') return isPlain ? {} : null;
  if (frequency === 'WEEKLY') return isPlain ? {} : shiftedWeekdays(rule, moved);
  const isInMonth = from.slice(5, 7) === to.slice(5, 7);
  if (!isInMonth && (frequency === 'MONTHLY' || (!isPlain && months.length !== 1))) return isPlain ? {} : null;
  return shiftedDates(rule, to);
}

function shiftedWeekdays({ interval, days, months }: RecurrenceRule, moved: number): Parts | null {
  if (months.length > 0 || (interval > 1 && days.length > 1)) return null;
  const weekdays = days.map(({ weekday }) => (((weekday + moved) % 7) + 7) % 7);
  return { days: sorted(weekdays).map((weekday) => ({ weekday, nth: null })) };
}

function shiftedDates({ frequency, days, monthDays, months }: RecurrenceRule, to: string): Parts | null {
  if (months.length > (frequency === 'YEARLY' ? 1 : 0)) return null;
  const month = months.length > 0 ? { months: [Number(to.slice(5, 7))] } : {};
  if (monthDays.length === 0 && days.length === 0) return month;
  if (monthDays.length === 1 && days.length === 0 && (monthDays[0] ?? 0) > 0)
    return { ...month, monthDays: [Number(to.slice(8))] };
  const [day] = days;
  if (monthDays.length > 0 || days.length !== 1 || day?.nth == null) return null;
  if (frequency === 'YEARLY' && months.length === 0) return null;
  return { ...month, days: [{ weekday: dateWeekday(to), nth: nthWeekday(to, day.nth) }] };
}

/** Which of its weekday a date is in its month, counted from the end where `like` is. */
export function nthWeekday(date: string, like: number): number {
  const day = Number(date.slice(8));
  if (like > 0) return Math.ceil(day / 7);
  const last = new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate();
  return -Math.ceil((last - day + 1) / 7);
}

const KNOWN = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS', 'WKST']);

function sorted(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}

function range(least: number, most: number): string {
  return least < 0 ? `from 1 to ${most}, or from the end, -1 to ${least}` : `from ${least} to ${most}`;
}

function wholeNumber(text: string, name: string, most: number): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > most) throw new RuleFault(`${name} must be a whole number from 1 to ${most}`);
  return number;
}

function parseUntil(text: string | undefined): string | null {
  if (text === undefined) return null;
  const [, year, month, day, hour, minute, second] = UNTIL.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  const time = hour === undefined ? '' : `T${hour}:${minute}:${second}Z`;
  if (!isDate(date) || Number.isNaN(Date.parse(date + time)))
    throw new RuleFault('UNTIL must be the last date, as in UNTIL=20261212');
  return date + time;
}

function parseRuleDays(text: string | undefined): RuleDay[] {
  const days = (text?.split(',') ?? []).map((one): RuleDay => {
    const [, nth = '', name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(one) ?? [];
    const weekday = RULE_WEEKDAYS.findIndex((known) => known === name);
    if (weekday < 0 || (nth !== '' && (Number(nth) === 0 || Math.abs(Number(nth)) > 53)))
      throw new RuleFault('BYDAY must be weekdays such as MO,WE or 2TU or -1FR');
    return { weekday, nth: nth === '' ? null : Number(nth) };
  });
  const unique = new Map(days.map((day) => [`${day.nth}/${day.weekday}`, day]));
  return [...unique.values()].toSorted((a, b) => (a.nth ?? 0) - (b.nth ?? 0) || a.weekday - b.weekday);
}

function weekStartOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const weekday = RULE_WEEKDAYS.findIndex((known) => known === text);
  if (weekday < 0) throw new RuleFault('WKST must be a weekday such as MO');
  return weekday;
}

function refuseContradictions({ frequency, count, until, days, monthDays, months, positions }: RecurrenceRule): void {
  if (count !== null && until !== null) throw new RuleFault('Use COUNT or UNTIL, not both');
  if (frequency === 'WEEKLY' && monthDays.length > 0)
    throw new RuleFault('BYMONTHDAY is not possible in a weekly rule');
  if ((frequency === 'DAILY' || frequency === 'WEEKLY') && days.some(({ nth }) => nth !== null))
    throw new RuleFault('BYDAY can only count weekdays within months and years');
  if (positions.length > 0 && days.length + monthDays.length + months.length === 0)
    throw new RuleFault('BYSETPOS needs another BY… rule to choose from');
}
