import { instantOfWallTime, type ZoneOffset } from '../../../domain/values/zoned-time.ts';
import type { DayHours } from '../../../domain/hours/hours.ts';

const HOUR = 3_600_000;
/** A visit without a closing time ends so many hours after the arrival. */
export const LONGEST_VISIT = 12;

/**
 * When a visit without a departure ends, in epoch milliseconds: at the closing time of the hours in which the person arrived, or of the
 * next ones. Hours that continue after midnight count as one. Where no hours begin within LONGEST_VISIT hours of the arrival, or hours have no
 * end in these days, it ends LONGEST_VISIT hours after the arrival. `days` are consecutive, from the day before the arrival on; `offsets` cover them. Times within a
 * day in which the place is closed do not end a visit.
 */
export function endOfVisit(arrivedAt: number, days: readonly DayHours[], offsets: readonly ZoneOffset[]): number {
  const limit = arrivedAt + LONGEST_VISIT * HOUR;
  const spans = openSpans(days, offsets);
  const span = spans.find(({ to }) => to > arrivedAt);
  if (span === undefined || span.from >= limit) return limit;
  const isEndless = span === spans.at(-1) && span.to >= wallInstant(days.at(-1)?.date ?? '', 24, offsets);
  return isEndless ? limit : span.to;
}

interface Span {
  from: number;
  to: number;
}

function openSpans(days: readonly DayHours[], offsets: readonly ZoneOffset[]): Span[] {
  const spans: Span[] = [];
  for (const { date, opens, closes } of days) {
    if (opens === null || closes === null) continue;
    const [from, to] = [wallInstant(date, opens, offsets), wallInstant(date, closes, offsets)];
    const last = spans.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else spans.push({ from, to });
  }
  return spans;
}

function wallInstant(date: string, hour: number, offsets: readonly ZoneOffset[]): number {
  return instantOfWallTime(Date.parse(`${date}T00:00:00Z`) + hour * HOUR, offsets);
}
