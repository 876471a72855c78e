import { describe, expect, test } from 'vitest';
import { addDays, hoursOfDays, type SpecialHours, type UsualHours } from '../../domain/hours/hours.ts';
import { endOfVisit } from '../../server/features/centers/visit-end.ts';
import { zoneOffsets } from '../../domain/values/zoned-time.ts';

const ZONE = 'America/Denver';
const DAY = 86_400_000;

function week(opens: number, closes: number): UsualHours {
  return { weekends: true, openTimes: Array<number>(7).fill(opens), closeTimes: Array<number>(7).fill(closes) };
}

function special(values: Partial<SpecialHours>): SpecialHours {
  const date = values.startsOn ?? '';
  return {
    id: 1,
    locationId: 1,
    reason: 'Holiday',
    startsOn: date,
    endsOn: date,
    closed: false,
    opensAt: null,
    closesAt: null,
    ...values,
  };
}

function end(arrival: string, usual: UsualHours | null, exceptions: SpecialHours[] = [], zone = ZONE): string {
  const arrivedAt = Date.parse(arrival);
  const days = hoursOfDays(addDays(arrival.slice(0, 10), -2), 6, usual, exceptions);
  const offsets = zoneOffsets(zone, arrivedAt - 10 * DAY, arrivedAt + 10 * DAY);
  return new Date(endOfVisit(arrivedAt, days, offsets)).toISOString();
}

describe('the end of a visit', () => {
  test('is the closing time of the day', () => {
    expect(end('2026-11-17T10:00:00-07:00', week(9, 20.5))).toBe('2026-11-18T03:30:00.000Z');
  });

  test('of a person who arrives before the opening is the closing time, too', () => {
    expect(end('2026-11-17T08:50:00-07:00', week(9, 20))).toBe('2026-11-18T03:00:00.000Z');
  });

  test('of a person who arrives after the closing is twelve hours later, unless it opens in between', () => {
    expect(end('2026-11-17T20:00:00-07:00', week(9, 20))).toBe('2026-11-18T15:00:00.000Z');
    // 13 hours before the next opening, and 11.
    expect(end('2026-11-17T22:00:00-07:00', week(9, 20))).toBe('2026-11-19T03:00:00.000Z');
  });

  test('follows special hours', () => {
    const early = special({ startsOn: '2026-11-17', opensAt: 9, closesAt: 14 });
    expect(end('2026-11-17T10:00:00-07:00', week(9, 20), [early])).toBe('2026-11-17T21:00:00.000Z');
    const closed = special({ startsOn: '2026-11-17', endsOn: '2026-11-19', closed: true });
    expect(end('2026-11-17T10:00:00-07:00', week(9, 20), [closed])).toBe('2026-11-18T05:00:00.000Z');
  });

  test('is after midnight where the hours continue there', () => {
    const usual = week(18, 24);
    const after = special({ startsOn: '2026-11-18', opensAt: 0, closesAt: 2 });
    expect(end('2026-11-17T23:30:00-07:00', usual, [after])).toBe('2026-11-18T09:00:00.000Z');
    expect(end('2026-11-18T01:00:00-07:00', usual, [after])).toBe('2026-11-18T09:00:00.000Z');
    // Without them it is midnight.
    expect(end('2026-11-17T23:30:00-07:00', usual)).toBe('2026-11-18T07:00:00.000Z');
  });

  test('is after twelve hours where there are no hours, or where it never closes', () => {
    expect(end('2026-11-17T10:00:00-07:00', null)).toBe('2026-11-18T05:00:00.000Z');
    expect(end('2026-11-17T10:00:00-07:00', week(0, 24))).toBe('2026-11-18T05:00:00.000Z');
  });

  test('is more than twelve hours later where it is open for longer', () => {
    expect(end('2026-11-17T07:00:00-07:00', week(7, 22))).toBe('2026-11-18T05:00:00.000Z');
  });

  test('is the local time in nights in which clocks change', () => {
    // Forward on March 8, 2026 at 2 AM, back on November 1, 2026 at 2 AM.
    const until = (date: string) => special({ startsOn: date, opensAt: 0, closesAt: 3 });
    expect(end('2026-03-07T23:00:00-07:00', week(12, 24), [until('2026-03-08')])).toBe('2026-03-08T09:00:00.000Z');
    expect(end('2026-10-31T23:00:00-06:00', week(12, 24), [until('2026-11-01')])).toBe('2026-11-01T10:00:00.000Z');
    expect(end('2026-03-08T10:00:00-06:00', week(9, 17))).toBe('2026-03-08T23:00:00.000Z');
    expect(end('2026-11-01T10:00:00-07:00', week(9, 17))).toBe('2026-11-02T00:00:00.000Z');
  });
});
