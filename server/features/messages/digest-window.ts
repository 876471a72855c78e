import { instantOfWallTime, wallTimeOf, zoneOffsets } from '../../../domain/values/zoned-time.ts';

/** The hour of the site's day at which the daily mails go out. */
const HOUR = 7;
const HOUR_LENGTH = 3_600_000;
const DAY = 24 * HOUR_LENGTH;

/** Seven by the site's clock, today and tomorrow. Epoch milliseconds. */
export interface DigestWindow {
  today: number;
  tomorrow: number;
}

export function digestWindowAt(now: number, zone: string): DigestWindow {
  const offsets = zoneOffsets(zone, now - 2 * DAY, now + 4 * DAY);
  const wall = wallTimeOf(now, offsets);
  const today = wall - (wall % DAY) + HOUR * HOUR_LENGTH;
  return { today: instantOfWallTime(today, offsets), tomorrow: instantOfWallTime(today + DAY, offsets) };
}

/** When a message written at `now` is part of a daily mail. */
export function nextDigestAt(now: number, zone: string): number {
  const { today, tomorrow } = digestWindowAt(now, zone);
  return now < today ? today : tomorrow;
}
