import type { CalendarCounts } from '../../../domain/calls/places.ts';

export interface SummedCounts {
  counts: Record<string, number>;
  dayCounts: Record<string, number>;
}

/** How many events begin at any of the places, by month ("2026-11") and by day. */
export function sumOfCounts(counts: readonly CalendarCounts[]): SummedCounts {
  return { counts: sumOf(counts.map(({ months }) => months)), dayCounts: sumOf(counts.map(({ days }) => days ?? {})) };
}

function sumOf(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const one of counts) for (const [part, count] of Object.entries(one)) sum[part] = (sum[part] ?? 0) + count;
  return sum;
}
