import { instantOfWallTime, wallTimeOf, zoneOffsets, type ZoneOffset } from '../../../domain/values/zoned-time.ts';

export const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Days of a zone, one at a time: a gesture may lead to any of them. */
export interface LocalDays {
  zone: string;
  startOf: (date: string) => number;
  dateOf: (instant: number) => string;
  minutesOf: (instant: number) => number;
  at: (date: string, minutes: number) => number;
}

export function localDays(zone: string): LocalDays {
  /** By the week that they belong to: few gestures leave two. */
  const weeks = new Map<number, ZoneOffset[]>();
  const offsetsAround = (instant: number): ZoneOffset[] => {
    const week = Math.floor(instant / (7 * DAY));
    let offsets = weeks.get(week);
    if (offsets === undefined) {
      offsets = zoneOffsets(zone, (week * 7 - 3) * DAY, (week * 7 + 10) * DAY);
      weeks.set(week, offsets);
    }
    return offsets;
  };
  const wallTime = (instant: number): number => wallTimeOf(instant, offsetsAround(instant));
  const at = (date: string, minutes: number): number => {
    const wall = Date.parse(`${date}T00:00:00Z`) + Math.round(minutes * MINUTE);
    return instantOfWallTime(wall, offsetsAround(wall));
  };
  return {
    zone,
    startOf: (date) => at(date, 0),
    dateOf: (instant) => new Date(wallTime(instant)).toISOString().slice(0, 10),
    minutesOf: (instant) => (((wallTime(instant) % DAY) + DAY) % DAY) / MINUTE,
    at,
  };
}

/** "2026-02-28", 1 -> "2026-03-01" */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY);
}
