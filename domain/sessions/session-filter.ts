import { isDate } from '../values/dates.ts';
import { addDays, sundayOf } from '../hours/hours.ts';

/** Days from the present one on: to the end of the week (Saturday), of the month. */
export const SESSION_WHENS = ['today', 'week', 'month'] as const;
export type SessionWhen = (typeof SESSION_WHENS)[number];
/** By the start in the zone of the session's place: before and from EVENING on from Monday to Friday, Saturday and Sunday. */
export const SESSION_HOURS = ['daytime', 'evenings', 'weekends'] as const;
export type SessionHours = (typeof SESSION_HOURS)[number];
/** In minutes of the day. */
export const EVENING = 17 * 60;

/** Filters of sessions; null and no words filter nothing. The page's address, the API and feeds have the same names. */
export interface SessionFilter {
  eventId: number | null;
  categoryId: number | null;
  locationId: number | null;
  /** All of them occur in the title, the summary, the category or the place. */
  q: string;
  when: SessionWhen | null;
  /** Dates of the site's zone, both included. */
  from: string | null;
  to: string | null;
  hours: SessionHours | null;
  /** With a seat left, as long as sign-up is not over. */
  seats: 'free' | null;
}

export const MOST_WORDS = 100;
export const NO_FILTER: SessionFilter = {
  eventId: null,
  categoryId: null,
  locationId: null,
  q: '',
  when: null,
  from: null,
  to: null,
  hours: null,
  seats: null,
};
export const FILTER_NAMES = Object.keys(NO_FILTER) as (keyof SessionFilter)[];

/** The filter in an address. Invalid values are ignored, as is a range whose end is before its start. */
export function sessionFilterIn(valueOf: (name: keyof SessionFilter) => string | null | undefined): SessionFilter {
  const id = (name: keyof SessionFilter): number | null => {
    const text = valueOf(name) ?? '';
    return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
  };
  const date = (name: keyof SessionFilter): string | null => {
    const text = valueOf(name) ?? '';
    return isDate(text) ? text : null;
  };
  const [from, to] = [date('from'), date('to')];
  const isBackwards = from !== null && to !== null && to < from;
  return {
    eventId: id('eventId'),
    categoryId: id('categoryId'),
    locationId: id('locationId'),
    q: (valueOf('q') ?? '').replaceAll('\0', '').trim().slice(0, MOST_WORDS),
    when: SESSION_WHENS.find((one) => one === valueOf('when')) ?? null,
    from,
    to: isBackwards ? null : to,
    hours: SESSION_HOURS.find((one) => one === valueOf('hours')) ?? null,
    seats: valueOf('seats') === 'free' ? 'free' : null,
  };
}

/** The query of a filter as names and values, without empty ones. */
export function sessionQueryOf(filter: SessionFilter): [keyof SessionFilter, string][] {
  return FILTER_NAMES.flatMap((name): [keyof SessionFilter, string][] => {
    const value = filter[name];
    return value === null || value === '' ? [] : [[name, String(value)]];
  });
}

/** The dates of a filter on the site's present date: null for no limit. `when` overrides a range. */
export function filterDates(
  { when, from, to }: SessionFilter,
  today: string,
): { from: string | null; to: string | null } {
  switch (when) {
    case null:
      return { from, to };
    case 'today':
      return { from: today, to: today };
    case 'week':
      return { from: today, to: addDays(sundayOf(today), 6) };
    case 'month':
      return { from: today, to: addDays(`${nextMonth(today)}-01`, -1) };
  }
}

function nextMonth(date: string): string {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  return month === 12 ? `${year + 1}-01` : `${date.slice(0, 4)}-${String(month + 1).padStart(2, '0')}`;
}
