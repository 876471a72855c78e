/**
 * Opening hours of a date, from a location's weekly hours and its exceptions. Dates are calendar dates of the location ("2026-03-08"),
 * hours are decimal local time (domain/hour-text.ts), so time zones and clock changes do not matter here.
 */

/** One day. `opens` and `closes` are decimal hours of local time, both null when it is closed. */
export interface DayHours {
  date: string;
  weekday: number;
  opens: number | null;
  closes: number | null;
  /** Why it differs from the usual. */ reason: string | null;
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
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** The Sunday of the date's week. */
export function sundayOf(date: string): string {
  return addDays(date, -weekdayOf(date));
}

/**
 * The hours of one date. Exceptions take precedence over weekly hours. Among exceptions, the location's own win over general ones,
 * then the shorter range, then the later entry.
 */
export function hoursOfDate(date: string, usual: UsualHours, special: readonly SpecialHours[]): DayHours {
  const weekday = weekdayOf(date);
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

/** The hours of consecutive days starting at a date. */
export function hoursOfDays(
  from: string,
  days: number,
  usual: UsualHours,
  special: readonly SpecialHours[],
): DayHours[] {
  return Array.from({ length: days }, (_, index) => hoursOfDate(addDays(from, index), usual, special));
}

/** The days of a week that a card lists: without Sunday for a location that keeps no weekends, unless it opens on this one. */
export function listedDays(days: readonly DayHours[], weekends: boolean): DayHours[] {
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
  return Number(a.locationId === null) - Number(b.locationId === null) || lengthOf(a) - lengthOf(b) || b.id - a.id;
}

function lengthOf({ startsOn, endsOn }: SpecialHours): number {
  return Date.parse(endsOn) - Date.parse(startsOn);
}
