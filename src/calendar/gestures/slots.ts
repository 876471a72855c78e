import type { CalendarItem, CalendarSlot } from '../layout/types.ts';
import { addDays, daysBetween, MINUTE, type LocalDays } from './localDays.ts';

/** What is changed of an item, and of something new: where it is in time and in which column. */
type Placed = Pick<CalendarItem, 'start' | 'end' | 'split'> & { allDay?: boolean };

const NEW_LENGTH = 120 * MINUTE;
/** Where a day has no hours of its own, something new begins in the morning. */
export const NEW_START = 9 * 60;

export function isAllDay({ allDay, start }: Placed): boolean {
  return allDay === true || start.length === 10;
}

export function slotOf(item: Placed, days: LocalDays): CalendarSlot {
  const split = item.split === undefined ? {} : { split: item.split };
  if (!isAllDay(item))
    return { start: iso(Date.parse(item.start)), end: iso(Date.parse(item.end)), allDay: false, ...split };
  return { start: firstDate(item, days), end: lastDate(item, days), allDay: true, ...split };
}

export function isSameSlot(one: CalendarSlot, other: CalendarSlot): boolean {
  return (
    one.allDay === other.allDay &&
    Date.parse(one.start) === Date.parse(other.start) &&
    Date.parse(one.end) === Date.parse(other.end) &&
    one.split === other.split
  );
}

export function firstDate({ start }: Placed, days: LocalDays): string {
  return start.length === 10 ? start : days.dateOf(Date.parse(start));
}

/** The last date that has some of it: an end at midnight belongs to the day before. */
export function lastDate({ start, end }: Placed, days: LocalDays): string {
  return end.length === 10 ? end : days.dateOf(Math.max(Date.parse(start), Date.parse(end) - 1));
}

export function isMultiDay(item: Placed, days: LocalDays): boolean {
  return firstDate(item, days) !== lastDate(item, days);
}

/** The nearest step of wall time, on the same side of a repeated hour. A pointer between pixels gives fractions of milliseconds. */
export function snapped(instant: number, step: number, days: LocalDays): number {
  const minutes = days.minutesOf(instant);
  return Math.round(instant + (Math.round(minutes / step) * step - minutes) * MINUTE);
}

export function movedToDay(item: Placed, date: string, split: string | undefined, days: LocalDays): CalendarSlot {
  const from = slotOf(item, days);
  if (from.allDay) {
    const by = daysBetween(from.start, date);
    return within(split ?? from.split, { start: date, end: addDays(from.end, by), allDay: true });
  }
  return movedToTime(item, date, days.at(date, days.minutesOf(Date.parse(from.start))), split, days);
}

/** At a time of a day: as long as it really is, from 00:00 to 24:00 of that day. */
export function movedToTime(
  item: Placed,
  date: string,
  start: number,
  split: string | undefined,
  days: LocalDays,
): CalendarSlot {
  const [first, last] = [days.startOf(date), days.startOf(addDays(date, 1))];
  const length = Math.min(Math.max(0, Date.parse(item.end) - Date.parse(item.start)), last - first);
  const begin = Math.min(Math.max(start, first), last - length);
  return within(split ?? item.split, { start: iso(begin), end: iso(begin + length), allDay: false });
}

/** With another end; a minute at least. */
export function resizedTo(item: Placed, end: number, days: LocalDays): CalendarSlot {
  const from = slotOf(item, days);
  if (!from.allDay) return { ...from, end: iso(Math.max(end, Date.parse(from.start) + MINUTE)) };
  return resizedToDay(item, days.dateOf(end), days);
}

/** With another last day, for what lasts whole days; for what has times, with the end's time of day on it. */
export function resizedToDay(item: Placed, date: string, days: LocalDays): CalendarSlot {
  const from = slotOf(item, days);
  if (from.allDay) return { ...from, end: date > from.start ? date : from.start };
  const end = Date.parse(from.end);
  const midnight = days.minutesOf(end) === 0 ? 24 * 60 : days.minutesOf(end);
  return resizedTo(item, days.at(date, midnight), days);
}

/** From where a drag began to where it is, upward too; a minute at least. */
export function drawnSlot(origin: number, to: number, split: string | undefined): CalendarSlot {
  const [start, end] = to < origin ? [to, origin] : [origin, to];
  return within(split, { start: iso(start), end: iso(Math.max(end, start + MINUTE)), allDay: false });
}

/** What holding an empty place makes: two hours from there, within the day. */
export function newSlot(date: string, start: number, split: string | undefined, days: LocalDays): CalendarSlot {
  const length = { start: iso(start), end: iso(start + NEW_LENGTH) };
  return movedToTime(length, date, start, split, days);
}

export function newDay(date: string, split: string | undefined): CalendarSlot {
  return within(split, { start: date, end: date, allDay: true });
}

function within(split: string | undefined, slot: Omit<CalendarSlot, 'split'>): CalendarSlot {
  return split === undefined ? slot : { ...slot, split };
}

/** `Date` would cut a fraction of a millisecond off, and show the minute before. */
function iso(instant: number): string {
  return new Date(Math.round(instant)).toISOString();
}
