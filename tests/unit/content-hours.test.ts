import { describe, expect, test } from 'vitest';
import type { EffectiveDay } from '../../domain/hours/hours.ts';
import { placeClock } from '../../server/features/sessions/location.ts';
import { scaleHours } from '../../src/content/cards/dayHours.ts';
import { momentText, wallHour } from '../../src/content/sessions/localTimeText.ts';
import { localClock } from '../../src/content/cards/localClock.ts';
import { hoursText, openState, todayState } from '../../src/content/cards/openState.ts';

/** A week from Sunday, November 8, 2026. */
function week(hours: ([number, number] | null)[]): EffectiveDay[] {
  return hours.map((open, weekday) => ({
    date: `2026-11-${String(8 + weekday).padStart(2, '0')}`,
    weekday,
    opens: open?.[0] ?? null,
    closes: open?.[1] ?? null,
    reason: null,
    intervals: open ? [{ from: open[0], to: open[1] }] : [],
    closures: [],
  }));
}

describe('whether a place is open', () => {
  const days = week([null, [9, 17], [9, 17], [9, 17], [9, 12.5], null, [11, 24]]);

  test.each([
    ['2026-11-09', 8.9, false, 'Closed now', 'Opens at 9 AM'],
    ['2026-11-09', 9, true, 'Open now', 'Until 5 PM'],
    ['2026-11-09', 16.99, true, 'Open now', 'Until 5 PM'],
    ['2026-11-09', 17, false, 'Closed now', 'Opens tomorrow at 9 AM'],
    ['2026-11-12', 12, true, 'Open now', 'Until 12:30 PM'],
    ['2026-11-12', 13, false, 'Closed now', 'Opens Saturday at 11 AM'],
    ['2026-11-13', 12, false, 'Closed today', 'Opens tomorrow at 11 AM'],
    ['2026-11-08', 12, false, 'Closed today', 'Opens tomorrow at 9 AM'],
    ['2026-11-14', 23.5, true, 'Open now', 'Until midnight'],
    ['2026-11-14', 3, false, 'Closed now', 'Opens at 11 AM'],
  ])('on %s at %d is shown', (date, hour, isOpen, text, detail) => {
    expect(openState(days, { date, hour })).toEqual({ isOpen, text, detail });
  });

  test('is not shown for an instant outside of the week, nor without the time', () => {
    expect(openState(days, { date: '2026-11-15', hour: 12 })).toBeNull();
    expect(openState(days, null)).toBeNull();
  });

  test('says no more than closed when nothing comes in this week', () => {
    expect(openState(week([null, [9, 17], null, null, null, null, null]), { date: '2026-11-09', hour: 18 })).toEqual({
      isOpen: false,
      text: 'Closed now',
      detail: '',
    });
    expect(openState(week([null, null, null, null, null, null, null]), { date: '2026-11-09', hour: 18 })).toEqual({
      isOpen: false,
      text: 'Closed today',
      detail: '',
    });
  });

  test('names a later day by its weekday if tomorrow is missing', () => {
    const withoutTuesday = days.filter(({ weekday }) => weekday !== 2);
    expect(openState(withoutTuesday, { date: '2026-11-09', hour: 18 })?.detail).toBe('Opens Wednesday at 9 AM');
  });
});

test('hours are shown on the 12-hour clock', () => {
  expect([
    hoursText({ intervals: [{ from: 8.5, to: 18 }] }),
    hoursText({ intervals: [] }),
    hoursText({ intervals: [{ from: 0, to: 24 }] }),
    hoursText({
      intervals: [
        { from: 9, to: 12 },
        { from: 16, to: 20 },
      ],
    }),
  ]).toEqual(['8:30 AM – 6 PM', 'Closed', '12 AM – 12 AM', '9 AM – 12 PM, 4 PM – 8 PM']);
  expect([week([[9, 12]])[0], week([null])[0], undefined].map((day) => todayState(day))).toEqual([
    { isOpen: false, text: 'Today', detail: '9 AM – 12 PM' },
    { isOpen: false, text: 'Closed today', detail: '' },
    { isOpen: false, text: 'Today', detail: '' },
  ]);
});

describe('the clock of a place', () => {
  test.each([
    ['before summer time begins', '2026-03-08T08:59:00Z', { date: '2026-03-08', hour: 1 + 59 / 60 }],
    ['after summer time began', '2026-03-08T09:00:00Z', { date: '2026-03-08', hour: 3 }],
    ['before summer time ends', '2026-11-01T07:30:00Z', { date: '2026-11-01', hour: 1.5 }],
    ['after summer time ended', '2026-11-01T08:30:00Z', { date: '2026-11-01', hour: 1.5 }],
    ['at midnight', '2026-11-20T07:00:00Z', { date: '2026-11-20', hour: 0 }],
  ])('is right %s', (_, instant, clock) => {
    const days = 86_400_000;
    for (const requested of [-14 * days, -1, 0, 1, 7.9 * days]) {
      const offsets = placeClock({ timezone: 'America/Denver' }, new Date(Date.parse(instant) + requested));
      expect(localClock(Date.parse(instant), offsets)).toEqual(clock);
    }
  });

  test('announces every change to the minute', () => {
    const of = (timezone: string, now: string) =>
      placeClock({ timezone }, new Date(now))
        .slice(1)
        .map(({ from, offset }) => [new Date(from).toISOString(), offset]);
    expect(of('America/Denver', '2026-03-05T12:34:56Z')).toEqual([['2026-03-08T09:00:00.000Z', -360]]);
    expect(of('Australia/Lord_Howe', '2026-04-01T00:00:00Z')).toEqual([['2026-04-04T15:00:00.000Z', 630]]);
    expect(of('Asia/Kathmandu', '2026-04-01T00:00:00Z')).toEqual([]);
    expect(placeClock({ timezone: 'Asia/Kathmandu' }, new Date('2026-04-01T00:00:00Z'))[0]?.offset).toBe(345);
  });

  test('is unknown before the server knew it and before the time is known', () => {
    const offsets = placeClock({ timezone: 'America/Denver' }, new Date('2026-11-20T07:00:00Z'));
    expect(localClock(Date.parse('2026-11-01T07:00:00Z'), offsets)).toBeNull();
    expect(localClock(null, offsets)).toBeNull();
  });
});

const DATE = '2026-11-20';

describe('the scale of a day', () => {
  test.each([
    [
      { opens: 9, closes: 17 },
      { from: 9, to: 17 },
    ],
    [
      { opens: 8.5, closes: 17.25 },
      { from: 8, to: 18 },
    ],
    [
      { opens: null, closes: null },
      { from: 8, to: 18 },
    ],
    [null, { from: 8, to: 18 }],
  ])('of %o shows the whole hours around it', (hours, scale) => {
    expect(scaleHours(hours)).toEqual(scale);
  });
});

test('the hour of an instant is that of its day, or an end of it', () => {
  expect([
    wallHour('2026-11-19T20:00:00-07:00', DATE),
    wallHour('2026-11-20T09:45:00-07:00', DATE),
    wallHour('2026-11-21T00:30:00-07:00', DATE),
  ]).toEqual([0, 9.75, 24]);
});

describe('a moment', () => {
  test.each([
    ['2026-11-20T09:45:00-07:00', '9:45 AM'],
    ['2026-11-20T00:00:00-07:00', '12 AM'],
    ['2026-11-19T22:00:00-07:00', 'November 19, 10 PM'],
    ['2026-11-21T02:30:00-07:00', 'November 21, 2:30 AM'],
    ['2026-11-21T00:00:00-07:00', '12 AM'],
    ['2027-01-01T00:00:00-07:00', 'January 1, 12 AM'],
  ])('%s is written as %s on its day', (instant, text) => {
    expect(momentText(instant, DATE)).toBe(text);
  });
});
