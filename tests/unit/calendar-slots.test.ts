import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, localDays } from '../../src/calendar/gestures/localDays.ts';
import { allowedFor } from '../../src/calendar/gestures/permissions.ts';
import {
  drawnSlot,
  isMultiDay,
  lastDate,
  movedToDay,
  movedToTime,
  newSlot,
  resizedTo,
  resizedToDay,
  snapped,
} from '../../src/calendar/gestures/slots.ts';

const NEW_YORK = localDays('America/New_York');
const instant = (text: string) => Date.parse(text);
const item = (start: string, end: string) => ({ id: '1', title: 'Laser training', start, end });

describe('moving to another day', () => {
  test('keeps the time of day into daylight time and out of it', () => {
    const before = item('2026-03-07T15:00:00Z', '2026-03-07T17:00:00Z');
    expect(movedToDay(before, '2026-03-08', undefined, NEW_YORK)).toEqual({
      start: '2026-03-08T14:00:00.000Z',
      end: '2026-03-08T16:00:00.000Z',
      allDay: false,
    });
    const after = item('2026-10-31T14:00:00Z', '2026-10-31T16:00:00Z');
    expect(movedToDay(after, '2026-11-01', undefined, NEW_YORK).start).toBe('2026-11-01T15:00:00.000Z');
  });

  test('keeps the real length over the hour that is skipped', () => {
    const night = item('2026-03-07T06:30:00Z', '2026-03-07T08:30:00Z');
    const moved = movedToDay(night, '2026-03-08', undefined, NEW_YORK);
    expect(moved.start).toBe('2026-03-08T06:30:00.000Z');
    expect(instant(moved.end) - instant(moved.start)).toBe(2 * 3_600_000);
  });

  test('a whole day of times fills a shorter day and no more', () => {
    const day = item('2026-03-07T05:00:00Z', '2026-03-08T05:00:00Z');
    expect(movedToDay(day, '2026-03-08', undefined, NEW_YORK)).toMatchObject({
      start: '2026-03-08T05:00:00.000Z',
      end: '2026-03-09T04:00:00.000Z',
    });
  });

  test('whole days stay as many', () => {
    const days = { ...item('2026-03-02', '2026-03-04'), allDay: true };
    expect(movedToDay(days, '2026-02-27', 'a', NEW_YORK)).toEqual({
      start: '2026-02-27',
      end: '2026-03-01',
      allDay: true,
      split: 'a',
    });
  });
});

test('moving in time is clamped to the day', () => {
  const two = item('2026-05-05T14:00:00Z', '2026-05-05T16:00:00Z');
  const day = (start: number) => movedToTime(two, '2026-05-06', start, undefined, NEW_YORK);
  expect(day(instant('2026-05-07T03:30:00Z'))).toMatchObject({
    start: '2026-05-07T02:00:00.000Z',
    end: '2026-05-07T04:00:00.000Z',
  });
  expect(day(instant('2026-05-06T01:00:00Z')).start).toBe('2026-05-06T04:00:00.000Z');
});

test.each(['America/New_York', 'Australia/Lord_Howe', 'America/Santiago'])(
  'in %s what is moved keeps its length and lies in its day',
  (zone) => {
    const days = localDays(zone);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 800 }),
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 0, max: 22 * 60 }),
        fc.integer({ min: -400, max: 400 }),
        fc.integer({ min: -300, max: 1800 }),
        (day, minutes, length, by, to) => {
          const date = addDays('2026-01-01', day);
          const start = days.at(date, minutes);
          const one = item(new Date(start).toISOString(), new Date(start + length * 60_000).toISOString());
          const target = addDays(date, by);
          for (const moved of [
            movedToDay(one, target, undefined, days),
            movedToTime(one, target, days.startOf(target) + to * 60_000, undefined, days),
          ]) {
            expect(instant(moved.end) - instant(moved.start)).toBe(length * 60_000);
            expect(days.dateOf(instant(moved.start)) === target || length === 0).toBe(true);
            expect(isMultiDay(moved, days)).toBe(false);
          }
        },
      ),
      { numRuns: 300 },
    );
  },
);

describe('resizing', () => {
  const one = item('2026-05-05T14:00:00Z', '2026-05-05T16:00:00Z');

  test('leaves a minute at least', () => {
    expect(resizedTo(one, instant('2026-05-05T09:00:00Z'), NEW_YORK).end).toBe('2026-05-05T14:01:00.000Z');
  });

  test('by days keeps the time of day at which it ends', () => {
    expect(resizedToDay(one, '2026-05-07', NEW_YORK).end).toBe('2026-05-07T16:00:00.000Z');
    const late = item('2026-05-05T14:00:00Z', '2026-05-06T04:00:00Z');
    expect(lastDate(late, NEW_YORK)).toBe('2026-05-05');
    expect(resizedToDay(late, '2026-05-06', NEW_YORK).end).toBe('2026-05-07T04:00:00.000Z');
  });

  test('whole days end on the day that is pointed at, not before they begin', () => {
    const days = { ...item('2026-03-02', '2026-03-04'), allDay: true };
    expect(resizedToDay(days, '2026-03-09', NEW_YORK).end).toBe('2026-03-09');
    expect(resizedToDay(days, '2026-02-09', NEW_YORK).end).toBe('2026-03-02');
  });
});

test('drawing upward swaps the ends, and is a minute at least', () => {
  const [early, late] = [instant('2026-05-05T14:00:00Z'), instant('2026-05-05T16:00:00Z')];
  expect(drawnSlot(late, early, 'a')).toEqual(drawnSlot(early, late, 'a'));
  expect(drawnSlot(late, late, undefined).end).toBe('2026-05-05T16:01:00.000Z');
});

test('what is held late in the evening ends with the day', () => {
  expect(newSlot('2026-05-05', NEW_YORK.at('2026-05-05', 1400), undefined, NEW_YORK)).toMatchObject({
    start: '2026-05-06T02:00:00.000Z',
    end: '2026-05-06T04:00:00.000Z',
  });
});

test('rounding is to the nearest step, on the side of the repeated hour', () => {
  expect(snapped(instant('2026-05-05T14:07:00Z'), 15, NEW_YORK)).toBe(instant('2026-05-05T14:00:00Z'));
  expect(snapped(instant('2026-05-05T14:08:00Z'), 15, NEW_YORK)).toBe(instant('2026-05-05T14:15:00Z'));
  expect(snapped(instant('2026-11-01T05:31:00Z'), 15, NEW_YORK)).toBe(instant('2026-11-01T05:30:00Z'));
  expect(snapped(instant('2026-11-01T06:31:00Z'), 15, NEW_YORK)).toBe(instant('2026-11-01T06:30:00Z'));
});

describe('permissions', () => {
  const writes = { change: async () => null, remove: async () => null };
  const one = item('2026-05-05T14:00:00Z', '2026-05-05T16:00:00Z');

  test('is what the calendar has a handler for', () => {
    expect(allowedFor(one, writes, NEW_YORK)).toEqual({ move: true, resize: true, remove: true });
    expect(allowedFor(one, {}, NEW_YORK)).toEqual({ move: false, resize: false, remove: false });
    expect(allowedFor({ ...one, editable: false }, writes, NEW_YORK).remove).toBe(false);
    expect(allowedFor({ ...one, editable: false, deletable: true }, writes, NEW_YORK).remove).toBe(true);
  });

  test('background items are deleted at most', () => {
    expect(allowedFor({ ...one, background: true }, writes, NEW_YORK)).toEqual({
      move: false,
      resize: false,
      remove: true,
    });
  });

  test('what lasts several days is resized, not dragged', () => {
    const long = { ...one, end: '2026-05-07T16:00:00Z' };
    expect(allowedFor(long, writes, NEW_YORK)).toEqual({ move: false, resize: true, remove: true });
  });
});
