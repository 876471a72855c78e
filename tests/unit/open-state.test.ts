import { expect, test } from 'vitest';
import { hoursOfDays } from '../../domain/hours.ts';
import { openState } from '../../src/content/openState.ts';

const USUAL = { weekends: false, openTimes: [0, 9, 9, 9, 9, 9, 10], closeTimes: [0, 17, 17, 17, 17, 17, 14] };
const week = hoursOfDays('2026-12-13', 7, USUAL, []);

test.each([
  ['2026-12-21', 'Opens Monday at 9 AM'],
  ['2026-12-20', 'Opens tomorrow at 9 AM'],
  ['2027-01-11', 'Opens January 11 at 9 AM'],
])('after the last opening of a week, the next one on %s is told: %s', (date, detail) => {
  const [next] = hoursOfDays(
    date,
    1,
    { ...USUAL, weekends: true, openTimes: Array<number>(7).fill(9), closeTimes: Array<number>(7).fill(17) },
    [],
  );
  expect(openState([...week, next!], { date: '2026-12-19', hour: 15 })).toEqual({
    isOpen: false,
    words: 'Closed now',
    detail,
  });
});
