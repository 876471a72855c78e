import {
  FILTER_NAMES,
  sessionFilterIn,
  sessionQueryOf,
  type SessionFilter,
} from '../../../domain/sessions/session-filter.ts';
import { addressIn } from '../../calendar/calendarAddress.ts';
import type { CalendarView } from '../../calendar/layout/types.ts';

export function filterIn(search: URLSearchParams): SessionFilter {
  return sessionFilterIn((name) => search.get(name));
}

/** The address with another filter, on the first page. What else it says stays. */
export function withFilter(search: URLSearchParams, filter: SessionFilter): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of [...FILTER_NAMES, 'page']) next.delete(name);
  for (const [name, value] of sessionQueryOf(filter)) next.set(name, value);
  return next;
}

export const SESSION_VIEWS = ['month', 'week', 'day'] as const satisfies readonly CalendarView[];

/** The address names a view of the calendar, or the calendar itself, which is a month then. With anything else, sessions are a list. */
export function calendarIn(search: URLSearchParams): { view: CalendarView; date: string | null } | null {
  const requested = search.get('view');
  const view = requested === 'calendar' ? 'month' : SESSION_VIEWS.find((name) => name === requested);
  return view === undefined ? null : { view, date: addressIn(search).date };
}

export function pageIn(search: URLSearchParams): number {
  const text = search.get('page') ?? '';
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;
}
