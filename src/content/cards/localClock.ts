import type { ZoneOffset } from '../../../domain/values/zoned-time.ts';

/** Local time of a place: its date, and its hour as a decimal. */
export interface LocalClock {
  date: string;
  hour: number;
}

/** Local time at an instant by the offsets that the server sent; null without an instant or before the first offset. */
export function localClock(instant: number | null, clock: readonly ZoneOffset[]): LocalClock | null {
  const present = instant === null ? undefined : clock.findLast(({ from }) => from <= instant);
  if (instant === null || present === undefined) return null;
  const shown = new Date(instant + present.offset * 60_000);
  return { date: shown.toISOString().slice(0, 10), hour: shown.getUTCHours() + shown.getUTCMinutes() / 60 };
}
