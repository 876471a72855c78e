import { describe, expect, test } from 'vitest';
import {
  addDays,
  hoursOfDate,
  hoursOfDays,
  listedDays,
  sundayOf,
  dateWeekday,
  type SpecialHours,
} from '../../domain/hours/hours.ts';
import { htmlText } from '../../domain/html/html-text.ts';

const USUAL = { weekends: true, openTimes: [12, 9, 9, 9, 9, 9, 10], closeTimes: [17, 20, 20, 20, 20, 17.5, 24] };
const WEEKDAYS_ONLY = { weekends: false, openTimes: [10, 8, 8, 8, 8, 8, 0], closeTimes: [14, 17, 17, 17, 17, 16.5, 0] };

let ids = 0;
function special(given: Partial<SpecialHours>): SpecialHours {
  ids += 1;
  return {
    id: ids,
    locationId: 1,
    reason: 'Special',
    startsOn: '2026-11-26',
    endsOn: '2026-11-26',
    closed: true,
    opensAt: null,
    closesAt: null,
    ...given,
  };
}

describe('a date', () => {
  test.each([
    ['2026-03-08', 0],
    ['2026-11-01', 0],
    ['2028-02-29', 2],
    ['2026-12-31', 4],
    ['2027-01-01', 5],
    ['2000-02-29', 2],
    ['1970-01-01', 4],
  ])('%s is weekday %i', (date, weekday) => {
    expect(dateWeekday(date)).toBe(weekday);
  });

  test.each([
    ['2026-03-08', '2026-03-08'],
    ['2026-03-14', '2026-03-08'],
    ['2027-01-01', '2026-12-27'],
    ['2028-03-01', '2028-02-27'],
    ['2026-11-07', '2026-11-01'],
  ])('%s is in the week from %s on', (date, sunday) => {
    expect(sundayOf(date)).toBe(sunday);
  });

  test('has a next one across clock changes, leap days and year ends', () => {
    for (const date of [
      '2026-03-07',
      '2026-03-08',
      '2026-03-29',
      '2026-10-04',
      '2026-10-25',
      '2026-11-01',
      '2026-04-05',
      '2028-02-28',
      '2028-02-29',
      '2026-12-31',
    ]) {
      expect(addDays(addDays(date, 1), -1)).toBe(date);
      expect(dateWeekday(addDays(date, 1))).toBe((dateWeekday(date) + 1) % 7);
    }
    expect([
      addDays('2028-02-28', 1),
      addDays('2027-02-28', 1),
      addDays('2026-12-31', 1),
      addDays('2026-01-01', -1),
    ]).toEqual(['2028-02-29', '2027-03-01', '2027-01-01', '2025-12-31']);
  });
});

describe('the hours of a day', () => {
  test('are those of its weekday', () => {
    expect(
      hoursOfDays('2026-11-01', 7, USUAL, []).map(({ weekday, opens, closes }) => [weekday, opens, closes]),
    ).toEqual([
      [0, 12, 17],
      [1, 9, 20],
      [2, 9, 20],
      [3, 9, 20],
      [4, 9, 20],
      [5, 9, 17.5],
      [6, 10, 24],
    ]);
  });

  test.each([
    [0, 0],
    [9, 9],
    [17, 9],
    [24, 24],
  ])('from %i to %i are none', (opens, closes) => {
    const usual = {
      weekends: true,
      openTimes: Array<number>(7).fill(opens),
      closeTimes: Array<number>(7).fill(closes),
    };
    expect(hoursOfDate('2026-11-02', usual, [])).toMatchObject({ opens: null, closes: null, reason: null });
  });

  test('are none on Sundays of a place that keeps no weekends', () => {
    expect(hoursOfDate('2026-11-01', WEEKDAYS_ONLY, [])).toMatchObject({ opens: null, closes: null });
    expect(hoursOfDate('2026-11-02', WEEKDAYS_ONLY, [])).toMatchObject({ opens: 8, closes: 17 });
  });

  test('are the special ones from their first to their last day', () => {
    const holidays = [
      special({ reason: 'Thanksgiving', startsOn: '2026-11-26', endsOn: '2026-11-27' }),
      special({
        reason: 'Finals',
        startsOn: '2026-12-01',
        endsOn: '2026-12-01',
        closed: false,
        opensAt: 7,
        closesAt: 24,
      }),
    ];
    const days = hoursOfDays('2026-11-25', 7, USUAL, holidays);
    expect(days.map(({ date, opens, closes, reason }) => [date, opens, closes, reason])).toEqual([
      ['2026-11-25', 9, 20, null],
      ['2026-11-26', null, null, 'Thanksgiving'],
      ['2026-11-27', null, null, 'Thanksgiving'],
      ['2026-11-28', 10, 24, null],
      ['2026-11-29', 12, 17, null],
      ['2026-11-30', 9, 20, null],
      ['2026-12-01', 7, 24, 'Finals'],
    ]);
  });

  test('are the location’s own special ones before everyone’s, the shorter before the longer, the later entered before the earlier', () => {
    const everywhere = special({ reason: 'Everywhere', locationId: null });
    const longer = special({ reason: 'Longer', startsOn: '2026-11-20', endsOn: '2026-11-30' });
    const shorter = special({ reason: 'Shorter' });
    const later = special({ reason: 'Later', closed: false, opensAt: 10, closesAt: 12 });
    const reason = (...rows: SpecialHours[]) => hoursOfDate('2026-11-26', USUAL, rows).reason;
    expect(reason(everywhere)).toBe('Everywhere');
    expect(reason(everywhere, longer)).toBe('Longer');
    expect(reason(shorter, longer, everywhere)).toBe('Shorter');
    expect(reason(shorter, later)).toBe('Later');
    expect(reason(later, shorter)).toBe('Later');
  });
});

describe('the listed days', () => {
  test('leave Sunday out without weekend hours', () => {
    const days = hoursOfDays('2026-11-01', 7, WEEKDAYS_ONLY, []);
    expect(listedDays(days, false).map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(listedDays(days, true).length).toBe(7);
  });

  test('have a Sunday on which the place opens all the same', () => {
    const days = hoursOfDays('2026-11-01', 7, WEEKDAYS_ONLY, [
      special({ startsOn: '2026-11-01', endsOn: '2026-11-01', closed: false, opensAt: 10, closesAt: 15 }),
    ]);
    expect(listedDays(days, false)[0]).toMatchObject({ weekday: 0, opens: 10 });
  });
});

test.each([
  ['<p>One  two</p><p>three</p>', 'One two\nthree'],
  ['<ul><li>A &amp; B</li><li>&lt;b&gt;</li></ul>', 'A & B\n<b>'],
  ['x<br>y<script>alert(1)</script><style>p{}</style>', 'x\ny'],
  ['<table><tr><td>1</td><td>2</td></tr></table>', '1 2'],
  ['<strong>in</strong><em>side</em>', 'inside'],
  ['', ''],
  ['<p></p>\n<p>&nbsp;</p>', ''],
])('the words of %s are %j', (html, text) => {
  expect(htmlText(html)).toBe(text);
});
