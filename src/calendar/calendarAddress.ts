import { isDate } from '../../domain/values/dates.ts';
import { CALENDAR_VIEWS, type CalendarPosition, type CalendarView, type DateRange } from './layout/types.ts';

/** What the address says: null where it says nothing, or nothing that there is. */
export interface CalendarAddress {
  view: CalendarView | null;
  date: string | null;
  words: string;
}

/** The dates that an address can name: far enough for any calendar, near enough for every browser's dates. */
export const ADDRESS_REACH: DateRange = { first: '1970-01-01', last: '2099-12-31' };

export function addressIn(search: URLSearchParams): CalendarAddress {
  const view = CALENDAR_VIEWS.find((name) => name === search.get('view')) ?? null;
  const date = search.get('date') ?? '';
  return {
    view,
    date: isDate(date) && date >= ADDRESS_REACH.first && date <= ADDRESS_REACH.last ? date : null,
    words: (search.get('q') ?? '').replaceAll('\0', '').trim().slice(0, 100),
  };
}

/** The query with another position; what the address would say anyway is left out, all else is passed through. */
export function withPosition(
  search: URLSearchParams,
  { view, date }: CalendarPosition,
  usual: { view: CalendarView | null; date: string },
): URLSearchParams {
  const next = new URLSearchParams(search);
  set(next, 'view', view === usual.view ? '' : view);
  set(next, 'date', date === usual.date ? '' : date);
  return next;
}

export function withSearchText(search: URLSearchParams, words: string): URLSearchParams {
  const next = new URLSearchParams(search);
  set(next, 'q', words);
  return next;
}

function set(search: URLSearchParams, name: string, value: string): void {
  if (value === '') search.delete(name);
  else search.set(name, value);
}
