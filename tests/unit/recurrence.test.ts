import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../domain/hours/hours.ts';
import { parseRule, RULE_WEEKDAYS, ruleText, RuleFault, shiftRule, untilDate } from '../../domain/hours/recurrence.ts';
import { ruleDates } from '../../domain/hours/rule-dates.ts';
import { describeRule, describeRuleText } from '../../domain/hours/describe-rule.ts';
import {
  expansionFault,
  firstOccurrence,
  occurrencesOf,
  overBy,
  type Series,
} from '../../server/features/sessions/blocks/series.ts';
import { localText } from '../../server/platform/zone-years.ts';

const ZONES = ['America/New_York', 'Australia/Lord_Howe', 'America/Santiago'] as const;
const DAY = 86_400_000;

const weekday = fc.constantFrom(...RULE_WEEKDAYS);
const some = <T>(values: fc.Arbitrary<T>, maxLength: number) => fc.uniqueArray(values, { minLength: 1, maxLength });
/** Parts by which each frequency chooses its days; empty: those of the first one. */
const parts = fc.oneof(
  fc.tuple(fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'), fc.constant('')),
  fc.tuple(
    fc.constantFrom('DAILY', 'WEEKLY'),
    some(weekday, 4).map((days) => `;BYDAY=${days.join(',')}`),
  ),
  fc.tuple(
    fc.constantFrom('MONTHLY'),
    fc.tuple(fc.constantFrom(-2, -1, 1, 2, 3, 5), weekday).map(([nth, day]) => `;BYDAY=${nth}${day}`),
  ),
  fc.tuple(
    fc.constantFrom('MONTHLY', 'DAILY'),
    some(fc.integer({ min: 1, max: 31 }), 3).map((days) => `;BYMONTHDAY=${days.join(',')}`),
  ),
  fc.tuple(
    fc.constantFrom('MONTHLY'),
    some(weekday, 5).chain((days) => fc.constantFrom(1, -1).map((nth) => `;BYDAY=${days.join(',')};BYSETPOS=${nth}`)),
  ),
  fc.tuple(
    fc.constantFrom('YEARLY', 'WEEKLY'),
    some(fc.integer({ min: 1, max: 12 }), 3).map((months) => `;BYMONTH=${months.join(',')}`),
  ),
);
const rules = fc
  .tuple(
    parts,
    fc.integer({ min: 1, max: 4 }),
    fc.oneof(
      fc.constant(''),
      fc.integer({ min: 1, max: 60 }).map((count) => `;COUNT=${count}`),
      fc.integer({ min: 0, max: 900 }).map((days) => `;UNTIL=${addDays('2025-06-01', days).replaceAll('-', '')}`),
    ),
  )
  .map(([[frequency, by], interval, end]) => `FREQ=${frequency};INTERVAL=${interval}${by}${end}`);
/** Local times, half of them around those at which clocks change. */
const hours = fc.oneof(
  fc.integer({ min: 0, max: 23 * 60 + 59 }),
  fc.constantFrom(0, 30, 60, 90, 105, 120, 135, 150, 179, 23 * 60 + 30),
);
const cases = fc.tuple(fc.constantFrom(...ZONES), rules, fc.integer({ min: 0, max: 500 }), hours);

function localStart(day: number, minutes: number): string {
  const time = new Date(minutes * 60_000).toISOString().slice(11, 19);
  return `${addDays('2025-01-01', day)}T${time}`;
}

/** The library's own expansion, from the first occurrence on; the dates that the rule chooses begin with one of them. */
function expanded(zone: string, rule: string, start: string, to: number): number[] {
  const rruleString = `DTSTART;TZID=${zone}:${start.replaceAll(/[-:]/g, '')}\nRRULE:${rule}`;
  const found: number[] = [];
  new RRuleTemporal({ rruleString }).all(({ epochMilliseconds }) => {
    if (epochMilliseconds < to) found.push(epochMilliseconds);
    return epochMilliseconds < to && found.length < 3000;
  });
  return found;
}

describe('the occurrences of a rule', () => {
  test('between two instants are those of the library from the first one on, in three zones over changes of the clock', () => {
    fc.assert(
      fc.property(
        cases,
        fc.integer({ min: -30, max: 900 }),
        fc.integer({ min: 1, max: 120 }),
        fc.integer({ min: 1, max: 60 * 30 }),
        ([zone, rule, day, minutes], offset, days, length) => {
          const all = expanded(zone, rule, localStart(day, minutes), Date.parse('2029-06-01T00:00:00Z'));
          const [first] = all;
          if (first === undefined) return;
          const from = first + offset * DAY;
          const to = from + days * DAY;
          const series: Series = {
            startsAt: new Date(first).toISOString(),
            endsAt: new Date(first + length * 60_000).toISOString(),
            rule: ruleText(parseRule(rule)),
            exceptDates: null,
          };
          // COUNT counts from the first occurrence, which is the series' start, as in the library.
          const own = expanded(zone, rule, localText(first, zone).slice(0, 19), Date.parse('2029-06-01T00:00:00Z'));
          const found = occurrencesOf(series, zone, from, to);
          expect(found.filter(({ startsAt }) => startsAt >= from).map(({ startsAt }) => startsAt)).toEqual(
            own.filter((one) => one >= from && one < to),
          );
          for (const { startsAt, endsAt, date } of found) {
            expect(endsAt).toBeGreaterThan(startsAt);
            expect(startsAt < to && endsAt > from).toBe(true);
            expect(localText(startsAt, zone).slice(0, 10)).toBe(date);
          }
          const over = overBy(series);
          if (over !== null) expect(Math.max(...own.slice(-1), 0)).toBeLessThan(Date.parse(over));
        },
      ),
      { numRuns: 150 },
    );
  });

  test('have the dates on which they can be, without an expansion', () => {
    fc.assert(
      fc.property(cases, ([zone, text, day]) => {
        // At noon every date has its time.
        const start = localStart(day, 12 * 60);
        const to = Date.parse('2028-06-01T00:00:00Z');
        const [first] = expanded(zone, text, start, to);
        if (first === undefined) return;
        const begins = localText(first, zone);
        const found = new Set(
          expanded(zone, text, begins.slice(0, 19), to).map((one) => localText(one, zone).slice(0, 10)),
        );
        const can = ruleDates(parseRule(text), begins.slice(0, 10), zone);
        const isExact = !/COUNT|BYSETPOS/.test(text);
        for (let date = addDays(begins.slice(0, 10), -40); date < '2028-05-01'; date = addDays(date, 1)) {
          if (isExact) expect(`${date} ${can(date)}`).toBe(`${date} ${found.has(date)}`);
          else if (found.has(date)) expect(`${date} ${can(date)}`).toBe(`${date} true`);
        }
      }),
      { numRuns: 60 },
    );
  });

  test.each<[string, string, string, string[]]>([
    [
      'America/New_York',
      '2026-03-07T02:30:00',
      'FREQ=DAILY;COUNT=3',
      ['03-07T02:30:00-05:00', '03-09T02:30:00-04:00', '03-10T02:30:00-04:00'],
    ],
    [
      'America/New_York',
      '2026-10-31T01:30:00',
      'FREQ=DAILY;COUNT=3',
      ['10-31T01:30:00-04:00', '11-01T01:30:00-04:00', '11-02T01:30:00-05:00'],
    ],
    [
      'Australia/Lord_Howe',
      '2026-10-03T02:15:00',
      'FREQ=DAILY;COUNT=2',
      ['10-03T02:15:00+10:30', '10-05T02:15:00+11:00'],
    ],
    [
      'Australia/Lord_Howe',
      '2026-04-04T01:45:00',
      'FREQ=DAILY;COUNT=2',
      ['04-04T01:45:00+11:00', '04-05T01:45:00+11:00'],
    ],
    ['America/Santiago', '2026-09-05T00:30:00', 'FREQ=DAILY;COUNT=2', ['09-05T00:30:00-04:00', '09-07T00:30:00-03:00']],
    ['America/Santiago', '2026-04-03T23:30:00', 'FREQ=DAILY;COUNT=2', ['04-03T23:30:00-03:00', '04-04T23:30:00-03:00']],
  ])(
    'in %s from %s, %s: skipped times are left out, of repeated ones the earlier counts',
    (zone, start, rule, found) => {
      const startsAt = expanded(zone, rule, start, Infinity)[0] ?? 0;
      const [from, to] = [startsAt - DAY, startsAt + 9 * DAY];
      const series = { startsAt: iso(startsAt), endsAt: iso(startsAt + 3_600_000), rule, exceptDates: null };
      expect(occurrencesOf(series, zone, from, to).map((one) => localText(one.startsAt, zone).slice(5))).toEqual(found);
    },
  );

  test('end at the same local time, also when the clock changes in between', () => {
    const series = {
      startsAt: '2026-10-31T02:00:00Z',
      endsAt: '2026-10-31T10:00:00Z',
      rule: 'FREQ=DAILY',
      exceptDates: ['2026-10-31'],
    };
    const zone = 'America/New_York';
    const found = occurrencesOf(series, zone, Date.parse('2026-10-30T12:00:00Z'), Date.parse('2026-11-03T12:00:00Z'));
    expect(found.map(({ date, endsAt }) => [date, localText(endsAt, zone).slice(5)])).toEqual([
      ['2026-10-30', '10-31T06:00:00-04:00'],
      ['2026-11-01', '11-02T06:00:00-05:00'],
      ['2026-11-02', '11-03T06:00:00-05:00'],
    ]);
  });

  test('of a series without an end are found immediately, even long after its start', () => {
    const series = {
      startsAt: '1971-01-04T15:00:00Z',
      endsAt: '1971-01-04T16:00:00Z',
      rule: 'FREQ=DAILY',
      exceptDates: null,
    };
    expect(occurrencesOf(series, 'UTC', Date.parse('2150-01-01'), Date.parse('2150-01-31'))).toHaveLength(30);
  });
});

const iso = (instant: number): string => new Date(instant).toISOString();

describe('a rule', () => {
  test('is the same after being written and read again', () => {
    fc.assert(
      fc.property(rules, (text) => {
        const rule = parseRule(text);
        expect(parseRule(ruleText(rule))).toEqual(rule);
        expect(describeRule(rule, '2026-12-07', 'UTC')).toMatch(/^Every [^ ].*[^ ]$/);
        expect(describeRule(rule, '2026-12-07', 'UTC')).not.toMatch(/undefined|NaN|null|  /);
      }),
    );
  });

  test.each([
    '',
    'FREQ',
    'FREQ=DAILY;FREQ=DAILY',
    'FREQ=SECONDLY',
    'FREQ=DAILY;BYMINUTE=1',
    'FREQ=DAILY;BYEASTER=1',
    'FREQ=DAILY;BYWEEKNO=1',
    'FREQ=WEEKLY;BYDAY=2MO',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=WEEKLY;BYMONTHDAY=1',
    'FREQ=MONTHLY;BYMONTHDAY=0',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=MONTHLY;BYMONTHDAY=1.5',
    'FREQ=MONTHLY;BYSETPOS=1',
    'FREQ=YEARLY;BYMONTH=13',
    'FREQ=DAILY;INTERVAL=-1',
    'FREQ=DAILY;INTERVAL=1e3',
    'FREQ=DAILY;UNTIL=20260230',
    'FREQ=DAILY;UNTIL=20260201T250000Z',
    'FREQ=DAILY;WKST=1',
    'FREQ=DAILY\nRRULE:FREQ=DAILY',
  ])('is not "%s"', (text) => {
    expect(() => parseRule(text)).toThrow(RuleFault);
  });

  test.each([
    ['FREQ=DAILY', 'Every day'],
    ['FREQ=DAILY;INTERVAL=3;COUNT=5', 'Every 3 days, 5 times'],
    ['FREQ=WEEKLY', 'Every Monday'],
    ['FREQ=WEEKLY;INTERVAL=2', 'Every 2 weeks on Monday'],
    ['FREQ=MONTHLY', 'Every month on the 7th'],
    ['FREQ=YEARLY', 'Every year on the 7th in December'],
    ['FREQ=WEEKLY;BYDAY=WE,MO;UNTIL=20261212', 'Every Monday and Wednesday until December 12, 2026'],
    ['FREQ=WEEKLY;BYDAY=SU,MO,FR', 'Every Monday, Friday and Sunday'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', 'Every 2 weeks on Tuesday'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,22', 'Every month on the 1st and 22nd'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', 'Every month on the last day'],
    ['FREQ=MONTHLY;BYDAY=2TU', 'Every month on the second Tuesday'],
    ['FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR;COUNT=1', 'Every 2 months on the last Friday, once'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', 'Every month on the last weekday'],
    ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1', 'Every month on the first Monday or Tuesday'],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', 'Every month on every Friday that is the 13th'],
    ['FREQ=YEARLY;BYMONTH=11;BYDAY=4TH', 'Every year on the fourth Thursday in November'],
    ['FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=4', 'Every year on the 4th in July'],
    ['FREQ=DAILY;UNTIL=20261213T065959Z', 'Every day until December 12, 2026'],
  ])('%s is described as "%s"', (text, words) => {
    expect(describeRule(parseRule(text), '2026-12-07', 'America/Denver')).toBe(words);
  });

  test('ends on a date of its place', () => {
    const { until } = parseRule('FREQ=DAILY;UNTIL=20261213T065959Z');
    expect(untilDate({ until }, 'America/Denver')).toBe('2026-12-12');
    expect(untilDate({ until }, 'Australia/Lord_Howe')).toBe('2026-12-13');
  });
});

describe('a series', () => {
  const series = (rule: string, given: Partial<Series> = {}): Series => ({
    startsAt: '2026-12-07T14:00:00Z',
    endsAt: '2026-12-07T15:00:00Z',
    rule,
    exceptDates: null,
    ...given,
  });

  test('is looked for up to the end of 2199', () => {
    const daily = series('FREQ=DAILY');
    const at = (from: string, to: string) => occurrencesOf(daily, 'America/Denver', Date.parse(from), Date.parse(to));
    expect(at('9999-01-01', '9999-12-31')).toEqual([]);
    expect(at('2199-12-30', '2999-01-01')).toHaveLength(2);
  });

  test('with a number of occurrences is over within twenty years', () => {
    expect(expansionFault(series('FREQ=MONTHLY;COUNT=240'), 'America/Denver')).toBe(null);
    for (const rule of [
      'FREQ=MONTHLY;COUNT=260',
      'FREQ=WEEKLY;INTERVAL=99;COUNT=20',
      'FREQ=DAILY;INTERVAL=99;COUNT=730',
    ])
      expect(expansionFault(series(rule), 'America/Denver')).toContain('Enter an end date');
    expect(overBy(series('FREQ=YEARLY;COUNT=730'))).toBe('2046-12-09T15:00:00.000Z');
  });

  test('is found where its first days are left out, and only within the range', () => {
    const exceptDates = Array.from({ length: 400 }, (_, day) => addDays('2026-12-07', day));
    const late = series('FREQ=DAILY', { exceptDates });
    const begin = Date.parse(late.startsAt);
    expect(firstOccurrence(late, 'UTC', [begin, Infinity])?.date).toBe('2028-01-11');
    expect(firstOccurrence(late, 'UTC', [begin, Date.parse('2028-01-11T00:00:00Z')])).toBe(undefined);
    expect(firstOccurrence(late, 'UTC', [begin, begin])).toBe(undefined);
  });
});

describe('a rule that is moved', () => {
  test.each([
    ['FREQ=DAILY;UNTIL=20261212', '2026-12-07', '2026-12-09', 'FREQ=DAILY;UNTIL=20261214'],
    ['FREQ=WEEKLY;BYDAY=MO,FR', '2026-12-07', '2026-12-08', 'FREQ=WEEKLY;BYDAY=TU,SA'],
    ['FREQ=WEEKLY;BYDAY=SA', '2026-12-12', '2026-12-13', 'FREQ=WEEKLY;BYDAY=SU'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', '2026-12-07', '2026-12-06', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR', '2026-12-07', '2026-12-08', null],
    ['FREQ=MONTHLY', '2026-12-31', '2027-01-01', 'FREQ=MONTHLY'],
    ['FREQ=MONTHLY;BYMONTHDAY=7', '2026-12-07', '2026-12-09', 'FREQ=MONTHLY;BYMONTHDAY=9'],
    ['FREQ=MONTHLY;BYMONTHDAY=7,14', '2026-12-07', '2026-12-09', null],
    ['FREQ=MONTHLY;BYDAY=2MO', '2026-12-14', '2026-12-16', 'FREQ=MONTHLY;BYDAY=3WE'],
    ['FREQ=MONTHLY;BYDAY=-1FR', '2026-12-25', '2026-12-24', 'FREQ=MONTHLY;BYDAY=-2TH'],
    ['FREQ=MONTHLY;BYDAY=1FR', '2026-12-04', '2026-11-30', null],
    ['FREQ=YEARLY;BYMONTH=11;BYDAY=4TH', '2026-11-26', '2026-12-03', 'FREQ=YEARLY;BYMONTH=12;BYDAY=1TH'],
    ['FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=4', '2026-07-04', '2026-08-01', 'FREQ=YEARLY;BYMONTH=8;BYMONTHDAY=1'],
  ])('%s from %s to %s becomes %s', (text, from, to, moved) => {
    const rule = shiftRule(parseRule(text), from, to);
    expect(rule && ruleText(rule)).toBe(moved);
  });

  test('always includes the new date of what it included', () => {
    fc.assert(
      fc.property(rules, fc.integer({ min: 0, max: 365 }), fc.integer({ min: -20, max: 20 }), (text, day, moved) => {
        const start = addDays('2026-01-01', day);
        const rule = { ...parseRule(text), until: null, count: null };
        const [first] = expanded('UTC', ruleText(rule), `${start}T12:00:00`, Date.parse('2036-01-01T00:00:00Z'));
        if (first === undefined) return;
        const from = iso(first).slice(0, 10);
        const to = addDays(from, moved);
        const shifted = shiftRule(rule, from, to);
        if (!shifted) return;
        expect(iso(expanded('UTC', ruleText(shifted), `${to}T12:00:00`, Infinity)[0] ?? 0).slice(0, 10)).toBe(to);
      }),
    );
  });
});

test('a rule without a known first day is described without it; an invalid rule stays as it is', () => {
  expect(describeRuleText('FREQ=MONTHLY', null, 'UTC')).toBe('Every month');
  expect(describeRuleText('FREQ=MONTHLY', '2026-12-07', 'UTC')).toBe('Every month on the 7th');
  expect(describeRuleText('now and then', null, 'UTC')).toBe('now and then');
});
