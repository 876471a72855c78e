import { addressIn } from '../../calendar/calendarAddress.ts';
import type { CalendarView } from '../../calendar/types.ts';
import type { SessionFilter } from './signupCalls.ts';

/** What the address filters by; what is no id counts for nothing. */
export function filterIn(search: URLSearchParams): SessionFilter {
  return { eventId: numberIn(search, 'eventId'), categoryId: numberIn(search, 'categoryId') };
}

/** The views of the calendar, which the address names; without one, sessions are a list. */
export const SESSION_VIEWS = ['month', 'week', 'day'] as const satisfies readonly CalendarView[];

export function calendarIn(search: URLSearchParams): { view: CalendarView; date: string | null } | null {
  const { view, date } = addressIn(search);
  const known = SESSION_VIEWS.find((name) => name === view);
  return known === undefined ? null : { view: known, date };
}

export function pageIn(search: URLSearchParams): number {
  const page = numberIn(search, 'page') ?? 1;
  return page > 99_999 ? 1 : page;
}

function numberIn(search: URLSearchParams, name: string): number | null {
  const text = search.get(name) ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
