import { describe, expect, test } from 'vitest';
import { isMonthDay, termFrom, termOn } from '../../domain/values/terms.ts';
import { dayPresets } from '../../src/console/list/dayPresets.ts';

const TERMS = [
  { name: 'Summer', start: '05-18', end: '08-16' },
  { name: 'Winter', start: '11-01', end: '02-28' },
];

describe('the term of a day', () => {
  test.each([
    ['2026-05-18', 'Summer', '2026-05-18', '2026-08-16'],
    ['2026-08-16', 'Summer', '2026-05-18', '2026-08-16'],
    ['2026-11-23', 'Winter', '2026-11-01', '2027-02-28'],
    ['2026-02-01', 'Winter', '2025-11-01', '2026-02-28'],
  ])('%s is that of %s', (day, name, start, end) => {
    expect(termOn(day, TERMS)).toEqual({ name, start, end });
  });

  test('between terms is none', () => {
    expect(termOn('2026-09-01', TERMS)).toBeUndefined();
    expect(termOn('2026-09-01', [])).toBeUndefined();
  });

  test('or of those that follow is the first that has not ended', () => {
    expect(termFrom('2026-06-01', TERMS)?.end).toBe('2026-08-16');
    expect(termFrom('2026-09-01', TERMS)?.end).toBe('2027-02-28');
    expect(termFrom('2027-03-01', TERMS)?.end).toBe('2027-08-16');
    expect(termFrom('2027-03-01', [])).toBeUndefined();
  });

  test('begins and ends on days of every year', () => {
    expect(['02-28', '12-31'].every(isMonthDay)).toBe(true);
    expect(['02-29', '13-01', '04-31', '8-1'].some(isMonthDay)).toBe(false);
  });
});

test('ranges to filter by are those of today; the term only where there is one', () => {
  const presets = dayPresets('2026-11-23', TERMS);
  expect(Object.fromEntries(presets.map(({ label, start, end }) => [label, [start, end]]))).toEqual({
    Today: ['2026-11-23', '2026-11-23'],
    'This week': ['2026-11-23', '2026-11-29'],
    'Next 7 days': ['2026-11-23', '2026-11-29'],
    'This month': ['2026-11-01', '2026-11-30'],
    'Last 30 days': ['2026-10-25', '2026-11-23'],
    'This term': ['2026-11-01', '2027-02-28'],
  });
  expect(dayPresets('2026-09-01', TERMS).map(({ label }) => label)).not.toContain('This term');
});
