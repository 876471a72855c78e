import { instantsOfWallTime, wallTimeOf, zoneOffsets } from './zoned-time.ts';

/** A part of each day, by the clock of a zone. Past midnight where it ends before it begins. */
export interface QuietHours {
  /** Hours since midnight: 22.5 is 10:30 PM. */
  from: number;
  /** Not the same as `from`. */
  to: number;
  /** IANA. */
  zone: string;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A time of day that the clocks skip is missing on one day. */
const DAYS = [0, 1, 2];

/**
 * The end of the quiet hours that an instant (epoch milliseconds) is in; null where it is in none. Where the clocks skip the end, they
 * end at the first instant after the gap; where they repeat it, at the next one.
 */
export function quietUntil(instant: number, { from, to, zone }: QuietHours): number | null {
  const offsets = zoneOffsets(zone, instant - 2 * DAY, instant + 4 * DAY);
  const isQuiet = (at: number): boolean => {
    const hour = (((wallTimeOf(at, offsets) % DAY) + DAY) % DAY) / HOUR;
    return from < to ? from <= hour && hour < to : hour >= from || hour < to;
  };
  if (!isQuiet(instant)) return null;
  const wall = wallTimeOf(instant, offsets);
  const midnight = wall - (((wall % DAY) + DAY) % DAY);
  const ends = DAYS.flatMap((day) => instantsOfWallTime(midnight + day * DAY + to * HOUR, offsets));
  // The clocks may leave the quiet hours by a change alone.
  const changes = offsets.map((offset) => offset.from);
  const found = [...ends, ...changes].filter((at) => at > instant && !isQuiet(at));
  return Math.min(...found);
}
