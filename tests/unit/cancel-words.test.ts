import { expect, test } from 'vitest';
import { NO_POLICY } from '../../domain/sessions/signup-policy.ts';
import { cancelText, isLateBy } from '../../src/portal/signup/session/cancelTexts.ts';

test('a late cancellation without another chance to sign up does not offer one', () => {
  const strict = { ...NO_POLICY, lateCancelLimit: 1 };
  expect(cancelText('confirmed', 0, false, strict).message).toBe(
    'Your seat is released. You can sign up again while there are seats.',
  );
  expect(cancelText('confirmed', 0, true, strict).message).toBe(
    'The cancellation deadline has passed, so this counts as a late cancellation. Attendees who cancel late cannot sign up for this event for 30 days. Your seat is released.',
  );
  expect(cancelText('confirmed', 2, true, { ...strict, lateCancelLimit: 2 }).message).toMatch(
    /on the waitlist\. If you rejoin, you start at the end\.$/,
  );
});

test('people who have just signed up see nothing about late cancellation', () => {
  const session = { cancelUntil: '2030-03-03T10:00:00-07:00' };
  const seat = { graceEndsAt: '2030-03-03T17:15:00.000Z' };
  const at = (instant: string) => isLateBy(session, seat, Date.parse(instant));
  expect([at('2030-03-03T17:14:00Z'), at('2030-03-03T17:16:00Z')]).toEqual([false, true]);
  expect(isLateBy(session, {}, Date.parse('2030-03-03T17:01:00Z'))).toBe(true);
});
