import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { cellsOf, DAY, isoDay, plusMonths, startOfMonth, wallOfIso, weekdayOf } from '../../src/ui/datePicker/days.ts';
import { dayRules } from '../../src/ui/datePicker/disabledDays.ts';
import {
  dayForKey,
  initialMonth,
  isReachable,
  pageWith,
  swipeDirection,
  yearPageOf,
  yearsOf,
} from '../../src/ui/datePicker/navigation.ts';
import { clickDay, clickRange, editBound, extendDrag, placeInRange } from '../../src/ui/datePicker/selection.ts';

const day = (text: string): number => wallOfIso(text);
const days = fc.integer({ min: -30_000, max: 60_000 }).map((count) => count * DAY);
const anyDay = dayRules({});
const EVENING = { start: 0, end: 0 };

describe('days', () => {
  test('are those of luxon, months and years on', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -1500, max: 1500 }), (wall, months) => {
        const expected = DateTime.fromMillis(wall, { zone: 'UTC' }).plus({ months });
        expect(plusMonths(wall, months)).toBe(expected.toMillis());
        expect(weekdayOf(wall)).toBe(DateTime.fromMillis(wall, { zone: 'UTC' }).weekday % 7);
      }),
    );
  });

  test('of a month are 42, from the start of the week of its first', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1900 * 12, max: 2100 * 12 }), fc.integer({ min: 0, max: 6 }), (month, first) => {
        const cells = cellsOf(month, first);
        expect(cells).toHaveLength(42);
        expect(weekdayOf(cells[0] ?? NaN)).toBe(first);
        expect(cells.slice(0, 7)).toContain(startOfMonth(month));
        expect(cells).toContain(startOfMonth(month + 1) - DAY);
      }),
    );
  });

  test.each(['2026-02-30', '2026-13-01', '2/3/2026', '2026-03-01T25:00', ''])('%j is none', (text) => {
    expect(day(text)).toBeNaN();
  });
});

describe('keys', () => {
  const from = '2026-03-31';
  test.each([
    ['ArrowLeft', false, '2026-03-30'],
    ['ArrowRight', false, '2026-04-01'],
    ['ArrowUp', false, '2026-03-24'],
    ['ArrowDown', false, '2026-04-07'],
    ['Home', false, '2026-03-29'],
    ['End', false, '2026-04-04'],
    ['PageUp', false, '2026-02-28'],
    ['PageDown', false, '2026-04-30'],
    ['PageUp', true, '2025-03-31'],
    ['PageDown', true, '2027-03-31'],
  ])('%s (Alt: %s) moves to %s', (key, altKey, to) => {
    expect(isoDay(dayForKey(day(from), { key, altKey, shiftKey: false }, 0) ?? NaN)).toBe(to);
  });

  test('Home and End stay within the week, for any first day', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 6 }), (wall, first) => {
        const home = dayForKey(wall, { key: 'Home', altKey: false, shiftKey: false }, first) ?? NaN;
        const end = dayForKey(wall, { key: 'End', altKey: false, shiftKey: false }, first) ?? NaN;
        expect(weekdayOf(home)).toBe(first);
        expect(end - home).toBe(6 * DAY);
        expect(wall >= home && wall <= end).toBe(true);
      }),
    );
  });
});

describe('pages', () => {
  test('of years are twelve, from a multiple of twelve', () => {
    expect(yearPageOf(2026)).toBe(2016);
    expect(yearPageOf(2016)).toBe(2016);
    expect(yearPageOf(2015)).toBe(2004);
  });

  test('years to choose are a hundred back and 52 ahead, or those of min and max', () => {
    const all = yearsOf(2026, anyDay);
    expect([all[0], all.at(-1)]).toEqual([1926, 2078]);
    const few = yearsOf(2026, dayRules({ min: '2020-05-01', max: '2031-01-01' }));
    expect([few[0], few.at(-1)]).toEqual([2020, 2031]);
  });

  test('begin with the requested month, else the value’s, else today’s', () => {
    const [value, today] = [day('2024-02-05'), day('2026-11-23')];
    expect(initialMonth('2020-07', value, today)).toBe(2020 * 12 + 6);
    expect(initialMonth(undefined, value, today)).toBe(2024 * 12 + 1);
    expect(initialMonth(undefined, null, today)).toBe(2026 * 12 + 10);
  });

  test('turn by as many months as they show', () => {
    expect(pageWith(26, 24, 2)).toBe(26);
    expect(pageWith(25, 24, 2)).toBe(24);
    expect(pageWith(23, 24, 6)).toBe(18);
  });

  test('are reachable while they have a day that is not before min or after max', () => {
    const rules = dayRules({ min: '2026-03-31', max: '2026-05-01' });
    expect([2, 3, 4, 5, 6].map((month) => isReachable(2026 * 12 + month - 1, 2026 * 12 + month - 1, rules))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  test.each([
    [{ dx: -60, dy: 80, ms: 299 }, 1],
    [{ dx: 60, dy: -80, ms: 0 }, -1],
    [{ dx: 59, dy: 0, ms: 100 }, null],
    [{ dx: -60, dy: 81, ms: 100 }, null],
    [{ dx: -60, dy: 0, ms: 300 }, null],
  ])('a swipe of %j turns %j', (swipe, direction) => {
    expect(swipeDirection(swipe)).toBe(direction);
  });
});

describe('disabled days', () => {
  test('are any part of a range that meets them, min and max among them', () => {
    const rules = dayRules({
      min: '2026-03-02',
      max: '2026-03-30',
      disabledDays: [
        '2026-03-10',
        { start: '2026-03-20', end: '2026-03-22' },
        { weekdays: [0] },
        (one) => one.endsWith('-05'),
      ],
    });
    const meets = (from: string, to: string) => rules.intersects(day(from), day(to));
    expect(meets('2026-03-02', '2026-03-04')).toBe(false);
    expect(meets('2026-03-01', '2026-03-02')).toBe(true);
    expect(meets('2026-03-30', '2026-03-31')).toBe(true);
    expect(meets('2026-03-09', '2026-03-11')).toBe(true);
    expect(meets('2026-03-19', '2026-03-23')).toBe(true);
    expect(meets('2026-03-05', '2026-03-05')).toBe(true);
    expect(meets('2026-03-07', '2026-03-09')).toBe(true);
    expect(meets('2026-03-11', '2026-03-09')).toBe(true);
  });
});

describe('a range', () => {
  test('is started by the first click and committed by the second, its days in order, each end with its own time', () => {
    fc.assert(
      fc.property(days, days, fc.nat(DAY - 1), fc.nat(DAY - 1), (one, other, startTime, endTime) => {
        const value = { start: startTime, end: 40 * DAY + endTime };
        const first = clickRange(null, one, value, anyDay, EVENING);
        expect(first).toEqual({ drag: { anchor: one, over: one } });
        const second = clickRange({ anchor: one, over: one }, other, value, anyDay, EVENING);
        if (second === null || !('value' in second)) throw new Error('not committed');
        const { start, end } = second.value;
        expect(start).toBe(Math.min(one, other) + startTime);
        expect(end).toBe(one === other ? Math.max(start, one + endTime) : Math.max(one, other) + endTime);
      }),
    );
  });

  test('extends to the day under the pointer, not across a disabled one', () => {
    const rules = dayRules({ disabledDays: ['2026-03-10'] });
    const drag = { anchor: day('2026-03-08'), over: day('2026-03-08') };
    expect(extendDrag(drag, day('2026-03-09'), rules).over).toBe(day('2026-03-09'));
    expect(extendDrag(drag, day('2026-03-11'), rules)).toBe(drag);
    expect(clickRange(drag, day('2026-03-11'), { start: null, end: null }, rules, EVENING)).toBeNull();
    expect(clickRange(null, day('2026-03-10'), { start: null, end: null }, rules, EVENING)).toBeNull();
  });

  test('with one end edited to the wrong side of the other becomes that one day', () => {
    const value = { start: day('2026-03-05'), end: day('2026-03-08') };
    const later = day('2026-03-10');
    expect(editBound(value, 'start', later, anyDay)).toEqual({ start: later, end: later });
    const earlier = day('2026-03-01');
    expect(editBound(value, 'end', earlier, anyDay)).toEqual({ start: earlier, end: earlier });
    expect(editBound(value, 'end', later, anyDay)).toEqual({ start: value.start, end: later });
    expect(editBound({ start: null, end: null }, 'start', later, anyDay)).toEqual({ start: later, end: later });
    expect(editBound(value, 'end', later, dayRules({ disabledDays: ['2026-03-07'] }))).toBeUndefined();
  });

  test('that can be open keeps an empty end', () => {
    const from = day('2026-03-05');
    const open = { start: null, end: null };
    expect(editBound(open, 'start', from, anyDay, true)).toEqual({ start: from, end: null });
    expect(editBound({ start: from, end: null }, 'start', day('2026-03-09'), anyDay, true)).toEqual({
      start: day('2026-03-09'),
      end: null,
    });
    const end = day('2026-03-01');
    expect(editBound({ start: from, end: null }, 'end', end, anyDay, true)).toEqual({ start: end, end });
  });

  test('has a first and a last day, or an only one', () => {
    const [start, end] = [day('2026-03-05'), day('2026-03-07') + 5000];
    expect([4, 5, 6, 7, 8].map((date) => placeInRange(day(`2026-03-0${date}`), start, end))).toEqual([
      null,
      'start',
      'inside',
      'end',
      null,
    ]);
    expect(placeInRange(start, start, start)).toBe('only');
    expect(placeInRange(start, null, null)).toBeNull();
  });
});

describe('a click on a day', () => {
  const noon = day('2026-03-05') + DAY / 2;

  test('keeps the time of day', () => {
    expect(clickDay(noon, day('2026-03-09'), anyDay, { isRequired: false, time: 0 })).toBe(noon + 4 * DAY);
    expect(clickDay(null, day('2026-03-09'), anyDay, { isRequired: false, time: 5000 })).toBe(day('2026-03-09') + 5000);
  });

  test('that is selected clears it, unless it is required', () => {
    expect(clickDay(noon, day('2026-03-05'), anyDay, { isRequired: false, time: 0 })).toBeNull();
    expect(clickDay(noon, day('2026-03-05'), anyDay, { isRequired: true, time: 0 })).toBe(noon);
  });

  test('that is disabled leaves the value', () => {
    const rules = dayRules({ max: '2026-03-08' });
    expect(clickDay(noon, day('2026-03-09'), rules, { isRequired: false, time: 0 })).toBeUndefined();
  });
});
