import { expect, test } from 'vitest';
import { typedDay } from '../../src/console/engine/typedDay.ts';

test.each([
  ['Microcontroller 7 Dec', '2026-12-07', 'Microcontroller'],
  ['dec. 7 micro', '2026-12-07', 'micro'],
  ['December 7, 2027', '2027-12-07', ''],
  ['Jan 5 laser', '2027-01-05', 'laser'],
  ['12/7 laser cutting', '2026-12-07', 'laser cutting'],
  ['12/7/27', '2027-12-07', ''],
  ['laser 2026-12-07 cutting', '2026-12-07', 'laser cutting'],
])('%s is a day and a text', (text, day, rest) => {
  expect(typedDay(text, '2026-11-27')).toEqual({ day, rest });
});

test.each(['3D printing 101', 'Dec 32', '2026-13-01', 'Decision 7', 'May'])('%s names no day', (text) => {
  expect(typedDay(text, '2026-11-27')).toBeNull();
});
