import { describe, expect, test } from 'vitest';
import type { EffectiveDay } from '../../domain/hours/hours.ts';
import { addressIn, withPosition } from '../../src/calendar/calendarAddress.ts';
import { hourBands } from '../../src/content/cards/hourBands.ts';
import { placeIds } from '../../src/portal/calendar/placeIds.ts';
import { sumOfCounts } from '../../src/portal/calendar/sumOfCounts.ts';

describe('the address of a calendar', () => {
  test('names a view, a date and words; what there is not, it does not name', () => {
    expect(addressIn(new URLSearchParams('view=month&date=2028-02-29&q= laser '))).toEqual({
      view: 'month',
      date: '2028-02-29',
      words: 'laser',
    });
    for (const query of ['', 'view=decade&date=2027-02-29', 'view=&date=0001-01-01', 'date=9999-01-01', 'date=x'])
      expect(addressIn(new URLSearchParams(query))).toEqual({ view: null, date: null, words: '' });
  });

  test('leaves out what it would say anyway, and passes through all else', () => {
    const usual = { view: 'week', date: '2026-11-23' } as const;
    const search = new URLSearchParams('q=laser&from=poster&view=day');
    expect(withPosition(search, { view: 'week', date: '2026-11-30' }, usual).toString()).toBe(
      'q=laser&from=poster&date=2026-11-30',
    );
    expect(withPosition(search, { view: 'year', date: '2026-11-23' }, usual).toString()).toBe(
      'q=laser&from=poster&view=year',
    );
  });

  test('names each place once', () => {
    expect(placeIds('3', undefined)).toEqual([3]);
    expect(placeIds('3', '4')).toEqual([3, 4]);
    expect(placeIds('3', '3')).toEqual([3]);
  });
});

describe('the hours of a day on a calendar', () => {
  const day: EffectiveDay = {
    date: '2026-11-23',
    weekday: 1,
    opens: 9,
    closes: 17,
    reason: null,
    intervals: [{ from: 9, to: 17 }],
    closures: [],
  };

  test('are plain when open, and named when closed', () => {
    expect(hourBands(day)).toEqual([
      { from: 0, to: 540, label: 'Closed', look: 'closed' },
      { from: 1020, to: 1440, label: 'Closed', look: 'closed' },
    ]);
  });

  test('say which closure interrupts them', () => {
    const closures = [{ from: 12, to: 13.5, title: 'Laser service' }];
    const intervals = [
      { from: 9, to: 12 },
      { from: 13.5, to: 17 },
    ];
    expect(hourBands({ ...day, closures, intervals }, '7')[1]).toEqual({
      from: 720,
      to: 810,
      label: 'Closed: Laser service',
      look: 'closed',
      split: '7',
    });
  });

  test('give the reason of a closed day, and of special hours', () => {
    const closed = { ...day, opens: null, closes: null, intervals: [], reason: 'Thanksgiving' };
    expect(hourBands(closed)).toEqual([{ from: 0, to: 1440, label: 'Closed: Thanksgiving', look: 'closed' }]);
    expect(hourBands({ ...day, reason: 'Finals' }).at(-1)).toEqual({
      from: 540,
      to: 1020,
      label: 'Finals',
      look: 'special',
    });
  });

  test('reach to midnight', () => {
    expect(hourBands({ ...day, intervals: [{ from: 0, to: 24 }] })).toEqual([]);
  });
});

test('the events of two places are counted together, by month and by day', () => {
  const days = { '2026-11-05': 3 };
  const more = { '2026-11-05': 1, '2026-12-01': 1 };
  expect(
    sumOfCounts([
      { months: { '2026-11': 3 }, days, closed: {} },
      { months: { '2026-11': 4, '2026-12': 1 }, days: more, closed: {} },
    ]),
  ).toEqual({ counts: { '2026-11': 7, '2026-12': 1 }, dayCounts: { '2026-11-05': 4, '2026-12-01': 1 } });
});
