import type { CalendarEvent, LocationCalendar } from '../../../domain/calls/places.ts';
import type { CalendarItem } from '../../calendar/layout/types.ts';

export interface PlaceItem extends CalendarItem {
  event: CalendarEvent;
}

/** The events of a place as items of a calendar; with `split`, in the column of the place. */
export function calendarItems(
  { events, location }: Pick<LocationCalendar, 'events' | 'location'>,
  split?: string,
): PlaceItem[] {
  return events.map((event) => ({
    id: `${location.id}-${event.kind}-${event.id}-${event.start}`,
    title: event.title,
    start: event.start,
    end: event.end,
    ...eventLook(event),
    ...(split === undefined ? {} : { split, content: location.displayName }),
    event,
  }));
}

function eventLook({ kind, category, color }: CalendarEvent): Partial<CalendarItem> {
  if (kind === 'block') return { kind: 'Notice', icon: 'calendar-off' };
  return { ...(category === undefined ? {} : { kind: category }), ...(color === undefined ? {} : { color }) };
}
