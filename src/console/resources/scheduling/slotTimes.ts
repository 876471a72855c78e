import { hourRangeText, hourText } from '../../../../domain/hours/hour-text.ts';
import { addDays } from '../../../../domain/hours/hours.ts';
import type { CalendarSlot } from '../../../calendar/types.ts';
import { wallClockOf, zoneName } from '../../../../domain/values/zoned-time.ts';
import { formatDay } from '../../../ui/instants.ts';
import { wallInstant } from './managerItems.ts';

/** A slot of whole days is from midnight to midnight. */
export function timesOf({ start, end, allDay }: CalendarSlot, zone: string): { startsAt: string; endsAt: string } {
  if (!allDay) return { startsAt: new Date(start).toISOString(), endsAt: new Date(end).toISOString() };
  return {
    startsAt: wallInstant(start, 0, zone) ?? start,
    endsAt: wallInstant(addDays(end, 1), 0, zone) ?? end,
  };
}

export function datesOf({ start, end, allDay }: CalendarSlot, zone: string): [first: string, last: string] {
  if (allDay) return [start, end];
  // What ends at midnight does not touch the following day.
  const last = new Date(Date.parse(end) - 1).toISOString();
  return [wallClockOf(start, zone).slice(0, 10), wallClockOf(last, zone).slice(0, 10)];
}

/** Date and decimal hours of a slot of one day; an end on the following day is midnight. */
export function hoursIn({ start, end }: CalendarSlot, zone: string): { date: string; opens: number; closes: number } {
  const [from, to] = [wallClockOf(start, zone), wallClockOf(end, zone)];
  const date = from.slice(0, 10);
  return { date, opens: hourOf(from), closes: to.slice(0, 10) === date ? hourOf(to) : 24 };
}

function hourOf(wall: string): number {
  return Number(wall.slice(11, 13)) + Number(wall.slice(14, 16)) / 60;
}

export function slotWords(slot: CalendarSlot, zone: string): string {
  const [first, last] = datesOf(slot, zone);
  if (slot.allDay) return first === last ? formatDay(first) : `${formatDay(first)} to ${formatDay(last)}`;
  const { opens, closes } = hoursIn(slot, zone);
  const [before, after] = [zoneName(zone, Date.parse(slot.start)), zoneName(zone, Date.parse(slot.end))];
  // In the night in which clocks change, the same hour may come twice.
  if (before !== after) return `${formatDay(first)}, ${hourText(opens)} ${before} – ${hourText(closes)} ${after}`;
  return `${formatDay(first)}, ${hourRangeText(opens, closes)}`;
}
