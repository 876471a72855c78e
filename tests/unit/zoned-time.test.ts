import fc from 'fast-check';
import { DateTime } from 'luxon';
import { expect, test } from 'vitest';
import { instantOfWallTime, wallTimeOf, zoneOffsets } from '../../domain/values/zoned-time.ts';

const FROM = Date.parse('2024-01-01T00:00:00Z');
const TO = Date.parse('2029-01-01T00:00:00Z');
const DAY = 86_400_000;
const ZONES = ['America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Europe/Berlin', 'Asia/Kathmandu', 'UTC'];
const offsets = new Map(ZONES.map((zone) => [zone, zoneOffsets(zone, FROM - 2 * DAY, TO + 2 * DAY)]));
const instants = fc.integer({ min: FROM / 1000, max: TO / 1000 }).map((seconds) => seconds * 1000);
/** Half of the instants are within a day of a change. */
const cases = fc.constantFrom(...ZONES).chain((zone) => {
  const changes = (offsets.get(zone) ?? []).slice(1).map(({ from }) => from);
  const near = fc
    .tuple(fc.constantFrom(...(changes.length > 0 ? changes : [FROM])), fc.integer({ min: -DAY, max: DAY }))
    .map(([change, distance]) => change + Math.round(distance / 1000) * 1000);
  return fc.tuple(fc.constant(zone), fc.oneof(instants, near));
});

test('wall time is what luxon shows, around every change of the clock', () => {
  fc.assert(
    fc.property(cases, ([zone, instant]) => {
      const local = DateTime.fromMillis(instant, { zone });
      expect(wallTimeOf(instant, offsets.get(zone) ?? [])).toBe(
        local.setZone('UTC', { keepLocalTime: true }).toMillis(),
      );
    }),
    { numRuns: 2000 },
  );
});

test('an instant is restored from its wall time; the earlier one of a repeated time', () => {
  fc.assert(
    fc.property(cases, ([zone, instant]) => {
      const known = offsets.get(zone) ?? [];
      const back = instantOfWallTime(wallTimeOf(instant, known), known);
      expect(wallTimeOf(back, known)).toBe(wallTimeOf(instant, known));
      expect(back).toBeLessThanOrEqual(instant);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['America/New_York', '2026-03-08T02:30:00Z', '2026-03-08T07:30:00Z'],
  ['America/New_York', '2026-11-01T01:30:00Z', '2026-11-01T05:30:00Z'],
  ['Australia/Lord_Howe', '2026-10-04T02:15:00Z', '2026-10-03T15:45:00Z'],
  ['Australia/Lord_Howe', '2026-04-05T01:45:00Z', '2026-04-04T14:45:00Z'],
  ['America/Santiago', '2026-09-06T00:30:00Z', '2026-09-06T04:30:00Z'],
  ['America/Santiago', '2026-04-04T23:30:00Z', '2026-04-05T02:30:00Z'],
])('in %s, %s is the instant %s', (zone, wall, instant) => {
  expect(new Date(instantOfWallTime(Date.parse(wall), offsets.get(zone) ?? [])).toISOString()).toBe(
    instant.replace('Z', '.000Z'),
  );
});
