import { expect, test } from 'vitest';
import { hoursOfDays } from '../../domain/hours/hours.ts';
import { openState, openSummary } from '../../src/content/cards/openState.ts';

const USUAL = { weekends: false, openTimes: [0, 9, 9, 9, 9, 9, 10], closeTimes: [0, 17, 17, 17, 17, 17, 14] };
const week = hoursOfDays('2026-12-13', 7, USUAL, []);

test.each([
  ['2026-12-21', 'Opens Monday at 9 AM'],
  ['2026-12-20', 'Opens tomorrow at 9 AM'],
  ['2027-01-11', 'Opens January 11 at 9 AM'],
])('after the last opening of a week, the next one on %s is announced: %s', (date, detail) => {
  const [next] = hoursOfDays(
    date,
    1,
    { ...USUAL, weekends: true, openTimes: Array<number>(7).fill(9), closeTimes: Array<number>(7).fill(17) },
    [],
  );
  expect(openState([...week, next!], { date: '2026-12-19', hour: 15 })).toEqual({
    isOpen: false,
    text: 'Closed now',
    detail,
  });
});

test.each([
  ['2026-12-14', 9, true, 'Open until 5 PM'],
  ['2026-12-14', 16.98, true, 'Open until 5 PM'],
  ['2026-12-14', 8.5, false, 'Closed until 9 AM'],
  ['2026-12-14', 17, false, 'Closed until tomorrow 9 AM'],
  ['2026-12-18', 20, false, 'Closed until tomorrow 10 AM'],
  ['2026-12-13', 12, false, 'Closed until tomorrow 9 AM'],
  ['2026-12-19', 14, false, 'Closed'],
])('in a few words, on %s at %d it is open %s: %s', (date, hour, isOpen, text) => {
  expect(openSummary(week, { date, hour })).toEqual({ isOpen, text });
});

test('in a few words it is open until midnight, and closed until another day over a holiday', () => {
  const late = hoursOfDays('2026-12-13', 1, { ...USUAL, weekends: true, openTimes: [9], closeTimes: [24] }, []);
  expect(openSummary(late, { date: '2026-12-13', hour: 23 })?.text).toBe('Open until midnight');
  const holiday = { reason: 'Break', closed: true, opensAt: null, closesAt: null, locationId: null };
  const broken = hoursOfDays('2026-12-13', 7, USUAL, [
    { ...holiday, id: 1, startsOn: '2026-12-15', endsOn: '2026-12-16' },
  ]);
  expect(openSummary(broken, { date: '2026-12-15', hour: 12 })?.text).toBe('Closed until Thu 9 AM');
  const [next] = hoursOfDays('2027-01-11', 1, USUAL, []);
  expect(openSummary([...week, next!], { date: '2026-12-19', hour: 15 })?.text).toBe('Closed until Jan 11 9 AM');
  expect(openSummary(week, { date: '2026-12-20', hour: 12 })).toBeNull();
  expect(openSummary(week, null)).toBeNull();
});
