import { instantsOfWallTime, wallTimeOf, zoneOffsets } from '../values/zoned-time.ts';

/** A part of each day in a zone. Past midnight if it ends before it begins. */
export interface QuietHours {
  from: number;
  /** Differs from `from`. */
  to: number;
  /** IANA. */
  zone: string;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A time of day that the clocks skip is missing on one day. */
const DAYS = [-2, -1, 0, 1, 2];

/** Quiet hours around an instant, from their first instant to the first one after them. In epoch milliseconds. */
export interface QuietSpan {
  from: number;
  until: number;
}

/**
 * The quiet hours around an instant (epoch milliseconds); null outside of them. If the clocks skip their beginning or
 * end, it is the first instant after the gap; if they repeat it, the one next to the instant.
 */
export function quietSpan(instant: number, { from, to, zone }: QuietHours): QuietSpan | null {
  const offsets = zoneOffsets(zone, instant - 4 * DAY, instant + 4 * DAY);
  const isQuiet = (at: number): boolean => {
    const hour = (((wallTimeOf(at, offsets) % DAY) + DAY) % DAY) / HOUR;
    return from < to ? from <= hour && hour < to : hour >= from || hour < to;
  };
  if (!isQuiet(instant)) return null;
  const wall = wallTimeOf(instant, offsets);
  const midnight = wall - (((wall % DAY) + DAY) % DAY);
  const daily = (hour: number): number[] =>
    DAYS.flatMap((day) => instantsOfWallTime(midnight + day * DAY + hour * HOUR, offsets));
  // A clock change alone can begin and end quiet hours.
  const changes = offsets.map((offset) => offset.from);
  return {
    from: Math.max(...[...daily(from), ...changes].filter((at) => at <= instant && isQuiet(at) && !isQuiet(at - 1))),
    until: Math.min(...[...daily(to), ...changes].filter((at) => at > instant && !isQuiet(at))),
  };
}

export function quietUntil(instant: number, hours: QuietHours): number | null {
  return quietSpan(instant, hours)?.until ?? null;
}
