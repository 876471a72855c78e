import { DateTime } from 'luxon';
import { expect, test } from 'vitest';
import { repeatedRows, MadeRows, resolve } from '../../server/features/demo/demo-values.ts';

const now = DateTime.fromISO('2026-03-07T15:30:00', { zone: 'America/Denver' });
const made = new MadeRows();
made.add('events', { id: 7, title: 'Resin: fine = slow' });

test('a reference is the id of the row with that text, with any characters', () => {
  expect(resolve('@events:title=Resin: fine = slow', made, now)).toBe(7);
  expect(resolve({ ids: ['@events:title=Resin: fine = slow'] }, made, now)).toEqual({ ids: [7] });
});

test('a reference by position is the id of the row created there', () => {
  const placed = new MadeRows();
  placed.add('instances', { id: 41 });
  placed.add('instances', { id: 42 });
  expect(resolve('@instances:2', placed, now)).toBe(42);
  expect(() => resolve('@instances:3', placed, now)).toThrow('"@instances:3"');
});

test('a reference to a missing row is reported by name', () => {
  expect(() => resolve('@events:title=None', made, now)).toThrow('"@events:title=None"');
});

test('dates and instants are of the campus’s zone, also across a change of clocks', () => {
  expect(resolve('@today', made, now)).toBe('2026-03-07');
  expect(resolve('@today-7d', made, now)).toBe('2026-02-28');
  expect(resolve('@now', made, now)).toBe('2026-03-07T22:30:00.000Z');
  expect(resolve('@now+0d 14:00', made, now)).toBe('2026-03-07T21:00:00.000Z');
  expect(resolve('@now+1d 14:00', made, now)).toBe('2026-03-08T20:00:00.000Z');
});

test('a weekday of a week is that of the campus’s week, which begins on Monday', () => {
  // Saturday, and the clocks change on Sunday.
  expect(resolve('@week+0 Mon', made, now)).toBe('2026-03-02');
  expect(resolve('@week-1 Sun', made, now)).toBe('2026-03-01');
  expect(resolve('@week+0 Sat 10:00', made, now)).toBe('2026-03-07T17:00:00.000Z');
  expect(resolve('@week+1 Tue 10:00', made, now)).toBe('2026-03-10T16:00:00.000Z');
  expect(() => resolve('@week+1 Die 10:00', made, now)).toThrow('"@week+1 Die 10:00"');
});

test('anything else is used as it is', () => {
  for (const value of ['Laser', 3, null, true, 'someone@campus.example']) expect(resolve(value, made, now)).toBe(value);
});

test('a picture is its file, anywhere in a text, and an unknown one is named', () => {
  const pictured = new MadeRows(new Map([['laser', 'a1-10x10.webp']]));
  expect(
    resolve(
      { data: { imageUrl: '@image:laser', text: '<img src="/api/Content/@image:laser" alt="">' } },
      pictured,
      now,
    ),
  ).toEqual({ data: { imageUrl: 'a1-10x10.webp', text: '<img src="/api/Content/a1-10x10.webp" alt="">' } });
  expect(() => resolve('@image:lathe', pictured, now)).toThrow('"@image:lathe"');
});

test('a daily row is created once per day', () => {
  expect(repeatedRows({ '@daily': 2, startsAt: '@now+#d 12:30', endsAt: '@now+#d 13:30', note: 'a+b' })).toEqual([
    { startsAt: '@now+0d 12:30', endsAt: '@now+0d 13:30', note: 'a+b' },
    { startsAt: '@now+1d 12:30', endsAt: '@now+1d 13:30', note: 'a+b' },
  ]);
  expect(repeatedRows({ '@weekly': 2, startsAt: '@week-#w Tue 12:30' })).toEqual([
    { startsAt: '@week-1 Tue 12:30' },
    { startsAt: '@week-2 Tue 12:30' },
  ]);
  expect(repeatedRows({ title: 'Once' })).toEqual([{ title: 'Once' }]);
});
