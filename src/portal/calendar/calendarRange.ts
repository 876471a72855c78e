import type { CalendarView } from '../../calendar/layout/types.ts';

/** The view of an address that names none: two places are compared by day. */
export function usualView(places: number): CalendarView {
  return places > 1 ? 'day' : 'week';
}

/** Views that show how many events there are, not which. */
export function isCounted(view: CalendarView): boolean {
  return view === 'years' || view === 'year';
}
