import { instantOfWallTime, wallTimeOf } from '../../../domain/zoned-time.ts';
import type { Json } from '../../../domain/json.ts';
import type { Row } from '../../../domain/model.ts';
import { offsetsAround } from '../../platform/zone-years.ts';

/** Fields of an instance that move along with its start. */
export const TIME_FIELDS = ['startsAt', 'endsAt', 'signupOpensAt', 'signupClosesAt'] as const;

/** Local time in epoch milliseconds, as UTC would show it. */
export function wallOf(instant: string, zone: string): number {
  const time = Date.parse(instant);
  return wallTimeOf(time, offsetsAround(time, zone));
}

/** The instant of a local time (`wallOf`). */
export function instantAt(wall: number, zone: string): string {
  return new Date(instantOfWallTime(wall, offsetsAround(wall, zone))).toISOString();
}

/** The values with all times moved, in local time, from one start to another: ten o'clock stays ten o'clock when clocks change. */
export function movedTimes(values: Row, from: string, to: string, zone: string): Record<string, Json> {
  const moved = wallOf(to, zone) - wallOf(from, zone);
  const dates = values['dates'] ?? null;
  return Object.fromEntries([
    ...(dates === null ? [] : [['dates', movedDates(dates, moved, zone)] as const]),
    ...TIME_FIELDS.flatMap((name): [string, Json][] => {
      const value = values[name];
      if (typeof value !== 'string') return [];
      return [[name, name === 'startsAt' ? to : instantAt(wallOf(value, zone) + moved, zone)]];
    }),
  ]);
}

/** The dates of a session, each moved in local time by milliseconds. What is no list of dates stays as it is. */
export function movedDates(dates: Json, moved: number, zone: string): Json {
  if (!Array.isArray(dates)) return dates;
  const at = (value: Json | undefined): Json =>
    typeof value === 'string' && !Number.isNaN(Date.parse(value))
      ? instantAt(wallOf(value, zone) + moved, zone)
      : (value ?? null);
  return dates.map((date) =>
    typeof date !== 'object' || date === null || Array.isArray(date)
      ? date
      : { ...date, startsAt: at(date['startsAt']), endsAt: at(date['endsAt']) },
  );
}
