import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { zoneOffsets } from '../../domain/values/zoned-time.ts';
import {
  axisOf,
  gapsOf,
  instantAt,
  positionOf,
  positionOfMinute,
  type DayAxis,
} from '../../src/calendar/layout/axis.ts';
import { addDays, DAY, dayOf, MINUTE } from '../../src/calendar/layout/days.ts';

interface Sunday {
  zone: string;
  date: string;
  /** Minutes of the day, and of the axis of its week. */
  length: number;
  rows: number;
}

/** The days on which clocks change; in Santiago they do at midnight. */
const CHANGES: Sunday[] = [
  { zone: 'America/New_York', date: '2026-03-08', length: 23 * 60, rows: 24 },
  { zone: 'America/New_York', date: '2026-11-01', length: 25 * 60, rows: 25 },
  { zone: 'Australia/Lord_Howe', date: '2026-04-05', length: 24.5 * 60, rows: 25 },
  { zone: 'Australia/Lord_Howe', date: '2026-10-04', length: 23.5 * 60, rows: 24 },
  { zone: 'America/Santiago', date: '2026-04-04', length: 25 * 60, rows: 25 },
  { zone: 'America/Santiago', date: '2026-09-06', length: 23 * 60, rows: 24 },
];

/** First and last instant (exclusive) of a date; null for one that is not on the axis. */
function dayBounds(axis: DayAxis, date: string): { start: number; end: number } | null {
  const stretches = axis.days.get(date);
  const [first, last] = [stretches?.[0], stretches?.at(-1)];
  return first === undefined || last === undefined ? null : { start: first.from, end: last.to };
}

function weekOf(zone: string, date: string, options = {}): DayAxis {
  const dates = Array.from({ length: 7 }, (_, index) => addDays(date, index - 3));
  const from = dayOf(dates[0] ?? '') * DAY;
  return axisOf(dates, zoneOffsets(zone, from - 3 * DAY, from + 11 * DAY), options);
}

describe.each(CHANGES)(
  'the axis of a week in which clocks of $zone change, on $date',
  ({ zone, date, length, rows }) => {
    const axis = weekOf(zone, date);

    test('has a row for each hour of the clock, and a second one for repeated hours', () => {
      expect(axis.rows).toHaveLength(rows);
      expect(axis.length).toBe(length > 1440 ? length : 1440);
      const { start, end } = dayBounds(axis, date) as { start: number; end: number };
      expect((end - start) / MINUTE).toBe(length);
      expect(dayBounds(axis, addDays(date, 1))?.start).toBe(end);
    });

    test('has a position for every instant of each day, and leads back from it', () => {
      fc.assert(
        fc.property(fc.integer({ min: -3, max: 3 }), fc.double({ min: 0, max: 1, noNaN: true }), (days, part) => {
          const day = addDays(date, days);
          const { start, end } = dayBounds(axis, day) as { start: number; end: number };
          const instant = start + Math.floor((part * (end - start - MINUTE)) / MINUTE) * MINUTE;
          const position = positionOf(axis, day, instant) as number;
          expect(position).toBeGreaterThanOrEqual(0);
          expect(position).toBeLessThan(axis.length);
          expect(instantAt(axis, day, position)).toBe(instant);
        }),
      );
    });

    test('runs on: a later instant is further down, and an event is as high as it lasts where the clock runs on', () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 1, max: 200 }), (from, minutes) => {
          const { start, end } = dayBounds(axis, date) as { start: number; end: number };
          const [first, last] = [start + from * MINUTE, start + (from + minutes) * MINUTE];
          if (last > end) return;
          const height = (positionOf(axis, date, last, 'end') as number) - (positionOf(axis, date, first) as number);
          const skipped = gapsOf(axis, date)
            .filter(
              ({ at }) =>
                at > (positionOf(axis, date, first) as number) && at < (positionOf(axis, date, last, 'end') as number),
            )
            .reduce((sum, gap) => sum + gap.height, 0);
          expect(height).toBe(minutes + skipped);
        }),
      );
    });

    test('hatches in each day what its clock does not show', () => {
      for (let days = -3; days <= 3; days += 1) {
        const day = addDays(date, days);
        const { start, end } = dayBounds(axis, day) as { start: number; end: number };
        const hatched = gapsOf(axis, day).reduce((sum, { height }) => sum + height, 0);
        expect(axis.length - hatched).toBe((end - start) / MINUTE);
      }
    });

    test('leads from any height to an instant of the day, never back in time', () => {
      fc.assert(
        fc.property(
          fc.integer({ min: -3, max: 3 }),
          fc.integer({ min: -50, max: 1600 }),
          fc.integer({ min: 0, max: 90 }),
          (days, position, more) => {
            const day = addDays(date, days);
            const { start, end } = dayBounds(axis, day) as { start: number; end: number };
            const [upper, lower] = [instantAt(axis, day, position), instantAt(axis, day, position + more)] as [
              number,
              number,
            ];
            expect(upper).toBeGreaterThanOrEqual(start);
            expect(lower).toBeLessThanOrEqual(end);
            expect(lower).toBeGreaterThanOrEqual(upper);
          },
        ),
      );
    });
  },
);

test('an event over the hour that is repeated is as long as it lasts', () => {
  const axis = weekOf('America/New_York', '2026-11-01');
  // 01:30 EDT to 01:15 EST.
  const [start, end] = [Date.parse('2026-11-01T01:30:00-04:00'), Date.parse('2026-11-01T01:15:00-05:00')];
  expect([positionOf(axis, '2026-11-01', start), positionOf(axis, '2026-11-01', end, 'end')]).toEqual([90, 135]);
  expect(axis.rows.slice(0, 4).map(({ minute, isRepeated }) => [minute, isRepeated])).toEqual([
    [0, false],
    [60, false],
    [60, true],
    [120, false],
  ]);
});

test('an event from 1:30 to 2:30 over the hour that is repeated lasts two hours', () => {
  const axis = weekOf('America/Denver', '2026-11-01');
  const [start, end] = [Date.parse('2026-11-01T01:30:00-06:00'), Date.parse('2026-11-01T02:30:00-07:00')];
  expect([positionOf(axis, '2026-11-01', start), positionOf(axis, '2026-11-01', end, 'end')]).toEqual([90, 210]);
});

test('the axis is cut to the times that are shown', () => {
  const axis = weekOf('America/New_York', '2026-11-01', { timeFrom: 60, timeTo: 480, timeStep: 30 });
  expect([axis.length, axis.rows.length, axis.rows[0]?.minute]).toEqual([480, 16, 60]);
  expect(positionOfMinute(axis, 480, 'end')).toBe(480);
  expect(positionOf(axis, '2026-11-03', Date.parse('2026-11-03T03:00:00-05:00'))).toBe(180);
  expect(positionOf(axis, '2026-12-24', 0)).toBeNull();
});

test('a day without changes has its minutes as positions', () => {
  const axis = weekOf('America/Denver', '2026-11-23');
  expect(positionOf(axis, '2026-11-23', Date.parse('2026-11-23T09:30:00-07:00'))).toBe(570);
  expect(gapsOf(axis, '2026-11-23')).toEqual([]);
  // A row of 50 minutes begins each 50 minutes; the last one is shorter.
  expect(weekOf('America/Denver', '2026-11-23', { timeStep: 50 }).rows.at(-1)).toMatchObject({ at: 1400, height: 40 });
});
