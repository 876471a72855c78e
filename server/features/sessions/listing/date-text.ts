import { monthName, WEEKDAY_NAMES } from '../../../../domain/values/date-names.ts';
import { hourText } from '../../../../domain/hours/hour-text.ts';
import { weekdayOf } from '../../../../domain/hours/hours.ts';
import { zoneName } from '../../../../domain/values/zoned-time.ts';
import { localText } from '../../../platform/zone-years.ts';
import type { PlacedDate } from './calendar-entry.ts';

/** A line for each date: "Thursday, November 5, 2026, 6 PM – 8 PM MST, Makeshop, ITLL 1B10". */
export function formatDates(dates: readonly PlacedDate[]): string {
  return dates.map(formatPlacedDate).join('\n');
}

/** "Thursday, November 5, 2026, 6 PM" of an instant in epoch milliseconds. */
export function formatMoment(instant: number, timezone: string): string {
  const local = localText(instant, timezone);
  return `${dayText(local)}, ${timeText(local)}`;
}

function formatPlacedDate({ startsAt, endsAt, place, timezone, note }: PlacedDate): string {
  const [start, end] = [localText(startsAt, timezone), localText(endsAt, timezone)];
  const until = start.slice(0, 10) === end.slice(0, 10) ? timeText(end) : `${dayText(end)}, ${timeText(end)}`;
  const time = `${timeText(start)} – ${until} ${zoneName(timezone, startsAt)}`;
  return [dayText(start), time, place, note].filter((part) => part !== '').join(', ');
}

function dayText(local: string): string {
  const day = local.slice(0, 10);
  return `${WEEKDAY_NAMES[weekdayOf(day)] ?? ''}, ${monthName(day)} ${Number(day.slice(8))}, ${day.slice(0, 4)}`;
}

function timeText(local: string): string {
  return hourText(Number(local.slice(11, 13)) + Number(local.slice(14, 16)) / 60);
}
