import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths, dateOf, dayOf, isoWeekOf, weekdayOf } from '../../src/calendar/layout/days.ts';
import {
  broaderView,
  cellsOf,
  isDisabledCell,
  narrowerView,
  stepDate,
  rangeTitle,
  viewFault,
  viewShown,
  visibleRange,
} from '../../src/calendar/layout/ranges.ts';
import { dateAfterKey } from '../../src/calendar/layout/steps.ts';
import { CALENDAR_VIEWS } from '../../src/calendar/layout/types.ts';

const date = fc.integer({ min: dayOf('1900-01-01'), max: dayOf('2199-12-31') }).map(dateOf);
const options = fc.record({
  hideWeekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 4 }),
});

describe('cells', () => {
  test.each([
    ['years', 25, '2025-01-01', '2049-01-01'],
    ['year', 12, '2026-01-01', '2026-12-01'],
    ['month', 42, '2026-11-01', '2026-12-12'],
    ['week', 7, '2026-11-22', '2026-11-28'],
    ['day', 1, '2026-11-23', '2026-11-23'],
  ] as const)('of %s are %i', (view, count, first, last) => {
    const cells = cellsOf(view, '2026-11-23', {});
    expect([cells.length, cells[0], cells.at(-1)]).toEqual([count, first, last]);
  });

  test('leave hidden weekdays out of month and week', () => {
    expect(cellsOf('month', '2026-11-23', { hideWeekdays: [6, 7] })).toHaveLength(30);
    expect(cellsOf('week', '2026-11-23', { hideWeekdays: [6, 7] })).toHaveLength(5);
    expect(cellsOf('week', '2026-11-23', { hideWeekdays: [1, 3] }).map((day) => weekdayOf(dayOf(day)))).toEqual([
      7, 2, 4, 5, 6,
    ]);
    expect(cellsOf('week', '2026-11-23', { hideWeekdays: [1, 2, 3, 4, 5, 6, 7] })).toHaveLength(7);
  });

  test('of a month are six weeks from the start of the week on or before the 1st', () => {
    fc.assert(
      fc.property(date, (day) => {
        const cells = cellsOf('month', day, {});
        expect(cells).toHaveLength(42);
        expect(weekdayOf(dayOf(cells[0] ?? ''))).toBe(7);
        expect(cells.slice(0, 7)).toContain(`${day.slice(0, 7)}-01`);
        expect(cells).toContain(addMonths(`${day.slice(0, 7)}-01`, 1) > day ? day : '');
      }),
    );
  });

  test('lie within the range that a position needs items for', () => {
    fc.assert(
      fc.property(date, options, fc.constantFrom(...CALENDAR_VIEWS), (day, set, view) => {
        const { first, last } = visibleRange({ view, date: day }, { ...set, views: CALENDAR_VIEWS });
        for (const cell of cellsOf(view, day, set)) expect(first <= cell && cell <= last).toBe(true);
      }),
    );
    expect(visibleRange({ view: 'year', date: '2026-11-23' })).toEqual({ first: '2026-01-01', last: '2026-12-31' });
    expect(visibleRange({ view: 'years', date: '2026-11-23' })).toEqual({ first: '2025-01-01', last: '2049-12-31' });
  });
});

describe('arrows', () => {
  test.each([
    ['years', '2050-01-01', '2000-01-01'],
    ['year', '2027-01-01', '2025-01-01'],
    ['month', '2026-12-01', '2026-10-01'],
    ['week', '2026-11-29', '2026-11-15'],
    ['day', '2026-11-24', '2026-11-22'],
  ] as const)('of %s', (view, next, previous) => {
    expect([stepDate(view, '2026-11-23', 1, {}), stepDate(view, '2026-11-23', -1, {})]).toEqual([next, previous]);
  });

  test('of a day pass over hidden weekdays', () => {
    expect(stepDate('day', '2026-11-27', 1, { hideWeekdays: [6, 7] })).toBe('2026-11-30');
    expect(stepDate('day', '2026-11-30', -1, { hideWeekdays: [6, 7] })).toBe('2026-11-27');
  });

  test('lead to the range beside, and back', () => {
    fc.assert(
      fc.property(date, fc.constantFrom('years', 'year', 'month', 'week'), options, (day, view, set) => {
        const [last, next] = [cellsOf(view, day, {}).at(-1) ?? '', stepDate(view, day, 1, set)];
        if (view === 'week') expect(next).toBe(addDays(last, 1));
        expect(cellsOf(view, stepDate(view, next, -1, set), set)).toEqual(cellsOf(view, day, set));
      }),
    );
  });
});

test.each([
  ['years', '2026-11-23', 'Years'],
  ['year', '2026-11-23', '2026'],
  ['month', '2026-11-23', 'November 2026'],
  ['week', '2026-11-23', 'Week 48 (November 2026)'],
  ['week', '2026-11-30', 'Week 49 (November - December 2026)'],
  ['week', '2026-12-30', 'Week 53 (December 2026 - January 2027)'],
  ['day', '2026-11-23', 'Monday, November 23, 2026'],
] as const)('the title of %s at %s is %s', (view, day, title) => {
  expect(rangeTitle(view, day, {})).toBe(title);
});

test('weeks are numbered as in ISO 8601', () => {
  expect(['2026-01-01', '2025-12-29', '2027-01-03', '2020-12-31'].map(isoWeekOf)).toEqual([1, 1, 53, 53]);
});

describe('views', () => {
  test('lead to the next enabled one', () => {
    expect([
      broaderView('week'),
      broaderView('week', ['year', 'week']),
      broaderView('years'),
      broaderView('day', ['day']),
    ]).toEqual(['month', 'year', null, null]);
    expect([
      narrowerView('month'),
      narrowerView('month', ['month', 'day']),
      narrowerView('day'),
      narrowerView('agenda'),
    ]).toEqual(['week', 'day', null, 'day']);
  });

  test('that are unknown are week, with an error, and those that are disabled the first enabled one, with a warning', () => {
    expect([
      viewShown('fortnight'),
      viewShown('fortnight', ['month', 'day']),
      viewShown('week', ['month', 'day']),
    ]).toEqual(['week', 'month', 'month']);
    expect([viewFault('fortnight')?.level, viewFault('week', ['month', 'day'])?.level, viewFault('day')]).toEqual([
      'error',
      'warn',
      null,
    ]);
  });
});

test('days outside of the reach take no part', () => {
  const reach = { first: '2026-11-10', last: '2026-11-20' };
  const of = (view: 'month' | 'year' | 'years', ...cells: string[]) =>
    cells.map((cell) => isDisabledCell(view, cell, reach));
  expect(of('month', '2026-11-09', '2026-11-10', '2026-11-12', '2026-11-20', '2026-11-21')).toEqual([
    true,
    false,
    false,
    false,
    true,
  ]);
  expect(of('year', '2026-10-01', '2026-11-01', '2026-12-01')).toEqual([true, false, true]);
  expect(of('years', '2025-01-01', '2026-01-01')).toEqual([true, false]);
});

describe('keys', () => {
  const after = (view: 'years' | 'year' | 'month' | 'week' | 'day', day: string, key: string, ctrl = false, set = {}) =>
    dateAfterKey(view, day, { key, ctrl }, set);

  test.each([
    ['month', 'ArrowRight', '2026-11-24'],
    ['month', 'ArrowUp', '2026-11-16'],
    ['month', 'PageDown', '2026-12-23'],
    ['month', 'Home', '2026-11-22'],
    ['month', 'End', '2026-11-28'],
    ['year', 'ArrowDown', '2027-02-23'],
    ['year', 'PageUp', '2025-11-23'],
    ['years', 'ArrowDown', '2031-11-23'],
    ['years', 'PageDown', '2051-11-23'],
    ['week', 'PageDown', '2026-11-30'],
    ['week', 'End', '2026-11-28'],
    ['day', 'PageUp', '2026-11-22'],
    ['month', 'a', null],
  ] as const)('in %s: %s', (view, key, expected) => {
    expect(after(view, '2026-11-23', key)).toBe(expected);
  });

  test('keep to days that are shown', () => {
    fc.assert(
      fc.property(
        date,
        options,
        fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'),
        (day, set, key) => {
          const start = cellsOf('week', day, set)[0] ?? day;
          const next = after('month', start, key, false, set) ?? '';
          expect(cellsOf('month', next, set)).toContain(next);
        },
      ),
    );
  });

  test('with Ctrl lead to the ends of the month', () => {
    expect([after('month', '2026-11-23', 'Home', true), after('month', '2026-11-23', 'End', true)]).toEqual([
      '2026-11-01',
      '2026-11-30',
    ]);
  });
});
