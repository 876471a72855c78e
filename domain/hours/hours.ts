/**
 * Opening hours of a date, from a location's weekly hours, its exceptions and the blocks that close it. Dates are calendar dates of the
 * location ("2026-03-08"), hours are decimal local time (domain/hours/hour-text.ts); only blocks are instants.
 */
import { wallSpans } from './wall-spans.ts';
import type { ZoneOffset } from '../values/zoned-time.ts';

/** One day. `opens` and `closes` are decimal hours of local time, both null when it is closed. */
export interface DayHours {
  date: string;
  weekday: number;
  opens: number | null;
  closes: number | null;
  /** Why it differs from the usual. */ reason: string | null;
}

export interface HourSpan {
  from: number;
  to: number;
}

/** One day with what closes the place in it. `opens` and `closes` are the first opening and the last closing. */
export interface EffectiveDay extends DayHours {
  /** When it is open, in order, apart from each other. */
  intervals: HourSpan[];
  /** What closes it, by its beginning, inside or outside of the hours. A closure without a public title has none. */
  closures: (HourSpan & { title: string | null })[];
}

/** A time in which the place is closed, in epoch milliseconds. */
export interface Closure {
  startsAt: number;
  endsAt: number;
  title: string | null;
}

/** The week as `locations.hours` stores it; lists start with Sunday. A day whose end does not follow its start is closed. */
export interface UsualHours {
  weekends: boolean;
  openTimes: readonly (number | null)[];
  closeTimes: readonly (number | null)[];
}

/** A row of `hoursExceptions`: different hours for a range of dates, at one location or at all of them (null). */
export interface SpecialHours {
  id: number;
  locationId: number | null;
  reason: string;
  startsOn: string;
  endsOn: string;
  closed: boolean;
  opensAt: number | null;
  closesAt: number | null;
}

const DAY = 86_400_000;

/** The date `days` after (or, negative, before) `date`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** 0 for Sunday to 6 for Saturday. */
export function dateWeekday(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** The Sunday of the date's week. */
export function sundayOf(date: string): string {
  return addDays(date, -dateWeekday(date));
}

/**
 * The hours of one date. Exceptions take precedence over weekly hours. Among exceptions, the location's own win over general ones,
 * then the shorter range, then the later entry.
 */
export function hoursOfDate(date: string, usual: UsualHours, special: readonly SpecialHours[]): DayHours {
  const weekday = dateWeekday(date);
  const exception = special
    .filter(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn)
    .toSorted(bySpecificity)[0];
  if (exception) {
    const { closed, opensAt, closesAt, reason } = exception;
    return { date, weekday, ...(closed ? CLOSED : openFrom(opensAt, closesAt)), reason };
  }
  const isRest = weekday === 0 && !usual.weekends;
  return {
    date,
    weekday,
    ...(isRest ? CLOSED : openFrom(usual.openTimes[weekday], usual.closeTimes[weekday])),
    reason: null,
  };
}

/**
 * The effective hours of consecutive days: those of hoursOfDate without the closures. A day without usual hours is never open. An hour
 * that occurs twice is closed when a closure covers either of the two. The reason of a day that no exception changes is the titles of
 * the closures that shorten it. `offsets` cover the days and the closures.
 */
export function hoursOfDays(
  from: string,
  days: number,
  usual: UsualHours | null,
  special: readonly SpecialHours[],
  { closures, offsets }: { closures: readonly Closure[]; offsets: readonly ZoneOffset[] } = NO_CLOSURES,
): EffectiveDay[] {
  const spans = new Map<string, EffectiveDay['closures'][number][]>();
  for (const { startsAt, endsAt, title } of closures)
    for (const { date, from, to } of wallSpans(startsAt, endsAt, offsets)) {
      const list = spans.get(date);
      if (list === undefined) spans.set(date, [{ from, to, title }]);
      else list.push({ from, to, title });
    }
  return Array.from({ length: days }, (_, index) => {
    const date = addDays(from, index);
    const day = hoursOfDate(date, usual ?? NO_HOURS, usual ? special : []);
    const closing = (spans.get(date) ?? []).toSorted((a, b) => a.from - b.from || b.to - a.to);
    return withClosures(day, closing);
  });
}

function withClosures(day: DayHours, closures: EffectiveDay['closures']): EffectiveDay {
  const { opens, closes } = day;
  const usual = opens === null || closes === null ? [] : [{ from: opens, to: closes }];
  const intervals = closures.reduce<HourSpan[]>((open, closed) => open.flatMap((span) => minus(span, closed)), usual);
  const shortening = closures.filter((closed) => usual.some((span) => minus(span, closed)[0] !== span));
  const titles = new Set(shortening.flatMap(({ title }) => title ?? []));
  return {
    ...day,
    opens: intervals[0]?.from ?? null,
    closes: intervals.at(-1)?.to ?? null,
    reason: day.reason ?? (titles.size > 0 ? [...titles].join(', ') : null),
    intervals,
    closures,
  };
}

function minus(span: HourSpan, { from, to }: HourSpan): HourSpan[] {
  if (to <= span.from || from >= span.to) return [span];
  const parts = [
    { from: span.from, to: from },
    { from: to, to: span.to },
  ];
  return parts.filter((part) => part.to > part.from);
}

const NO_CLOSURES = { closures: [], offsets: [] };
const NO_HOURS: UsualHours = { weekends: false, openTimes: [], closeTimes: [] };

/** The days of a week that a card lists: without Sunday for a location that keeps no weekends, unless it opens on this one. */
export function listedDays<Day extends DayHours>(days: readonly Day[], weekends: boolean): Day[] {
  return days.filter(({ weekday, opens }) => weekends || weekday !== 0 || opens !== null);
}

const CLOSED = { opens: null, closes: null };

function openFrom(
  opens: number | null | undefined,
  closes: number | null | undefined,
): Pick<DayHours, 'opens' | 'closes'> {
  return opens != null && closes != null && closes > opens ? { opens, closes } : CLOSED;
}

function bySpecificity(a: SpecialHours, b: SpecialHours): number {
  return (
    Number(a.locationId === null) - Number(b.locationId === null) ||
    specialHoursLength(a) - specialHoursLength(b) ||
    b.id - a.id
  );
}

function specialHoursLength({ startsOn, endsOn }: SpecialHours): number {
  return Date.parse(endsOn) - Date.parse(startsOn);
}
