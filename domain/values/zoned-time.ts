/**
 * Local time of a place. Instants are epoch milliseconds; local time is "wall time": the milliseconds that UTC has when its clock
 * shows the same date and time. Offsets of a range are determined once (zoneOffsets), so that converting many instants is arithmetic.
 */

export interface ZoneOffset {
  from: number;
  offset: number;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/**
 * Clocks change at most twice a year, weeks apart, except for a few days of history: steps of this length miss no pair
 * of changes.
 */
const STEP = 7 * DAY;

/**
 * The offsets of an IANA zone in [from, to), one entry at `from` and one at each change, exact to the minute. Offsets with seconds
 * (local mean time of the nineteenth century) are rounded to the minute. Throws RangeError for an unknown zone.
 */
export function zoneOffsets(zone: string, from: number, to: number): ZoneOffset[] {
  const first = Math.floor(from / MINUTE) * MINUTE;
  const offsets: ZoneOffset[] = [{ from: first, offset: offsetAt(first, zone) }];
  for (let start = first; start < to; start += STEP) {
    const offset = offsetAt(start + STEP, zone);
    let known = offsets.at(-1)?.offset;
    if (offset === known) continue;
    let [before, after] = [start, start + STEP];
    while (after - before > MINUTE) {
      const middle = before + Math.floor((after - before) / 2 / MINUTE) * MINUTE;
      if (offsetAt(middle, zone) === known) before = middle;
      else after = middle;
    }
    known = offsetAt(after, zone);
    if (after < to) offsets.push({ from: after, offset: known });
  }
  return offsets;
}

/** The offset in minutes at an instant, by offsets that cover it; the first one before them. */
export function offsetOf(instant: number, offsets: readonly ZoneOffset[]): number {
  let offset = offsets[0]?.offset ?? 0;
  for (const entry of offsets) {
    if (entry.from > instant) break;
    offset = entry.offset;
  }
  return offset;
}

export function wallTimeOf(instant: number, offsets: readonly ZoneOffset[]): number {
  return instant + offsetOf(instant, offsets) * MINUTE;
}

/**
 * The instant of a wall time. A time that occurs twice is the earlier one (RFC 5545); a skipped one moves forward by the width of the
 * gap.
 */
export function instantOfWallTime(wall: number, offsets: readonly ZoneOffset[]): number {
  const before = offsetOf(wall - DAY, offsets);
  const after = offsetOf(wall + DAY, offsets);
  const early = wall - before * MINUTE;
  if (before === after || offsetOf(early, offsets) === before) return early;
  const late = wall - after * MINUTE;
  return offsetOf(late, offsets) === after ? late : early;
}

/** All instants of a wall time, in order: none of a skipped time, two of a repeated one. */
export function instantsOfWallTime(wall: number, offsets: readonly ZoneOffset[]): number[] {
  const candidates = new Set([wall - DAY, wall, wall + DAY].map((near) => wall - offsetOf(near, offsets) * MINUTE));
  return [...candidates].filter((instant) => wallTimeOf(instant, offsets) === wall).sort((a, b) => a - b);
}

/** The local time of an instant (ISO 8601) in a zone, "2026-03-08T14:30"; empty when it is none. */
export function wallClockOf(instant: string, zone: string): string {
  const time = Date.parse(instant);
  return Number.isNaN(time) ? '' : new Date(time + offsetAt(time, zone) * MINUTE).toISOString().slice(0, 16);
}

/** The instant (ISO 8601, UTC) of a local time such as "2026-03-08T14:30" in a zone, as `instantOfWallTime`; undefined when it is none. */
export function instantOfWallClock(wallClock: string, zone: string): string | undefined {
  const wall = Date.parse(`${wallClock}Z`);
  if (Number.isNaN(wall)) return undefined;
  return new Date(instantOfWallTime(wall, zoneOffsets(zone, wall - 2 * DAY, wall + 2 * DAY))).toISOString();
}

/** The same time of day in a zone so many days later, or earlier for a negative number, as `instantOfWallTime`. Epoch milliseconds. */
export function daysLater(instant: number, days: number, zone: string): number {
  const wall = instant + offsetAt(instant, zone) * MINUTE + days * DAY;
  return instantOfWallTime(wall, zoneOffsets(zone, wall - 2 * DAY, wall + 2 * DAY));
}

/** "EST", "CET" ... at that instant: displayed with every time that is not in the reader's zone. */
export function zoneName(zone: string, at: Date | number): string {
  const key = zone.toLowerCase();
  let formatter = nameFormatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' });
    nameFormatters.set(key, formatter);
  }
  return formatter.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? zone;
}

/** By the name in lower case: Intl accepts any capitalization, and each spelling would be stored forever. */
const nameFormatters = new Map<string, Intl.DateTimeFormat>();
const formatters = new Map<string, Intl.DateTimeFormat>();

function offsetAt(instant: number, zone: string): number {
  const key = zone.toLowerCase();
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
      era: 'short',
      timeZone: zone,
    });
    formatters.set(key, formatter);
  }
  const parts: Record<string, string> = {};
  for (const { type, value } of formatter.formatToParts(instant)) parts[type] = value;
  const year = Number(parts['year']);
  const wall = new Date(0);
  wall.setUTCFullYear(parts['era'] === 'BC' ? 1 - year : year, Number(parts['month']) - 1, Number(parts['day']));
  wall.setUTCHours(Number(parts['hour']), Number(parts['minute']));
  return Math.round((wall.getTime() - Math.floor(instant / MINUTE) * MINUTE) / MINUTE);
}
