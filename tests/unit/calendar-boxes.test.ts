import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { axisOf } from '../../src/calendar/layout/axis.ts';
import { barsOf } from '../../src/calendar/layout/bars.ts';
import { countsByCell } from '../../src/calendar/layout/counts.ts';
import { addDays, DAY, dayOf } from '../../src/calendar/layout/days.ts';
import { itemsByDay, monthRows } from '../../src/calendar/layout/month.ts';
import { offsetsWith, placeItems, type PlacedItem } from '../../src/calendar/layout/placement.ts';
import { cellsOf } from '../../src/calendar/layout/ranges.ts';
import { boxesOf, type BoxHeights, type DayBoxes, type TimeBox } from '../../src/calendar/layout/timeBoxes.ts';
import { itemLabel, stateText, whenText } from '../../src/calendar/layout/texts.ts';
import type { CalendarItem } from '../../src/calendar/layout/types.ts';

const ZONE = 'America/Denver';
const WEEK = { first: '2026-11-22', last: '2026-11-28' };

function item(start: string, end: string, more: Partial<CalendarItem> = {}): CalendarItem {
  const instant = (text: string): string => (text.length === 10 || text.endsWith('Z') ? text : `${text}:00-07:00`);
  return { id: `${start} ${end}`, title: 'Event', start: instant(start), end: instant(end), ...more };
}

function placed(items: readonly CalendarItem[], range = WEEK, zone = ZONE): PlacedItem[] {
  return placeItems(items, offsetsWith(zone, range, items), range);
}

function boxes(
  date: string,
  items: readonly CalendarItem[],
  options = {},
  heights: BoxHeights = { least: 7.5 },
): DayBoxes {
  const offsets = offsetsWith(ZONE, WEEK, items);
  return boxesOf(axisOf([date], offsets, options), date, placed(items), heights);
}

/** By their times, not by the least height of their boxes. */
function timesMeet({ placed: a }: TimeBox, { placed: b }: TimeBox): boolean {
  return a.start < b.end && b.start < a.end;
}

const at = ({ boxes: all }: DayBoxes): [number, number][] => all.map(({ top, height }) => [top, height]);

describe('boxes of a day', () => {
  test('are where their times are, cut to the times that are shown', () => {
    const day = '2026-11-23';
    const all = [
      item(`${day}T09:00`, `${day}T10:30`),
      item(`${day}T07:00`, `${day}T08:30`),
      item(`${day}T16:30`, `${day}T20:00`),
      item(`${day}T05:00`, `${day}T08:00`),
      item(`${day}T17:00`, `${day}T18:00`),
    ];
    expect(at(boxes(day, all, { timeFrom: 480, timeTo: 1020 }))).toEqual([
      [0, 30],
      [60, 90],
      [510, 30],
    ]);
  });

  test('have a least height that stays within the day, also at midnight', () => {
    const day = '2026-11-23';
    expect(at(boxes(day, [item(`${day}T00:00`, `${day}T00:00`), item(`${day}T23:59`, `2026-11-24T00:00`)]))).toEqual([
      [0, 7.5],
      [1432.5, 7.5],
    ]);
  });

  test('of short events one after another have the whole width, each at least as high as the least height', () => {
    const day = '2026-11-23';
    const all = boxes(day, [
      item(`${day}T10:00`, `${day}T10:30`),
      item(`${day}T10:30`, `${day}T11:00`),
      item(`${day}T11:00`, `${day}T11:05`),
      item(`${day}T11:05`, `${day}T12:35`),
    ]);
    expect(all.boxes.map(({ left, width }) => [left, width])).toEqual([...Array(4)].map(() => [0, 1]));
    expect(at(all).map(([, height]) => height)).toEqual([30, 30, 7.5, 90]);
  });

  test('are extended into the free time below them, up to the next one and the end of the day', () => {
    const day = '2026-11-23';
    const all = boxes(
      day,
      [
        item(`${day}T09:00`, `${day}T09:15`),
        item(`${day}T09:20`, `${day}T09:35`),
        item(`${day}T11:00`, `${day}T11:15`),
        item(`${day}T12:00`, `${day}T12:15`),
        item(`${day}T12:15`, `${day}T12:30`),
        item(`${day}T23:30`, `${day}T23:40`),
      ],
      {},
      { least: 10, wanted: 48 },
    );
    expect(at(all).map(([, height]) => height)).toEqual([20, 48, 48, 15, 48, 30]);
  });

  test('beside which there is another are extended over it no more than below it', () => {
    const day = '2026-11-23';
    const all = boxes(
      day,
      [
        item(`${day}T09:00`, `${day}T11:00`),
        item(`${day}T09:05`, `${day}T09:15`),
        item(`${day}T09:30`, `${day}T10:00`, { id: 'below' }),
      ],
      {},
      { least: 10, wanted: 48 },
    );
    expect(at(all).map(([, height]) => height)).toEqual([120, 25, 48]);
  });

  test('of no length at one time do not lie on each other', () => {
    const day = '2026-11-23';
    const { boxes: all } = boxes(day, [
      item(`${day}T09:00`, `${day}T09:00`, { id: 'b' }),
      item(`${day}T09:00`, `${day}T09:00`, { id: 'a' }),
    ]);
    expect(all.map(({ placed: { item: own }, left, width }) => [own.id, left, width])).toEqual([
      ['a', 0, 0.5],
      ['b', 0.5, 0.5],
    ]);
  });

  test('that would end before they start have no length and say so', () => {
    const reversed = item('2026-11-23T11:00', '2026-11-23T10:00');
    expect(at(boxes('2026-11-23', [reversed]))).toEqual([[660, 7.5]]);
    const [one] = placed([reversed]);
    expect(whenText(one as PlacedItem)).toBe('11 AM, ends before it starts');
    expect(reversed.end).toBe('2026-11-23T10:00:00-07:00');
  });

  test('of an item over several days are one per day; midnight at its end belongs to the day before', () => {
    const long = item('2026-11-23T22:00', '2026-11-25T03:00');
    const parts = ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'].map((day) =>
      boxes(day, [long]).boxes.map(({ part, top, height }) => [part, top, height]),
    );
    expect(parts).toEqual([[], [['first', 1320, 120]], [['middle', 0, 1440]], [['last', 0, 180]], []]);
    const until = item('2026-11-23T22:00', '2026-11-24T00:00');
    expect(boxes('2026-11-24', [until]).boxes).toEqual([]);
    expect(boxes('2026-11-23', [until]).boxes.map(({ part }) => part)).toEqual(['only']);
  });

  test('are ordered by start, then the longer, then by id, with any order of the items', () => {
    const day = '2026-11-23';
    const all = [
      item(`${day}T09:00`, `${day}T10:00`, { id: '10' }),
      item(`${day}T09:00`, `${day}T10:00`, { id: '9' }),
      item(`${day}T09:00`, `${day}T11:00`, { id: '5' }),
      item(`${day}T08:00`, `${day}T08:30`, { id: '7' }),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: 4 }), (shuffled) => {
        expect(placed(shuffled).map((one) => one.item.id)).toEqual(['7', '5', '10', '9']);
      }),
    );
  });

  test('in the background take no width from the others', () => {
    const day = '2026-11-23';
    const all = boxes(day, [
      item(`${day}T08:00`, `${day}T12:00`, { background: true }),
      item(`${day}T09:00`, `${day}T10:00`, { id: 'x' }),
    ]);
    expect([all.boxes.map(({ width }) => width), all.background.map(({ width }) => width)]).toEqual([[1], [1]]);
  });

  test('are never on one another and never outside of the day, with any items', () => {
    const events = fc.array(
      fc.tuple(fc.integer({ min: -300, max: 1700 }), fc.integer({ min: -30, max: 400 })).map(([from, minutes]) => {
        const start = Date.parse('2026-11-23T00:00:00-07:00') + from * 60_000;
        return { start: new Date(start).toISOString(), end: new Date(start + minutes * 60_000).toISOString() };
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(events, (times) => {
        const { boxes: all } = boxes(
          '2026-11-23',
          times.map((time, index) => ({ ...time, id: `${index}`, title: '' })),
        );
        for (const [index, a] of all.entries()) {
          expect(a.top).toBeGreaterThanOrEqual(0);
          expect(a.height).toBeGreaterThanOrEqual(7.5);
          expect(a.top + a.height).toBeLessThanOrEqual(1440);
          for (const b of all.slice(index + 1)) {
            const meet = timesMeet(a, b);
            if (meet)
              expect(Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)).toBeLessThan(1e-9);
          }
        }
      }),
    );
  });
});

describe('days of the place', () => {
  test.each([
    ['America/New_York', '2026-11-01'],
    ['Australia/Lord_Howe', '2026-04-05'],
    ['America/Santiago', '2026-09-06'],
    ['America/Santiago', '2026-04-04'],
  ])('hold whole days of %s on %s', (zone, date) => {
    const range = { first: date, last: date };
    const whole = [{ id: 'a', title: '', start: date, end: date }];
    const [one] = placed(whole, range, zone) as [PlacedItem];
    expect([one.firstDay, one.lastDay, one.allDay]).toEqual([dayOf(date), dayOf(date), true]);
    const timed = placed(
      [
        {
          ...whole[0],
          allDay: false,
          start: new Date(one.start).toISOString(),
          end: new Date(one.end).toISOString(),
        } as CalendarItem,
      ],
      range,
      zone,
    );
    expect(timed.map(({ firstDay, lastDay }) => [firstDay, lastDay])).toEqual([[dayOf(date), dayOf(date)]]);
    expect(placed(whole, { first: addDays(date, 1), last: addDays(date, 1) }, zone)).toEqual([]);
  });

  test('an end that is a date is its midnight', () => {
    const [one] = placed([item('2026-11-23T09:00', '2026-11-24')]) as [PlacedItem];
    expect([one.allDay, one.lastDay, one.end]).toEqual([
      false,
      dayOf('2026-11-24'),
      Date.parse('2026-11-25T00:00:00-07:00'),
    ]);
  });

  test('items without times are left out', () => {
    expect(placed([item('2026-11-23T09:00', 'soonZ')])).toEqual([]);
  });
});

describe('bars', () => {
  const days = Array.from({ length: 7 }, (_, index) => dayOf(WEEK.first) + index);
  const spans = fc.array(fc.tuple(fc.integer({ min: -5, max: 9 }), fc.integer({ min: 0, max: 9 })), { maxLength: 20 });

  test('of a row never lie on one another, and cover each day of their item', () => {
    fc.assert(
      fc.property(spans, (all) => {
        const items = all.map(([from, length], index) =>
          item(addDays(WEEK.first, from), addDays(WEEK.first, from + length), { id: `${index}` }),
        );
        const bars = barsOf(days, placed(items));
        for (const [index, a] of bars.entries()) {
          expect(a.to - a.from + 1).toBe(
            days.filter((day) => day >= a.placed.firstDay && day <= a.placed.lastDay).length,
          );
          for (const b of bars.slice(index + 1))
            expect(a.lane === b.lane && a.from <= b.to && b.from <= a.to).toBe(false);
        }
      }),
    );
  });

  test('say which part of their item they are', () => {
    const bars = barsOf(
      days,
      placed([
        item('2026-11-20', '2026-12-01', { id: 'm' }),
        item('2026-11-24', '2026-11-25'),
        item('2026-11-27', '2026-12-01'),
      ]),
    );
    expect(bars.map(({ from, to, lane, part }) => [from, to, lane, part])).toEqual([
      [0, 6, 0, 'middle'],
      [2, 3, 1, 'only'],
      [5, 6, 1, 'first'],
    ]);
  });
});

test('a month has every item on each of its days, bars before the events of a day', () => {
  const cells = cellsOf('month', '2026-11-23', {});
  const items = placed(
    [item('2026-11-13', '2026-11-16', { id: 'bar' }), item('2026-11-14T09:00', '2026-11-14T10:00', { id: 'one' })],
    { first: cells[0] ?? '', last: cells.at(-1) ?? '' },
  );
  const rows = monthRows(cells, 7, items);
  const day = (date: string) => rows.flat().find((one) => one.date === date);
  expect(
    ['2026-11-12', '2026-11-13', '2026-11-14', '2026-11-15', '2026-11-16'].map((date) => day(date)?.count),
  ).toEqual([0, 1, 2, 1, 1]);
  expect([day('2026-11-13')?.bars.length, day('2026-11-15')?.bars.length, day('2026-11-14')?.lanes]).toEqual([1, 1, 1]);
  expect(
    itemsByDay(cells, items)
      .get('2026-11-14')
      ?.map((one) => one.item.id),
  ).toEqual(['bar', 'one']);
});

test('counts are the entries of a month, or as given', () => {
  const cells = cellsOf('year', '2026-11-23', {});
  const items = placed([item('2026-11-28', '2026-12-02'), item('2026-11-03T09:00', '2026-11-03T10:00')], {
    first: '2026-01-01',
    last: '2026-12-31',
  });
  expect(countsByCell('year', cells, items).get('2026-11-01')).toBe(2);
  expect(countsByCell('year', cells, items).get('2026-12-01')).toBe(1);
  expect(
    countsByCell('years', ['2026-01-01'], [], { '2026-11': 3, '2026-12': 4, '2027-01': 1 }).get('2026-01-01'),
  ).toBe(7);
});

test('a name says title, kind, state, times, date, place and repetition', () => {
  const [one] = placed([
    item('2026-11-23T09:00', '2026-11-23T13:30', {
      title: 'Training',
      kind: 'Draft',
      conflict: 'Overlaps Tour',
      cancelled: true,
      repeat: 'Every Monday',
    }),
  ]) as [PlacedItem];
  expect(itemLabel(one, 'Makeshop')).toBe(
    'Training, Draft, Canceled, Overlaps Tour, 9 AM – 1:30 PM, Monday, November 23, 2026, Makeshop, Every Monday',
  );
  expect([whenText(one), whenText({ ...one, wallEnd: one.wallStart + DAY / 12 })]).toEqual([
    '9 AM – 1:30 PM',
    '9 – 11 AM',
  ]);
});

test('a kind that says "Canceled" is not followed by the same state', () => {
  const [one] = placed([
    item('2026-11-23T09:00', '2026-11-23T13:30', { title: 'Training', kind: 'Canceled', cancelled: true }),
  ]) as [PlacedItem];
  expect(stateText(one)).toBe('Canceled');
});
