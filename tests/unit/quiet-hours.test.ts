import { describe, expect, test } from 'vitest';
import { quietSpan, quietUntil } from '../../domain/messages/quiet-hours.ts';

const ZONE = 'America/New_York';

function until(instant: string, from: number, to: number, zone = ZONE): string | null {
  const end = quietUntil(Date.parse(instant), { from, to, zone });
  return end === null ? null : new Date(end).toISOString();
}

describe('quiet hours end', () => {
  test.for([
    ['before midnight', '2026-06-10T03:00:00Z', 22, 7, '2026-06-10T11:00:00.000Z'],
    ['after midnight', '2026-06-10T10:59:59Z', 22, 7, '2026-06-10T11:00:00.000Z'],
    ['at their beginning', '2026-06-10T02:00:00Z', 22, 7, '2026-06-10T11:00:00.000Z'],
    ['within a day', '2026-06-10T16:30:00Z', 12, 13.5, '2026-06-10T17:30:00.000Z'],
    ['the night on which clocks go forward', '2026-03-08T04:00:00Z', 22, 7, '2026-03-08T11:00:00.000Z'],
    ['the night on which clocks go back', '2026-11-01T03:00:00Z', 22, 7, '2026-11-01T12:00:00.000Z'],
    ['where the clocks skip their end', '2026-03-08T06:30:00Z', 0, 2.5, '2026-03-08T07:00:00.000Z'],
    [
      'where the clocks repeat their end, in the first round',
      '2026-11-01T05:10:00Z',
      0,
      1.5,
      '2026-11-01T05:30:00.000Z',
    ],
    ['where the clocks repeat their end, in the second', '2026-11-01T06:10:00Z', 0, 1.5, '2026-11-01T06:30:00.000Z'],
  ] as const)('%s', ([, instant, from, to, expected]) => {
    expect(until(instant, from, to)).toBe(expected);
  });
});

test.for([
  ['2026-06-10T11:00:00Z', 22, 7],
  ['2026-06-10T01:59:59Z', 22, 7],
  ['2026-06-10T17:30:00Z', 12, 13.5],
] as const)('at %s it is not quiet from %s to %s', ([instant, from, to]) => {
  expect(until(instant, from, to)).toBeNull();
});

test('the end is the first instant that is not quiet, and the beginning the first that is, around both changes of the clocks, for all hours', () => {
  const starts = ['2026-03-05T00:10:00Z', '2026-10-29T00:10:00Z'].map((start) => Date.parse(start));
  const instants = starts.flatMap((start) => Array.from({ length: 144 }, (_, hour) => start + hour * 3_600_000));
  for (const [from, to] of [
    [22, 7],
    [0, 2.5],
    [1, 2],
    [2, 3],
    [23.5, 0],
  ] as const) {
    for (const at of instants) {
      const end = quietUntil(at, { from, to, zone: ZONE });
      if (end === null) continue;
      expect(end).toBeGreaterThan(at);
      expect(end - at).toBeLessThanOrEqual(26 * 3_600_000);
      expect(quietUntil(end, { from, to, zone: ZONE })).toBeNull();
      expect(quietUntil(end - 60_000, { from, to, zone: ZONE })).not.toBeNull();
      const start = quietSpan(at, { from, to, zone: ZONE })?.from ?? 0;
      expect(start).toBeLessThanOrEqual(at);
      expect(at - start).toBeLessThanOrEqual(26 * 3_600_000);
      expect(quietUntil(start, { from, to, zone: ZONE })).not.toBeNull();
      expect(quietUntil(start - 1, { from, to, zone: ZONE })).toBeNull();
      expect(quietSpan(start, { from, to, zone: ZONE })).toEqual({ from: start, until: end });
    }
  }
});
