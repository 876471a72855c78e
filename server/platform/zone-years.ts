import {
  instantOfWallTime,
  offsetOf,
  wallTimeOf,
  zoneOffsets,
  type ZoneOffset,
} from '../../domain/values/zoned-time.ts';

const DAY = 86_400_000;
/** For spans that cross the end of a year. */
const MARGIN = 40 * DAY;
const MAX_KNOWN = 2000;

const known = new Map<string, readonly ZoneOffset[]>();

/** The UTC offsets of a zone in the year of an instant (epoch milliseconds) and 40 days around it. They are remembered. */
export function offsetsAround(instant: number, zone: string): readonly ZoneOffset[] {
  const year = new Date(instant).getUTCFullYear();
  const key = `${zone} ${year}`;
  let offsets = known.get(key);
  if (!offsets) {
    if (known.size >= MAX_KNOWN) known.clear();
    offsets = zoneOffsets(zone, Date.UTC(year, 0, 1) - MARGIN, Date.UTC(year + 1, 0, 1) + MARGIN);
    known.set(key, offsets);
  }
  return offsets;
}

/** The local date of an instant: "2026-12-07". */
export function localDate(instant: number, zone: string): string {
  return new Date(wallTimeOf(instant, offsetsAround(instant, zone))).toISOString().slice(0, 10);
}

/** The first instant of a local date; where the clock is set back across midnight, that of its first midnight. */
export function firstInstant(date: string, zone: string): number {
  const wall = Date.parse(`${date}T00:00:00Z`);
  return instantOfWallTime(wall, offsetsAround(wall, zone));
}

export function daysBefore(instant: number, days: number, zone: string): number {
  const wall = wallTimeOf(instant, offsetsAround(instant, zone)) - days * DAY;
  return instantOfWallTime(wall, offsetsAround(wall, zone));
}

/** The instant with its local UTC offset: "2026-03-08T09:00:00-06:00". */
export function localText(instant: number, zone: string): string {
  const offsets = offsetsAround(instant, zone);
  const offset = offsetOf(instant, offsets);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const wall = new Date(wallTimeOf(instant, offsets)).toISOString().slice(0, 19);
  return `${wall}${offset < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}
