/**
 * Opening hours: what holds on a date, from a location's usual week and the special hours of days. Dates are calendar dates of
 * the location ("2026-03-08"), hours decimals of its wall clock (domain/hour-text.ts); so no zone and no clock change matters here.
 */

/** One day; opens and closes are decimal hours of the wall clock, both null when it is closed. */
export interface DayHours {
  date: string;
  weekday: number;
  opens: number | null;
  closes: number | null;
  /** Why it differs from the usual. */ reason: string | null;
}

/** The week as `locations.hours` has it; lists begin with Sunday. A day that does not close after it opens is closed. */
export interface UsualHours {
  weekends: boolean;
  openTimes: readonly (number | null)[];
  closeTimes: readonly (number | null)[];
}

/** A row of `hoursExceptions`: other hours from one day to another, at one location, or at all (null). */
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

/** The date so many days after (or, negative, before) another. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** The Sunday on which the date's week begins. */
export function sundayOf(date: string): string {
  return addDays(date, -weekdayOf(date));
}

/**
 * The hours of one date. Special hours come before usual ones; of several the location's own before those of all locations, then
 * those of fewer days, then the later entered.
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

/** So many days from a date on. */
export function hoursOfDays(
  from: string,
  days: number,
  usual: UsualHours,
  special: readonly SpecialHours[],
): DayHours[] {
  return Array.from({ length: days }, (_, index) => hoursOfDate(addDays(from, index), usual, special));
}

/** The days of a week that a card lists: without Sunday where a location keeps no weekends, unless it opens on this one. */
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
