import { expect, test } from 'vitest';
import {
  afterNextOpening,
  holdDeadlineWithin,
  type OpenSpan,
} from '../../server/features/registration/seats/hold-deadline.ts';

/** "26 10:30": a time in November 2026. */
const at = (time: string): number => Date.parse(`2026-11-${time.replace(' ', 'T')}:00Z`);
const open = (...spans: [string, string][]): OpenSpan[] =>
  spans.map(([opens, closes]) => ({ opens: at(opens), closes: at(closes) }));

const WEEK = open(['24 09:00', '24 17:00'], ['25 09:00', '25 17:00'], ['30 09:00', '30 17:00']);

test.each<[string, string, string, string | null]>([
  ['is the usual one if the place is open then', '24 12:00', '25 12:00', '25 12:00'],
  ['is the usual one within the same opening', '24 16:00', '24 16:30', '24 16:30'],
  ['may be the closing time', '24 16:00', '24 17:00', '24 17:00'],
  ['is an hour after the next opening if the place is closed then', '24 16:30', '24 17:30', '25 10:00'],
  ['skips days on which it is closed', '25 18:00', '26 18:00', '30 10:00'],
  ['is an hour after the opening if it is made at night', '24 22:00', '25 09:05', '25 10:00'],
  ['is the usual one if the place has been open for an hour', '24 22:00', '25 11:00', '25 11:00'],
  ['is none if it does not open again', '30 16:30', '30 17:30', null],
])('the deadline %s', (_name, now, earliest, deadline) => {
  expect(holdDeadlineWithin(WEEK, at(now), at(earliest))).toBe(deadline === null ? null : at(deadline));
});

test('an opening of less than an hour is too short', () => {
  const spans = open(['24 09:00', '24 09:30'], ['25 09:00', '25 17:00']);
  expect(holdDeadlineWithin(spans, at('23 18:00'), at('23 19:00'))).toBe(at('25 10:00'));
});

test('where every opening is shorter, the deadline is an hour after the next one begins', () => {
  const spans = open(['24 09:00', '24 09:30'], ['25 09:00', '25 09:30']);
  expect(holdDeadlineWithin(spans, at('24 09:10'), at('24 10:00'))).toBeNull();
  expect(afterNextOpening(spans, at('24 09:10'), at('24 10:00'))).toBe(at('25 10:00'));
  expect(afterNextOpening(spans, at('23 09:10'), at('26 10:00'))).toBe(at('26 10:00'));
  expect(afterNextOpening(spans, at('25 12:00'), at('26 12:00'))).toBe(at('26 12:00'));
});
