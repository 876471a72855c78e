import {
  instantOfWallTime,
  instantsOfWallTime,
  wallTimeOf,
  zoneName,
  zoneOffsets,
  type ZoneOffset,
} from '../../../domain/values/zoned-time.ts';
import { clock } from '../clock.ts';
import { DAY, dateParts, wallFromParts } from './days.ts';

/** Local time of a zone, by instants in epoch milliseconds. */
export interface PickerZone {
  name: string;
  toWall: (instant: number) => number;
  /** None for a skipped time, two for a repeated one. */
  instantsOf: (wall: number) => readonly number[];
  /** The earlier of two; a skipped time moves forward by the width of the gap. */
  instantOf: (wall: number) => number;
  /** "MST", "GMT+10:30" */
  shortName: (instant: number) => string;
}

/** Days and times of day without a zone. */
export const NO_ZONE: PickerZone = {
  name: 'UTC',
  toWall: (instant) => instant,
  instantsOf: (wall) => [wall],
  instantOf: (wall) => wall,
  shortName: () => 'UTC',
};

/** Wall time of now. Without a zone, the reader's own day is today. */
export function wallNow(zone: PickerZone): number {
  const date = clock.date();
  return zone === NO_ZONE ? date.getTime() - date.getTimezoneOffset() * 60_000 : zone.toWall(date.getTime());
}

const zones = new Map<string, PickerZone>();

/** Throws RangeError for a zone that does not exist. */
export function pickerZone(name: string): PickerZone {
  let zone = zones.get(name);
  if (zone === undefined) zones.set(name, (zone = createZone(name)));
  return zone;
}

function createZone(name: string): PickerZone {
  const years = new Map<number, ZoneOffset[]>();
  const around = (time: number): ZoneOffset[] => {
    const { year } = dateParts(time);
    let offsets = years.get(year);
    if (offsets === undefined) {
      const [from, to] = [
        wallFromParts({ year, month: 1, day: 1 }),
        wallFromParts({ year: year + 1, month: 1, day: 1 }),
      ];
      years.set(year, (offsets = zoneOffsets(name, from - 3 * DAY, to + 3 * DAY)));
    }
    return offsets;
  };
  return {
    name,
    toWall: (instant) => wallTimeOf(instant, around(instant)),
    instantsOf: (wall) => instantsOfWallTime(wall, around(wall)),
    instantOf: (wall) => instantOfWallTime(wall, around(wall)),
    shortName: (instant) => zoneName(name, instant),
  };
}
