import { describe, expect, test } from 'vitest';
import { blockedUntil, NO_POLICY, describePolicy } from '../../domain/sessions/signup-policy.ts';
import { instantOfWallClock } from '../../domain/values/zoned-time.ts';

const DAY = 86_400_000;
const START = Date.UTC(2027, 2, 9);
const day = (count: number): number => START + count * DAY;

describe('sign-up is blocked', () => {
  const policy = { noShowLimit: 2, lateCancelLimit: 3, limitDays: 10, blockDays: 5 };
  test.each<[string, number[], number[], number | null]>([
    ['not below the limits', [0], [0, 1], null],
    ['from the no-show that reaches the limit', [0, 9], [], 14],
    ['not by no-shows that are further apart', [0, 10], [], null],
    ['from the last time at which a limit is reached, in any order', [30, 0, 25, 1], [], 35],
    ['by late cancellations of their own', [0], [1, 2, 3], 8],
    ['and kinds are not added', [0], [1, 2], null],
  ])('%s', (_name, noShows, late, until) => {
    const missed = { noShows: noShows.map(day), lateCancellations: late.map(day) };
    expect(blockedUntil(policy, missed, 'UTC')).toBe(until === null ? null : day(until));
  });

  test('never without limits', () => {
    expect(blockedUntil(NO_POLICY, { noShows: [1, 2, 3], lateCancellations: [1, 2, 3] }, 'UTC')).toBeNull();
  });

  const zone = 'America/Denver';
  const denver = (time: string): number => Date.parse(`${instantOfWallClock(time, zone)}`);
  test.each([
    ['2027-03-12T18:00', '2027-03-17T18:00'],
    ['2027-11-05T18:00', '2027-11-10T18:00'],
  ])('for local days across a clock change: from %s until %s', (missed, until) => {
    const noShows = [denver(missed), denver(missed)];
    expect(blockedUntil(policy, { noShows, lateCancellations: [] }, zone)).toBe(denver(until));
  });

  test.each([
    ['2027-03-05T18:00', '2027-03-15T18:00'],
    ['2027-10-30T18:00', '2027-11-09T18:00'],
  ])('by no-shows within local days across a clock change: %s and before %s', (first, end) => {
    const blocked = (second: number) =>
      blockedUntil(policy, { noShows: [denver(first), second], lateCancellations: [] }, zone);
    expect(blocked(denver(end))).toBeNull();
    expect(blocked(denver(end) - 60_000)).not.toBeNull();
  });
});

test('the rules are sentences', () => {
  expect(describePolicy(NO_POLICY)).toEqual([]);
  expect(describePolicy({ noShowLimit: 1, lateCancelLimit: 2, limitDays: 180, blockDays: 30 })).toEqual([
    'Attendees who miss a session cannot sign up for this event for 30 days.',
    'Attendees who cancel late twice within 180 days cannot sign up for this event for 30 days.',
  ]);
  expect(describePolicy({ noShowLimit: 3, lateCancelLimit: null, limitDays: 90, blockDays: 1 })).toEqual([
    'Attendees who miss a session 3 times within 90 days cannot sign up for this event for one day.',
  ]);
});
