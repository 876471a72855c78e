import type { CalendarEvent, LocationCalendar } from '../../domain/calls/places.ts';
import { zoneName } from '../../domain/values/zoned-time.ts';
import type { CalendarItem } from '../calendar/types.ts';
import { showModal } from '../app/dialogs/modalQueue.ts';
import { foreignZoneName } from '../ui/viewerZone.ts';
import { momentText } from './localTimeText.ts';

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
    ...lookOf(event),
    ...(split === undefined ? {} : { split, content: location.displayName }),
    event,
  }));
}

function lookOf({ kind, category, color }: CalendarEvent): Partial<CalendarItem> {
  if (kind === 'block') return { kind: 'Notice', icon: 'calendar-off' };
  return { ...(category === undefined ? {} : { kind: category }), ...(color === undefined ? {} : { color }) };
}

/**
 * What a visitor may know of an event. Times name their date unless it is `date`, and their zone for a viewer whose clock differs from
 * that of the place.
 */
export function showEvent(event: CalendarEvent, date: string | null, timezone: string): void {
  const isForeign = foreignZoneName(timezone, Date.parse(event.start)) !== null;
  const timeText = (instant: string) =>
    `${momentText(instant, date)}${isForeign ? ` ${zoneName(timezone, Date.parse(instant))}` : ''}`;
  void showModal({
    type: 'Information',
    header: event.title,
    message: [
      ['Event Title', event.title],
      ['Start Time', timeText(event.start)],
      ['End Time', timeText(event.end)],
      ['Location', event.place],
      ['Description', event.description.trim() === '' ? 'No description' : event.description],
    ],
  });
}
