import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, dateParts, startOfDay, wallOfIso } from '../../src/ui/datePicker/days.ts';
import { formatMask, parseMask } from '../../src/ui/datePicker/masks.ts';
import {
  allowedValues,
  halvesOf,
  ruleSetOf,
  snapTime,
  TIME_PARTS,
  toggleHalf,
  type TimeRuleSet,
} from '../../src/ui/datePicker/timeRules.ts';
import { readLooseDate } from '../../src/ui/datePicker/looseTyped.ts';
import { readTyped, repeatedHourText, typedFault, usualMasks, writeTyped } from '../../src/ui/datePicker/typed.ts';
import { codecOf } from '../../src/ui/datePicker/values.ts';
import { NO_ZONE, pickerZone, wallNow } from '../../src/ui/datePicker/zone.ts';

const walls = fc.integer({ min: -2_000_000_000, max: 4_000_000_000 }).map((seconds) => seconds * 1000);
const dates = { mode: 'date', zone: NO_ZONE, masks: usualMasks('date', 2, false) } as const;
const times = { mode: 'time', zone: NO_ZONE, masks: usualMasks('time', 2, false) } as const;

const instantsIn = (zone: string, is24 = false) => ({
  mode: 'datetime' as const,
  zone: pickerZone(zone),
  masks: usualMasks('datetime', 2, is24),
});
const at = (instant: string) => ({ instant: Date.parse(instant) });
const fault = (words: string) => ({ fault: expect.stringContaining(words) });

describe('a typed date', () => {
  test.each(['03/01/2026', '3/1/2026', '2026-03-01', '2026/3/1', 'Mar 1, 2026', 'march 1 2026', ' 1 Mar 2026 '])(
    '%j is 1 March',
    (text) => {
      expect(readTyped(text, dates)).toEqual(at('2026-03-01T00:00Z'));
    },
  );

  test.each([
    ['2/30/2026', 'There is no February 30: February 2026 has 28 days'],
    ['2/29/2027', 'February 2027 has 28 days'],
    ['13/1/2026', 'There is no month 13'],
    ['3/1/202', 'Complete the date'],
    ['2/30', 'There is no February 30'],
    ['Wed, Mar 5, 2026', 'March 5, 2026 is a Thursday'],
    ['13.5.2026', 'There is no month 13'],
    ['03', 'Complete the date'],
    ['3/1/', 'Complete the date'],
    ['soon', 'Enter a date, like 03/14/2026'],
  ])('%j is none, and the sentence says why', (text, words) => {
    expect(readTyped(text, dates)).toEqual(fault(words));
    expect(typedFault(text, 'date')).toContain(words);
  });

  test('that is empty is no fault', () => {
    expect(readTyped('  ', dates)).toBeNull();
    expect(typedFault('', 'date')).toBeUndefined();
  });
});

describe('a date as people write it', () => {
  test.each([
    '3/5/26',
    '03-05-2026',
    '3.5.2026',
    '20260305',
    'Thu, Mar 5, 2026',
    'Thursday March 5th, 2026',
    '5. March 2026',
    "Mar 5 '26",
    '2026.3.5',
  ])('%j is 5 March 2026', (text) => {
    expect(readTyped(text, dates)).toEqual(at('2026-03-05T00:00Z'));
    expect(typedFault(text, 'date')).toBeUndefined();
  });

  test('without a year it is in the current year, and open: more keys can name the year', () => {
    const [march, november] = [Date.UTC(2026, 2, 1), Date.UTC(2026, 10, 24)];
    for (const text of ['3/5', 'March 5', '5 Mar', '3-5']) {
      expect(readLooseDate(text, march)).toEqual({ wall: Date.UTC(2026, 2, 5), isOpen: true });
      expect(readLooseDate(text, november)).toEqual({ wall: Date.UTC(2027, 2, 5), isOpen: true });
    }
    expect(readLooseDate('12/20', march)).toEqual({ wall: Date.UTC(2026, 11, 20), isOpen: true });
    expect(readLooseDate('9/15', november)).toEqual({ wall: Date.UTC(2026, 8, 15), isOpen: true });
    expect(readTyped('3/5/20', dates)).toEqual({ ...at('2020-03-05T00:00Z'), isOpen: true });
  });

  test('is today, tomorrow or yesterday', () => {
    const today = startOfDay(wallNow(NO_ZONE));
    expect(['yesterday', 'Today', 'tomorrow'].map((text) => readTyped(text, dates))).toEqual([
      { instant: today - DAY },
      { instant: today },
      { instant: today + DAY },
    ]);
  });

  test('two digits of the last century are of it', () => {
    expect(readTyped('3/5/70', dates)).toEqual(at('1970-03-05T00:00Z'));
  });
});

describe('a time as people write it', () => {
  test.each([
    ['1430', 14.5],
    ['2.30 pm', 14.5],
    ['230p', 14.5],
    ['9a', 9],
    ['9 p.m.', 21],
  ])('%j is %s o’clock', (text, hours) => {
    expect(readTyped(text, times)).toEqual({ instant: hours * 3_600_000 });
    expect(typedFault(text, 'time')).toBeUndefined();
  });

  test.each([
    ['9', 9],
    ['12', 12],
    ['1', 13],
    ['2:30', 14.5],
    ['6:59', 19 - 1 / 60],
    ['7:00', 7],
    ['02:30', 2.5],
    ['930', 9.5],
  ])('%j lacks AM or PM: it is %s o’clock, and open', (text, hours) => {
    expect(readTyped(text, times)).toEqual({ instant: Math.round(hours * 60) * 60_000, isOpen: true });
  });

  test.each([
    ['2:30', 2.5],
    ['14:30', 14.5],
  ])('on a 24-hour clock %j is %s o’clock', (text, hours) => {
    const clock24 = { ...times, masks: usualMasks('time', 2, true) };
    expect(readTyped(text, clock24)).toEqual({ instant: hours * 3_600_000 });
  });

  test.each([
    ['8.5', 8.5],
    ['14', 14],
    ['1730', 17.5],
    ['05:30', 5.5],
    ['5:30', 17.5],
    ['2:30', 14.5],
    ['5', 17],
    ['9', 9],
  ])('of opening hours %j is %s o’clock, whether a place opens or closes then', (text, hours) => {
    for (const hour of ['start', 'end'] as const)
      expect(readTyped(text, { ...times, hour })).toMatchObject({ instant: hours * 3_600_000 });
  });
});

describe('a typed time', () => {
  test.each([
    ['2:30 PM', 14.5],
    ['2:30pm', 14.5],
    ['2:30 p.m.', 14.5],
    ['14:30', 14.5],
    ['2 pm', 14],
    ['12 AM', 0],
    ['noon', 12],
    ['midnight', 0],
  ])('%j is %s o’clock', (text, hours) => {
    expect(readTyped(text, times)).toEqual({ instant: hours * 3_600_000 });
  });

  test.each([
    ['13:00 PM', '13 is not an hour'],
    ['25:00', 'no hour 25'],
    ['2:75 PM', 'no minute 75'],
    ['2:', 'Complete the time'],
    ['late', 'Enter a time'],
  ])('%j is none', (text, words) => {
    expect(readTyped(text, times)).toEqual(fault(words));
  });
});

describe('a typed instant', () => {
  const denver = instantsIn('America/Denver');

  test('is local time of the zone', () => {
    for (const text of ['7/1/2026 2:30 PM', '07/01/2026, 14:30', '2026-07-01T14:30', 'Jul 1, 2026 2:30 pm'])
      expect(readTyped(text, denver)).toEqual(at('2026-07-01T20:30Z'));
    expect(readTyped('2026-07-01T20:30:00.000Z', denver)).toEqual(at('2026-07-01T20:30Z'));
    expect(readTyped('7/1/2026', denver)).toEqual(fault('Add the time'));
  });

  test.each(['7/1/26 1430', 'July 1, 2026 2.30p', 'Wed, July 1, 2026 at 2:30 PM', '20260701 1430'])(
    'is %j too',
    (text) => {
      expect(readTyped(text, denver)).toEqual(at('2026-07-01T20:30Z'));
    },
  );

  test('without AM or PM is one of the day, and open', () => {
    expect(readTyped('7/1/2026 2:30', denver)).toEqual({ ...at('2026-07-01T20:30Z'), isOpen: true });
    expect(readTyped('7/1/2026 9', denver)).toEqual({ ...at('2026-07-01T15:00Z'), isOpen: true });
    expect(readTyped('2026-07-01T02:30', denver)).toEqual(at('2026-07-01T08:30Z'));
    for (const text of ['Mar 5 2026', '3/5', 'today']) expect(readTyped(text, denver)).toEqual(fault('Add the time'));
  });

  test.each([
    ['13/45', 'There is no month 13'],
    ['2/30/2027', 'There is no February 30'],
  ])('of an impossible day without a time (%j) says what is impossible', (text, words) => {
    expect(readTyped(text, denver)).toEqual(fault(words));
  });

  test.each([
    [
      'America/New_York',
      '3/8/2026 2:30 AM',
      '2:30 AM does not exist on March 8, 2026: clocks go forward from 2:00 AM to 3:00 AM',
    ],
    ['Australia/Lord_Howe', '10/4/2026 2:15 AM', 'clocks go forward from 2:00 AM to 2:30 AM'],
    [
      'America/Santiago',
      '9/6/2026 12:30 AM',
      '12:30 AM does not exist on September 6, 2026: clocks go forward from 12:00 AM to 1:00 AM',
    ],
  ])('that %s skips (%s) is refused with a reason', (zone, text, words) => {
    expect(readTyped(text, instantsIn(zone))).toEqual(fault(words));
  });

  test.each([
    ['America/New_York', '11/1/2026 1:30 AM', 'EDT', 'EST', 60],
    ['Australia/Lord_Howe', '4/5/2026 1:45 AM', 'GMT+11', 'GMT+10:30', 30],
    ['America/Santiago', '4/4/2026 11:30 PM', 'GMT-3', 'GMT-4', 60],
  ])('that %s repeats (%s) is the first one, or the one whose zone is named', (zone, text, first, second, minutes) => {
    const format = instantsIn(zone);
    const [plain, one, other] = [text, `${text} ${first}`, `${text} ${second}`].map((typed) =>
      readTyped(typed, format),
    );
    expect(one).toEqual(plain);
    if (!plain || !other || 'fault' in plain || 'fault' in other) throw new Error('not read');
    expect(other.instant - plain.instant).toBe(minutes * 60_000);
    expect(writeTyped(other.instant, format)).toMatch(new RegExp(`${second.replace('+', '\\+')}$`));
    expect(readTyped(writeTyped(other.instant, format), format)).toEqual(other);
    expect(readTyped(`${text} CET`, format)).toEqual(fault(`${first} or ${second}`));
    expect(repeatedHourText(format.zone.toWall(other.instant))).toContain('happens twice');
  });

  test.each(['America/New_York', 'Australia/Lord_Howe', 'America/Santiago'])(
    'comes back from how it is written in %s, to the minute',
    (zone) => {
      const minutes = fc.integer({ min: 28_000_000, max: 32_000_000 }).map((minute) => minute * 60_000);
      for (const is24 of [false, true]) {
        const format = instantsIn(zone, is24);
        fc.assert(
          fc.property(minutes, (instant) => {
            expect(readTyped(writeTyped(instant, format), format)).toEqual({ instant });
          }),
        );
      }
    },
  );
});

test('every mask reads what it writes', () => {
  const masks = [
    'L h:mm:ss A',
    'YYYY/MM/DD HH:mm:ss',
    'dddd, MMMM D, YYYY h:mm:ss a',
    'D MMM YYYY [at] H:mm:ss',
    'YYYY-MM-DD[T]HH:mm:ss',
  ];
  fc.assert(
    fc.property(walls, fc.constantFrom(...masks), (wall, mask) => {
      fc.pre(wall > -60_000_000_000_000);
      expect(parseMask(formatMask(wall, mask), mask)).toEqual({ wall });
    }),
  );
});

describe('time rules', () => {
  const noon = dateParts(wallOfIso('2026-03-01T12:00'));

  test('are a number, a list, bounds with an interval, or a function', () => {
    expect(allowedValues('hours', 9, noon)).toEqual([9]);
    expect(allowedValues('minutes', [30, 0], noon)).toEqual([0, 30]);
    expect(allowedValues('minutes', { min: 5, interval: 20 }, noon)).toEqual([5, 25, 45]);
    expect(allowedValues('hours', (hour) => hour > 21, noon)).toEqual([22, 23]);
    expect(allowedValues('milliseconds', undefined, noon)).toHaveLength(1000);
  });

  test('snap to the nearest allowed values of the same day', () => {
    const part = fc.oneof(
      fc.nat(23),
      fc.uniqueArray(fc.nat(23), { minLength: 1, maxLength: 5 }),
      fc.record({ min: fc.nat(10), max: fc.integer({ min: 11, max: 23 }), interval: fc.integer({ min: 1, max: 12 }) }),
    );
    const sets = fc.record({ hours: part, minutes: part, seconds: part }, { requiredKeys: [] });
    fc.assert(
      fc.property(walls, sets, (wall, rules: TimeRuleSet) => {
        const snapped = snapTime(wall, rules);
        expect(startOfDay(snapped)).toBe(startOfDay(wall));
        expect(snapTime(snapped, rules)).toBe(snapped);
        for (const name of TIME_PARTS) {
          const allowed = allowedValues(name, rules[name], dateParts(snapped));
          expect(allowed).toContain(dateParts(snapped)[name]);
          const distance = Math.abs(dateParts(snapped)[name] - dateParts(wall)[name]);
          for (const value of allowed) expect(Math.abs(value - dateParts(wall)[name])).toBeGreaterThanOrEqual(distance);
        }
      }),
    );
  });

  test('of a pair are those of the start and of the end; auto fills what is not shown', () => {
    expect(ruleSetOf([{ hours: 9 }, { hours: 17 }], 'end', 2)).toEqual({ hours: 17 });
    expect(ruleSetOf('auto', 'start', 0)).toEqual({ hours: 0, minutes: 0, seconds: 0, milliseconds: 0 });
    expect(ruleSetOf('auto', 'end', 0)).toEqual({ hours: 23, minutes: 59, seconds: 59, milliseconds: 999 });
    expect(ruleSetOf('auto', 'end', 2)).toEqual({ seconds: 59, milliseconds: 999 });
  });

  test('offer only the halves of the day that have an hour, and AM to PM is twelve hours', () => {
    expect(halvesOf([8, 9])).toEqual(['AM']);
    expect(halvesOf([8, 13])).toEqual(['AM', 'PM']);
    expect(toggleHalf(1000, 'PM')).toBe(DAY / 2 + 1000);
    expect(toggleHalf(DAY / 2, 'AM')).toBe(0);
    expect(toggleHalf(5, 'AM')).toBe(5);
  });
});

describe('values', () => {
  const options = { zone: pickerZone('America/Denver'), accuracy: 2 } as const;

  test('are text, a number or a date; each has its own empty value', () => {
    const noon = Date.parse('2026-03-01T19:00:00Z');
    const text = codecOf('string', { ...options, mode: 'datetime' });
    expect(text.write(noon)).toBe('2026-03-01T19:00:00.000Z');
    expect([text.read(text.write(noon)), text.read(''), text.read('2/30/2026')]).toEqual([noon, null, undefined]);
    const masked = codecOf('string', { ...options, mode: 'datetime', mask: 'YYYY-MM-DD h:mm A' });
    expect(masked.write(noon)).toBe('2026-03-01 12:00 PM');
    expect(masked.read('2026-03-01 12:00 PM')).toBe(noon);
    const number = codecOf('number', { ...options, mode: 'datetime' });
    expect([number.write(null), number.read(NaN), number.read(noon)]).toEqual([NaN, null, noon]);
    const date = codecOf('date', { ...options, mode: 'datetime' });
    expect([date.write(null), date.read(null), date.read(new Date(noon))]).toEqual([null, null, noon]);
  });

  test('without a zone are days and times of day', () => {
    const day = codecOf('string', { mode: 'date', zone: NO_ZONE, accuracy: 2 });
    expect(day.write(day.read('2026-03-01') ?? null)).toBe('2026-03-01');
    expect(day.read('2026-02-30')).toBeUndefined();
    const time = codecOf('string', { mode: 'time', zone: NO_ZONE, accuracy: 3 });
    expect(time.write(time.read('09:30') ?? null)).toBe('09:30:00');
  });
});
