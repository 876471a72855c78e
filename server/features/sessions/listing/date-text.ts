import { formatInstant, formatPeriod } from '../../../../domain/values/formats.ts';
import { zoneName } from '../../../../domain/values/zoned-time.ts';
import { localText } from '../../../platform/zone-years.ts';
import type { PlacedDate } from './calendar-entry.ts';

/** A line for each date: "Thursday, November 5, 2026, 6 PM – 8 PM MST, Makeshop, ITLL 1B10". */
export function formatDates(dates: readonly PlacedDate[]): string {
  return dates.map(formatPlacedDate).join('\n');
}

/** "Thursday, November 5, 2026, 6 PM" of an instant in epoch milliseconds. */
export function formatMoment(instant: number, timezone: string): string {
  return formatInstant(new Date(instant).toISOString(), timezone, 'full');
}

function formatPlacedDate({ startsAt, endsAt, place, timezone, note }: PlacedDate): string {
  const zone = zoneName(timezone, startsAt);
  const period = formatPeriod(localText(startsAt, timezone), localText(endsAt, timezone), 'full', zone);
  return [period, place, note].filter((part) => part !== '').join(', ');
}
