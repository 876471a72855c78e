import { afterEach, describe, expect, test } from 'vitest';
import {
  dateTimeStyle,
  formatClock,
  formatDay,
  formatDuration,
  formatHours,
  formatInstant,
  formatInstantFully,
  formatMonth,
  formatPeriod,
  formatTime,
  readFormatsFrom,
} from '../../domain/values/formats.ts';

const DENVER = 'America/Denver';
const INSTANT = '2026-11-24T15:05:09.000Z';

afterEach(() => readFormatsFrom(() => undefined));

/** By locale: a date, an instant, hours, and a period over midnight. */
const WRITTEN: [locale: string, ...texts: string[]][] = [
  [
    'en-US',
    'Nov 24, 2026',
    'Nov 24, 2026, 8:05 AM',
    '9 AM – 5:30 PM',
    'Tue, Nov 24, 2026, 10 PM – Wed, Nov 25, 2026, 1 AM',
  ],
  [
    'en-US-u-hc-h23',
    'Nov 24, 2026',
    'Nov 24, 2026, 08:05',
    '09:00 – 17:30',
    'Tue, Nov 24, 2026, 22:00 – Wed, Nov 25, 2026, 01:00',
  ],
  ['en-GB', '24 Nov 2026', '24 Nov 2026, 08:05', '09:00 – 17:30', 'Tue, 24 Nov 2026, 22:00 – Wed, 25 Nov 2026, 01:00'],
  [
    'en-GB-u-hc-h12',
    '24 Nov 2026',
    '24 Nov 2026, 8:05 AM',
    '9 AM – 5:30 PM',
    'Tue, 24 Nov 2026, 10 PM – Wed, 25 Nov 2026, 1 AM',
  ],
];

describe('dates and times', () => {
  test.each(WRITTEN)('in %s', (locale, ...texts) => {
    readFormatsFrom(() => ({ locale }));
    const day = formatDay('2026-11-24');
    const hours = formatHours(9, 17.5);
    const period = formatPeriod('2026-11-24T22:00', '2026-11-25T01:00');
    expect([day, formatInstant(INSTANT, DENVER), hours, period]).toEqual(texts);
  });

  test('a day has a style for each place', () => {
    const styles = ['short', 'weekday', 'named', 'long', 'day', 'full'] as const;
    expect(styles.map((style) => formatDay('2026-11-04T10:00', style))).toEqual([
      'Nov 4',
      'Wed, Nov 4',
      'November 4',
      'November 4, 2026',
      'Wednesday, November 4',
      'Wednesday, November 4, 2026',
    ]);
    expect([formatMonth('2026-11'), formatMonth('2026-11-04', 'short')]).toEqual(['November 2026', 'Nov 2026']);
  });

  test('the tooltip has seconds and the zone', () => {
    expect(formatInstantFully(INSTANT, DENVER)).toBe('Tuesday, November 24, 2026, 8:05:09 AM MST (America/Denver)');
    expect(formatInstantFully('2026-11-24T16:00:00Z', DENVER)).toContain(', 9:00:00 AM MST');
  });

  test('a night in which clocks go back names the same time twice', () => {
    expect(['2026-11-01T07:30:00Z', '2026-11-01T08:30:00Z'].map((instant) => formatTime(instant, DENVER))).toEqual([
      '1:30 AM',
      '1:30 AM',
    ]);
  });

  test.each(['', 'soon', '2026-13-40'])('what is no date is returned: "%s"', (text) => {
    expect([formatDay(text), formatInstant(text, DENVER), formatInstantFully(text, DENVER)]).toEqual([
      text,
      text,
      text,
    ]);
  });

  test('midnight, noon and a time of day', () => {
    expect(['00:00:00', '12:00', '2026-11-24T23:59'].map(formatClock)).toEqual(['12 AM', '12 PM', '11:59 PM']);
  });

  test('an unknown extension has the clock of its region', () => {
    expect(dateTimeStyle('en-GB-u-hc-h11')).toEqual({ isDayFirst: true, clock: 24 });
  });
});

test.each([
  [59_000, 'less than a minute'],
  [60_000, '1 minute'],
  [7_300_000, '2 hours'],
  [1_500 * 86_400_000, '1,500 days'],
])('%d ms last %s', (duration, text) => expect(formatDuration(duration)).toBe(text));
