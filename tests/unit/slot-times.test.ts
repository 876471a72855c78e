import { expect, test } from 'vitest';
import { formatSlot } from '../../src/console/resources/scheduling/slotTimes.ts';

const DENVER = 'America/Denver';
const slot = (start: string, end: string) => ({ start, end, allDay: false });

test('a slot is written in the hours of its place', () => {
  expect(formatSlot(slot('2026-11-02T17:00:00Z', '2026-11-02T19:30:00Z'), DENVER)).toBe(
    'Nov 2, 2026, 10 AM – 12:30 PM',
  );
});

test('in the night of a clock change, each side names its zone', () => {
  expect(formatSlot(slot('2026-11-01T07:00:00Z', '2026-11-01T08:00:00Z'), DENVER)).toBe(
    'Nov 1, 2026, 1 AM MDT – 1 AM MST',
  );
  expect(formatSlot(slot('2026-11-01T06:30:00Z', '2026-11-01T08:30:00Z'), DENVER)).toBe(
    'Nov 1, 2026, 12:30 AM MDT – 1:30 AM MST',
  );
  expect(formatSlot(slot('2027-03-14T08:00:00Z', '2027-03-14T10:00:00Z'), DENVER)).toBe(
    'Mar 14, 2027, 1 AM MST – 4 AM MDT',
  );
});
