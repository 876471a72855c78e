import type { CalendarCounts } from '../../../domain/calls/places.ts';

/** How many events begin in each month at any of the places, by "2026-11". */
export function sumOfCounts(counts: readonly CalendarCounts[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const { months } of counts)
    for (const [month, count] of Object.entries(months)) sum[month] = (sum[month] ?? 0) + count;
  return sum;
}
