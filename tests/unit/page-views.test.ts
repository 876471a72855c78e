import { describe, expect, it } from 'vitest';
import { csvText } from '../../src/ui/csvText.ts';
import { formatChange, formatShare } from '../../src/console/reports/figures.ts';
import {
  daysOfPeriod,
  mondayOf,
  periodBefore,
  periodIn,
  searchOf,
  formatPeriod,
} from '../../src/console/reports/period.ts';

const FRIDAY = '2026-11-20';

describe('the period of a report', () => {
  it('is twelve weeks by default', () => {
    expect(periodIn(new URLSearchParams())).toEqual({ weeks: 12 });
    expect(periodIn(new URLSearchParams('weeks=52'))).toEqual({ weeks: 52 });
    expect(periodIn(new URLSearchParams('weeks=7'))).toEqual({ weeks: 12 });
    expect(periodIn(new URLSearchParams('from=2026-01-01&to=2026-01-31'))).toEqual({
      own: { from: '2026-01-01', to: '2026-01-31' },
    });
    expect(periodIn(new URLSearchParams('from=2026-01-01&to=2026-13-31'))).toEqual({ weeks: 12 });
  });

  it('is read back from what it writes into the address', () => {
    for (const period of [
      { weeks: 4 },
      { weeks: 12 },
      { weeks: 52 },
      { own: { from: '2026-02-01', to: '2026-02-03' } },
    ] as const) {
      expect(periodIn(new URLSearchParams(searchOf(period)))).toEqual(period);
    }
  });

  it('begins on a Monday and ends today', () => {
    expect(daysOfPeriod({ weeks: 4 }, FRIDAY)).toEqual({ from: '2026-10-26', to: FRIDAY });
    expect([mondayOf('2026-11-16'), mondayOf('2026-11-22'), mondayOf('2026-03-01')]).toEqual([
      '2026-11-16',
      '2026-11-16',
      '2026-02-23',
    ]);
  });

  it('is compared with the one before it, as far into its last week', () => {
    expect(periodBefore({ weeks: 4 }, { from: '2026-10-26', to: FRIDAY })).toEqual({
      from: '2026-09-28',
      to: '2026-10-23',
    });
    const own = { from: '2026-03-01', to: '2026-03-31' };
    expect(periodBefore({ own }, own)).toEqual({ from: '2026-01-29', to: '2026-02-28' });
    expect([formatPeriod({ weeks: 4 }, own), formatPeriod({ own }, own)]).toEqual(['4 weeks', '31 days']);
  });
});

describe('figures as text', () => {
  it('describe a change and a share', () => {
    expect(formatChange(112, 100, 'the 4 weeks before')).toBe('12% more than in the 4 weeks before');
    expect(formatChange(50, 100, 'the 9 days before')).toBe('50% fewer than in the 9 days before');
    expect(formatChange(100, 100, 'the day before')).toBe('as many as in the day before');
    expect(formatChange(5, 0, 'the day before')).toBeNull();
    expect([formatShare(1, 3), formatShare(1, 1000), formatShare(0, 10), formatShare(0, 0)]).toEqual([
      '33%',
      '<1%',
      '0%',
      '0%',
    ]);
  });
});

describe('rows', () => {
  it('become CSV without formulas', () => {
    expect(
      csvText([
        ['Page', 'Views'],
        ['=1+1', 3],
        ['A "quoted", one', -2],
      ]),
    ).toBe('Page,Views\r\n"\'=1+1",3\r\n"A ""quoted"", one",-2\r\n');
  });
});
