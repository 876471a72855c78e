import { RRuleTemporal } from 'rrule-temporal';
import { parseRule, ruleText } from '../../../domain/recurrence.ts';
import { instantOfWallTime, wallTimeOf, zoneOffsets } from '../../../domain/zoned-time.ts';
import { offsetsAround } from '../../platform/zone-years.ts';

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
/** The most that is expanded at once. */
const MAX_EXPANDED = 10_000;
/** The last instant at which anything is looked for: the end of the twenty-second century. */
const LAST_INSTANT = Date.UTC(2200, 0, 1);
/** A series with a number of occurrences is expanded as a whole, and therefore over within so many years. */
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
  const { rule, date: firstDate, wallLength } = expanderOf(series, zone);
  const left = new Set(series.exceptDates);
  const earliest = Math.max(from - (MAX_SERIES_DAYS + 1) * DAY, first.startsAt - DAY);
  const latest = Math.min(to, LAST_INSTANT);
  if (!rule || earliest >= latest) return [];
  return startsBetween(rule, earliest, latest).flatMap((startsAt) => {
    const offsets = offsetsAround(startsAt, zone);
    const wall = wallTimeOf(startsAt, offsets);
    const date = dateOf(wall);
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
  const last = rule.until === null ? lastOf(startsAt, text, rule.count) : Date.parse(rule.until);
  const latest = last === null ? null : last + length + 2 * DAY;
  return latest === null || latest > LAST_INSTANT ? null : new Date(Math.max(latest, Date.parse(endsAt))).toISOString();
}

/** Why a series cannot be kept: it takes place too seldom to be found, or not as often as it says; null when it can. */
export function expansionFault(series: Series, zone: string): string | null {
  const count = series.rule === null ? null : parseRule(series.rule).count;
  const whole = { ...series, exceptDates: null };
  const startsAt = Date.parse(series.startsAt);
  const from = count === null ? LAST_INSTANT - MAX_SERIES_DAYS * DAY : startsAt;
  try {
    const found = occurrencesOf(whole, zone, from, LAST_INSTANT).length;
    if (count === null || found >= count) return null;
    return `Takes place ${found} times only within ${COUNTED_YEARS} years: name the last date instead of a number`;
  } catch {
    return 'Takes place too seldom';
  }
}

/** The instant at which whatever a number of occurrences ends is over at the latest. */
function countedEnd(startsAt: number): number {
  const end = new Date(startsAt);
  end.setUTCFullYear(end.getUTCFullYear() + COUNTED_YEARS);
  return Math.min(end.getTime(), LAST_INSTANT);
}

/** Twice the count: the clock may skip every second one, which then does not count. */
function lastOf(startsAt: string, text: string, count: number | null): number | null {
  if (count === null) return null;
  const parsed = parseRule(text);
  const [start, end] = [Date.parse(startsAt), countedEnd(Date.parse(startsAt))];
  const { frequency, interval, days, monthDays, months } = parsed;
  const isPlain = days.length + monthDays.length + months.length === 0;
  if (isPlain && (frequency === 'DAILY' || frequency === 'WEEKLY'))
    return Math.min(end, start + 2 * count * interval * (frequency === 'DAILY' ? 1 : 7) * DAY);
  const doubled = ruleText({ ...parsed, count: null });
  const rule = new RRuleTemporal({ rruleString: definition(start, 'UTC', doubled) });
  let last = start;
  let found = 0;
  try {
    rule.all(({ epochMilliseconds }) => {
      last = Math.min(epochMilliseconds, end);
      found += 1;
      return found <= 2 * count && last < end;
    });
  } catch {
    // The library gives up on what hardly ever takes place: expansionFault says so.
    return null;
  }
  return last;
}

interface Rule {
  between: RRuleTemporal['between'];
  /** Where the number of occurrences is given, the instants at which all of them begin: the library counts from the first one each time. */
  all: (() => readonly number[]) | null;
}

interface Expander {
  rule: Rule | null;
  /** The local date on which the first one begins. */
  date: string;
  /** From the local start to the local end of the first one, in milliseconds. */
  wallLength: number;
}

/** A rule that was read remembers where in time it is, so that the next range is found fast. */
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

function makeExpander({ startsAt, endsAt, rule }: Series, zone: string): Expander {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)];
  const offsets = zoneOffsets(zone, start - 2 * DAY, end + 2 * DAY);
  const wall = wallTimeOf(start, offsets);
  return {
    rule: rule === null ? null : readRule(start, definition(wall, zone, rule), parseRule(rule).count !== null),
    date: dateOf(wall),
    wallLength: wallTimeOf(end, offsets) - wall,
  };
}

function readRule(startsAt: number, text: string, isCounted: boolean): Rule {
  const rule = new RRuleTemporal({ rruleString: text });
  const between: Rule['between'] = (...range) => rule.between(...range);
  if (!isCounted) return { between, all: null };
  let known: readonly number[] | undefined;
  const all = (): readonly number[] =>
    (known ??= instantsIn(between(new Date(startsAt - DAY), new Date(countedEnd(startsAt)), true)));
  return { between, all };
}

function startsBetween({ between, all }: Rule, from: number, to: number): readonly number[] {
  if (all) return all().filter((start) => start >= from && start <= to);
  return instantsIn(between(new Date(from), new Date(to), true));
}

function instantsIn(dates: ReturnType<Rule['between']>): number[] {
  return dates.slice(0, MAX_EXPANDED).map(({ epochMilliseconds }) => epochMilliseconds);
}

function definition(wall: number, zone: string, rule: string): string {
  const local = new Date(wall).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return `DTSTART;TZID=${zone}:${local}\nRRULE:${rule}`;
}

function dateOf(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10);
}
