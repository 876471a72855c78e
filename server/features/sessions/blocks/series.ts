import { parseRule, type RecurrenceRule } from '../../../../domain/hours/recurrence.ts';
import { ruleDays } from '../../../../domain/hours/rule-dates.ts';
import { instantOfWallTime, wallTimeOf } from '../../../../domain/values/zoned-time.ts';
import { offsetsAround } from '../../../platform/zone-years.ts';

/** A block as its row stores it: once, or a series by a rule in local time. */
export interface Series {
  startsAt: string;
  endsAt: string;
  rule: string | null;
  exceptDates: readonly string[] | null;
}

/** `date` is the local date on which it begins, and names it within its series; instants are epoch milliseconds. */
export interface Occurrence {
  date: string;
  startsAt: number;
  endsAt: number;
}

const DAY = 86_400_000;
/** The longest block of a series, in days. */
export const MAX_SERIES_DAYS = 31;
/** The most occurrences of one expansion. */
const MAX_EXPANDED = 10_000;
/** The last instant at which anything is looked for: the end of the twenty-second century. */
const LAST_INSTANT = Date.UTC(2200, 0, 1);
/** A series with a number of occurrences is expanded from its first one on, and must therefore be over within so many years. */
const COUNTED_YEARS = 20;

/**
 * The occurrences that overlap [from, to), in order. Local times that the clock skips are left out; of those that occur twice, the
 * earlier counts (RFC 5545). The first one is exactly the block's own; each other ends at the same local time.
 */
export function occurrencesOf(series: Series, zone: string, from: number, to: number): Occurrence[] {
  const first = { startsAt: Date.parse(series.startsAt), endsAt: Date.parse(series.endsAt) };
  if (series.rule === null) {
    const { date } = expanderOf(series, zone);
    return first.startsAt < to && first.endsAt > from ? [{ date, ...first }] : [];
  }
  const expander = expanderOf(series, zone);
  const { date: firstDate, wallLength } = expander;
  const left = new Set(series.exceptDates);
  const earliest = Math.max(from - (MAX_SERIES_DAYS + 1) * DAY, first.startsAt - DAY);
  const latest = Math.min(to, LAST_INSTANT);
  if (earliest >= latest) return [];
  return startsBetween(expander, earliest, latest).flatMap((startsAt) => {
    const offsets = offsetsAround(startsAt, zone);
    const wall = wallTimeOf(startsAt, offsets);
    const date = wallDate(wall);
    if (left.has(date)) return [];
    const ends = instantOfWallTime(wall + wallLength, offsets);
    const one =
      date === firstDate
        ? { date, ...first }
        : { date, startsAt, endsAt: ends > startsAt ? ends : startsAt + (first.endsAt - first.startsAt) };
    return one.startsAt < to && one.endsAt > from ? [one] : [];
  });
}

/**
 * The first occurrence that overlaps [from, to) and is accepted; undefined when there is none. Looks ahead in steps that grow, so that
 * what takes place often is not expanded for years.
 */
export function firstOccurrence(
  series: Series,
  zone: string,
  [from, to]: readonly [number, number],
  accepts: (one: Occurrence) => boolean = () => true,
): Occurrence | undefined {
  for (let [start, days] = [from, 40]; start < to; start += days * DAY, days *= 4) {
    const found = occurrencesOf(series, zone, start, Math.min(start + days * DAY, to)).find(accepts);
    if (found) return found;
  }
  return undefined;
}

/** The occurrence of a local date; undefined when there is none. */
export function occurrenceOn(series: Series, zone: string, date: string): Occurrence | undefined {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return occurrencesOf(series, zone, midnight - 2 * DAY, midnight + 3 * DAY).find((one) => one.date === date);
}

/** The local date on which a block begins. */
export function startDate(series: Series, zone: string): string {
  return expanderOf(series, zone).date;
}

/** An instant after which nothing of the series takes place in any zone; null when it has no end. */
export function overBy({ startsAt, endsAt, rule: text }: Omit<Series, 'exceptDates'>): string | null {
  if (text === null) return endsAt;
  const rule = parseRule(text);
  const length = Date.parse(endsAt) - Date.parse(startsAt);
  const last = rule.until === null ? lastStart(startsAt, text, rule.count) : Date.parse(rule.until);
  const latest = last === null ? null : last + length + 2 * DAY;
  return latest === null || latest > LAST_INSTANT ? null : new Date(Math.max(latest, Date.parse(endsAt))).toISOString();
}

/** Why a series cannot be stored: it does not take place as often as it says; null when it can. */
export function expansionFault(series: Series, zone: string): string | null {
  const { rule, counted } = expanderOf(series, zone);
  const count = rule?.count ?? null;
  const found = counted().length;
  if (count === null || found >= count) return null;
  return `Has only ${found} ${found === 1 ? 'date' : 'dates'} within ${COUNTED_YEARS} years. Enter an end date instead of a number.`;
}

/** The instant at which a series with a number of occurrences is over at the latest. */
function countedEnd(startsAt: number): number {
  const end = new Date(startsAt);
  end.setUTCFullYear(end.getUTCFullYear() + COUNTED_YEARS);
  return Math.min(end.getTime(), LAST_INSTANT);
}

/** The last start of a series with a number of occurrences, or a later instant, in UTC; null without a number. */
function lastStart(startsAt: string, text: string, count: number | null): number | null {
  if (count === null) return null;
  const start = Date.parse(startsAt);
  const end = countedEnd(start);
  let last = Math.floor(start / DAY);
  let left = 2 * count;
  // Twice the count: the clock may skip every second one, which then does not count.
  for (const day of ruleDays(parseRule(text), last, last, Math.floor(end / DAY) + 1)) {
    last = day;
    left -= 1;
    if (left === 0) return Math.min((last + 1) * DAY, end);
  }
  return end;
}

interface Expander {
  rule: RecurrenceRule | null;
  zone: string;
  /** Local time at which the first one begins, in milliseconds (zoned-time.ts). */
  wall: number;
  date: string;
  /** From the local start to the local end of the first one, in milliseconds. */
  wallLength: number;
  /** Where the number of occurrences is given, the instants at which all of them begin; empty where it is not. */
  counted: () => readonly number[];
}

/** Series with a number of occurrences are counted from the first one, once for all ranges. */
const expanders = new Map<string, Expander>();
const MAX_EXPANDERS = 2000;

function expanderOf(series: Series, zone: string): Expander {
  const key = [zone, series.startsAt, series.endsAt, series.rule].join(' ');
  let expander = expanders.get(key);
  if (!expander) {
    if (expanders.size >= MAX_EXPANDERS) expanders.clear();
    expanders.set(key, (expander = makeExpander(series, zone)));
  }
  return expander;
}

function makeExpander({ startsAt, endsAt, rule: text }: Series, zone: string): Expander {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)];
  const wall = wallTimeOf(start, offsetsAround(start, zone));
  const rule = text === null ? null : parseRule(text);
  const wallLength = wallTimeOf(end, offsetsAround(end, zone)) - wall;
  let known: readonly number[] | undefined;
  const counted = (): readonly number[] => {
    if (rule === null || rule.count === null) return [];
    return (known ??= occurrenceStarts({ rule, wall, zone }, start - DAY, countedEnd(start), rule.count));
  };
  return { rule, zone, wall, date: wallDate(wall), wallLength, counted };
}

function startsBetween({ rule, counted, ...expander }: Expander, from: number, to: number): readonly number[] {
  if (rule === null) return [];
  if (rule.count !== null) return counted().filter((start) => start >= from && start <= to);
  return occurrenceStarts({ rule, ...expander }, from, to, MAX_EXPANDED);
}

/** The first `most` instants from `from` to `to` (inclusive) at which an occurrence begins: local times that the clock skips are none. */
function occurrenceStarts(
  { rule, zone, wall }: { rule: RecurrenceRule; zone: string; wall: number },
  from: number,
  to: number,
  most: number,
): number[] {
  const firstDay = Math.floor(wall / DAY);
  const timeOfDay = wall - firstDay * DAY;
  const until = latestStart(rule);
  const lastDay = rule.until === null ? Infinity : Math.floor(Date.parse(rule.until) / DAY) + 2;
  const starts: number[] = [];
  // A local date begins at most a day before or after that of UTC.
  const days = ruleDays(rule, firstDay, Math.floor(from / DAY) - 1, Math.min(Math.floor(to / DAY) + 2, lastDay));
  for (const day of days) {
    const local = day * DAY + timeOfDay;
    const offsets = offsetsAround(local, zone);
    const start = instantOfWallTime(local, offsets);
    const isSkipped = wallTimeOf(start, offsets) !== local;
    if (!isSkipped && start >= from && start <= to && until(start, day)) starts.push(start);
    if (starts.length === most) break;
  }
  return starts;
}

/** UNTIL is the last local date, or the last instant. */
function latestStart({ until }: RecurrenceRule): (start: number, day: number) => boolean {
  if (until === null) return () => true;
  const last = Date.parse(until);
  return until.includes('T') ? (start) => start <= last : (_, day) => day * DAY <= last;
}

function wallDate(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10);
}
