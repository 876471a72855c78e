import { instantOfWallTime, wallTimeOf } from '../../../../domain/values/zoned-time.ts';
import type { Session } from '../../../../domain/generated/resources.ts';
import type { Json } from '../../../../domain/values/json.ts';
import { offsetsAround } from '../../../platform/zone-years.ts';

/** Fields of an instance that move along with its start. */
export const TIME_FIELDS = ['startsAt', 'endsAt', 'signupOpensAt', 'signupClosesAt'] as const;

/** Local time in epoch milliseconds, as UTC would show it. */
export function toWallTime(instant: string, zone: string): number {
  const time = Date.parse(instant);
  return wallTimeOf(time, offsetsAround(time, zone));
}

/** The instant of a local time (`wallOf`). */
export function instantAt(wall: number, zone: string): string {
  return new Date(instantOfWallTime(wall, offsetsAround(wall, zone))).toISOString();
}

type Times = Partial<Pick<Session, (typeof TIME_FIELDS)[number] | 'dates'>>;

/** All times moved, in local time, from one start to another: ten o'clock stays ten o'clock when clocks change. */
export function movedTimes(values: Times, from: string, to: string, zone: string): Record<string, Json> {
  const moved = toWallTime(to, zone) - toWallTime(from, zone);
  const { dates = null } = values;
  return Object.fromEntries([
    ...(dates === null ? [] : [['dates', movedDates(dates, moved, zone)] as const]),
    ...TIME_FIELDS.flatMap((name): [string, Json][] => {
      const value = values[name];
      if (value == null) return [];
      return [[name, name === 'startsAt' ? to : instantAt(toWallTime(value, zone) + moved, zone)]];
    }),
  ]);
}

/** The dates of a session, each moved in local time by milliseconds. */
export function movedDates(dates: Session['dates'], moved: number, zone: string): Session['dates'] {
  const at = (instant: string): string => instantAt(toWallTime(instant, zone) + moved, zone);
  return dates && dates.map((date) => ({ ...date, startsAt: at(date.startsAt), endsAt: at(date.endsAt) }));
}
