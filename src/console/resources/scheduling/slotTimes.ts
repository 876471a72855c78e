import { formatDay, formatHour, formatHours } from '../../../../domain/values/formats.ts';
import { addDays } from '../../../../domain/hours/hours.ts';
import type { CalendarSlot } from '../../../calendar/layout/types.ts';
import { instantOfWallClock, wallClockOf, zoneName } from '../../../../domain/values/zoned-time.ts';
import { datesOfSlot } from '../../calendar/calendarItems.ts';

/** A slot of whole days as one from midnight to midnight. */
export function timedSlot(slot: CalendarSlot, zone: string): CalendarSlot {
  const { start, end, allDay } = slot;
  const [from, to] = allDay ? [wallInstant(start, 0, zone), wallInstant(addDays(end, 1), 0, zone)] : [start, end];
  return {
    ...slot,
    start: new Date(from ?? start).toISOString(),
    end: new Date(to ?? end).toISOString(),
    allDay: false,
  };
}

/** The instant of a decimal hour of local time; 24 is the following midnight. */
export function wallInstant(date: string, hour: number, zone: string): string | undefined {
  const minutes = Math.round(hour * 60);
  const wall = new Date(Date.parse(`${date}T00:00:00Z`) + minutes * 60_000).toISOString().slice(0, 16);
  return instantOfWallClock(wall, zone);
}

/** What a button adds where nothing is drawn. */
export function slotAtNoon(date: string, zone: string): CalendarSlot {
  return { start: wallInstant(date, 12, zone) ?? '', end: wallInstant(date, 13, zone) ?? '', allDay: false };
}

/** Date and decimal hours of a slot of one day; an end on the following day is midnight. */
export function hoursIn({ start, end }: CalendarSlot, zone: string): { date: string; opens: number; closes: number } {
  const [from, to] = [wallClockOf(start, zone), wallClockOf(end, zone)];
  const date = from.slice(0, 10);
  return { date, opens: wallHour(from), closes: to.slice(0, 10) === date ? wallHour(to) : 24 };
}

function wallHour(wall: string): number {
  return Number(wall.slice(11, 13)) + Number(wall.slice(14, 16)) / 60;
}

/** "Nov 2, 2026, 10 AM – 12:30 PM" */
export function formatSlot(slot: CalendarSlot, zone: string): string {
  const [first, last] = datesOfSlot(slot, zone);
  if (slot.allDay) return first === last ? formatDay(first) : `${formatDay(first)} to ${formatDay(last)}`;
  const { opens, closes } = hoursIn(slot, zone);
  const [before, after] = [zoneName(zone, Date.parse(slot.start)), zoneName(zone, Date.parse(slot.end))];
  // In the night in which clocks change, an hour can occur twice.
  if (before !== after) return `${formatDay(first)}, ${formatHour(opens)} ${before} – ${formatHour(closes)} ${after}`;
  return `${formatDay(first)}, ${formatHours(opens, closes)}`;
}
