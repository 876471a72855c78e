import { formatHours } from '../../../../domain/values/formats.ts';
import { addDays, hoursOfDate } from '../../../../domain/hours/hours.ts';
import type { StaffCalendar, StaffEntry, StaffPlace } from '../../../../domain/calls/staff-calendar.ts';
import type { CalendarItem, DateRange } from '../../../calendar/layout/types.ts';
import type { CalendarTarget } from '../../calendar/calendarItems.ts';
import type { SpecialRow } from './hours.ts';
import type { HoursContext } from './hoursContext.ts';
import { wallInstant } from './slotTimes.ts';
import { staffItems, type StaffItem } from './staffItems.ts';

const DAY = 86_400_000;

export interface SpecialItem extends CalendarItem {
  special: SpecialRow;
}

/** The opening hours of a day, moved and resized like other items. */
export interface OpenItem extends CalendarItem {
  opens: { placeId: number; date: string };
}

export type ManagedItem = StaffItem | SpecialItem | OpenItem;

/** Sessions are context: they are changed where they are scheduled. */
function blockItems(entries: readonly StaffEntry[], places: readonly StaffPlace[]): StaffItem[] {
  return staffItems(entries, places).map((item) =>
    item.entry.kind === 'block'
      ? item
      : { ...item, editable: false, deletable: false, resizable: false, draggable: false },
  );
}

/** Special hours last whole days. General ones appear in every column. */
function specialItems(rows: readonly SpecialRow[], places: readonly StaffPlace[]): SpecialItem[] {
  return rows.map((special) => ({
    id: `special-${special.id}`,
    title: special.reason,
    start: special.startsOn,
    end: special.endsOn,
    allDay: true,
    kind: special.closed ? 'Closed' : `Open ${formatHours(special.opensAt ?? 0, special.closesAt ?? 0)}`,
    icon: special.closed ? 'calendar-off' : 'calendar-clock',
    content: special.locationId == null ? 'Every place' : '',
    ...(places.length > 1 && special.locationId != null ? { split: String(special.locationId) } : {}),
    special,
  }));
}

/** The special hours that a place has on one date alone, which other hours of that date replace. */
export function specialOfDate(rows: readonly SpecialRow[], placeId: number, date: string): SpecialRow | undefined {
  return rows.find(
    ({ locationId, startsOn, endsOn }) => locationId === placeId && startsOn === date && endsOn === date,
  );
}

/** The opening hours of the dates as usual and special hours give them, without blocks. */
function openItems(
  places: readonly StaffPlace[],
  special: readonly SpecialRow[],
  dates: readonly string[],
): OpenItem[] {
  return places.flatMap(({ id, timezone, hours }) => {
    if (hours === null) return [];
    const own = special.filter(({ locationId }) => locationId == null || locationId === id);
    return dates.flatMap((date) => {
      const { opens, closes, reason } = hoursOfDate(date, hours, own);
      if (opens === null || closes === null) return [];
      const [start, end] = [wallInstant(date, opens, timezone), wallInstant(date, closes, timezone)];
      if (start === undefined || end === undefined) return [];
      return {
        id: `open-${id}-${date}`,
        title: 'Open',
        icon: 'clock' as const,
        start,
        end,
        ...(reason === null ? {} : { content: reason }),
        ...(places.length > 1 ? { split: String(id) } : {}),
        opens: { placeId: id, date },
      };
    });
  });
}

/** The row behind an item; opening hours are no row of their own. */
export function managedTarget(
  { blocks, hoursExceptions }: HoursContext['resources'],
  item: ManagedItem,
): CalendarTarget | undefined {
  if ('special' in item) return hoursExceptions && { resource: hoursExceptions, row: { ...item.special }, date: null };
  if ('opens' in item) return undefined;
  const { recordId: id, version, start: startsAt, end: endsAt, placeId: locationId, state: kind } = item.entry;
  const row = { id, version, startsAt, endsAt, locationId, kind };
  return { resource: blocks, row, date: item.entry.repeats === null ? null : item.entry.date };
}

/** What the calendar shows: blocks and special hours among the sessions, or the opening hours. */
export function managedItems(
  mode: 'blocks' | 'hours',
  { first, last }: DateRange,
  shown: StaffCalendar | undefined,
  special: readonly SpecialRow[] = [],
): ManagedItem[] {
  const places = shown?.places ?? [];
  if (mode === 'blocks') return [...blockItems(shown?.entries ?? [], places), ...specialItems(special, places)];
  const length = (Date.parse(last) - Date.parse(first)) / DAY + 1;
  const dates = Array.from({ length }, (_, index) => addDays(first, index));
  return [...openItems(places, special, dates), ...specialItems(special, places)];
}
