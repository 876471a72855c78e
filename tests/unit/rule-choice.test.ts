import { describe, expect, test } from 'vitest';
import { ruleFault } from '../../domain/hours/recurrence.ts';
import { FORMATS } from '../../server/declarations/formats.ts';
import { choiceOf, movedChoice, noRepeat, nthWords, choiceRule } from '../../src/forms/shared/ruleChoice.ts';
import { withWeekday } from '../../src/console/resources/scheduling/usualWeek.ts';

/** A Monday, the second one of its month. */
const DATE = '2026-06-08';

describe('how something repeats', () => {
  test.each([
    'FREQ=DAILY',
    'FREQ=WEEKLY;BYDAY=MO',
    'FREQ=WEEKLY;INTERVAL=2;UNTIL=20261212;BYDAY=MO,WE',
    'FREQ=WEEKLY;COUNT=10;BYDAY=SU,MO,SA',
    'FREQ=MONTHLY',
    'FREQ=MONTHLY;BYDAY=2MO',
    'FREQ=MONTHLY;BYDAY=-1MO',
    'FREQ=YEARLY',
  ])('%s is unchanged by its form', (rule) => {
    const choice = choiceOf(rule, DATE);
    expect(choice).not.toBeNull();
    expect(choice && choiceRule(choice, DATE)).toBe(rule);
  });

  test('a weekly rule that leaves its day out is on the day of its first', () => {
    const choice = choiceOf('FREQ=WEEKLY', DATE);
    expect(choice?.weekdays).toEqual([1]);
    expect(choice && choiceRule(choice, DATE)).toBe('FREQ=WEEKLY;BYDAY=MO');
  });

  test.each(['FREQ=MONTHLY;BYDAY=1TU', 'FREQ=MONTHLY;BYMONTHDAY=1,15', 'FREQ=YEARLY;BYMONTH=3', 'nonsense'])(
    '%s is no rule that the form can show',
    (rule) => {
      expect(choiceOf(rule, DATE)).toBeNull();
    },
  );

  test('follows its first day to another weekday', () => {
    const choice = { ...noRepeat(DATE), frequency: 'WEEKLY', weekdays: [1, 3] } as const;
    expect(choiceRule(movedChoice(choice, DATE, '2026-06-09'), '2026-06-09')).toBe('FREQ=WEEKLY;BYDAY=TU,WE');
    const monthly = { ...noRepeat(DATE), frequency: 'MONTHLY', monthly: 'weekday' } as const;
    expect(choiceRule(movedChoice(monthly, DATE, '2026-06-16'), '2026-06-16')).toBe('FREQ=MONTHLY;BYDAY=3TU');
  });

  test.each(['', '12/'])('that is to end on a date is no rule while that is %j', (until) => {
    const rule = choiceRule({ ...noRepeat(DATE), frequency: 'DAILY', end: 'until', until }, DATE) ?? '';
    expect(ruleFault(rule)).not.toBeNull();
    expect(FORMATS.rrule.test(rule)).toBe(false);
  });

  test('begins with not at all, on the weekday of its date', () => {
    expect(choiceRule(noRepeat(DATE), DATE)).toBeNull();
    expect(noRepeat(DATE).weekdays).toEqual([1]);
    expect(nthWords('2026-06-29')).toBe('fifth Monday');
  });
});

describe('other hours on a weekday', () => {
  const week = { weekends: false, openTimes: [10, 9, 9, 9, 9, 9, 0], closeTimes: [14, 17, 17, 17, 17, 17, 0] };

  test('leave the other days as they are', () => {
    expect(withWeekday(week, 2, { opens: 8, closes: 12 })).toEqual({
      weekends: false,
      openTimes: [0, 9, 8, 9, 9, 9, 0],
      closeTimes: [0, 17, 12, 17, 17, 17, 0],
    });
  });

  test('on a Sunday make it a place with weekends, which a closed Sunday reverts', () => {
    const open = withWeekday(week, 0, { opens: 12, closes: 17 });
    expect(open).toMatchObject({ weekends: true, openTimes: [12, 9, 9, 9, 9, 9, 0] });
    expect(withWeekday(open, 0, null)).toMatchObject({ weekends: false, closeTimes: [0, 17, 17, 17, 17, 17, 0] });
  });

  test('are the first ones of a place that had none', () => {
    expect(withWeekday(null, 1, { opens: 9, closes: 17 }).closeTimes).toEqual([0, 17, 0, 0, 0, 0, 0]);
  });
});
