import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../domain/model.ts';
import type { ReminderTimes } from '../../domain/reminder-calls.ts';
import { sendReminders } from '../../server/features/events/reminders.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const ALL: ReminderTimes = { week: true, day: true, hour: true };

/** A person with a seat in a session, signed up at `signedUp`, reminded at the times chosen (null: none were chosen). */
async function seat(startsAt: string, signedUp: string, times: ReminderTimes | null, given: Row = {}) {
  t.services.clock.moveTo(signedUp);
  const user = await t.createUser({ roles: ['Student'] });
  if (times !== null) {
    const answer = await t.app.inject({
      method: 'PUT',
      url: '/api/events/reminders',
      headers: { cookie: user.cookie, 'sec-fetch-site': 'same-origin' },
      payload: times,
    });
    expect(answer.json()).toEqual(times);
  }
  const { id: locationId } = await makeRow(t.services, 'locations', { timezone: 'America/Denver' });
  const { id: eventId } = await makeRow(t.services, 'events', { active: true });
  const instance = await makeRow(t.services, 'instances', {
    eventId: eventId ?? null,
    locationId: locationId ?? null,
    status: 'published',
    capacity: 5,
    confirmed: 1,
    startsAt,
    endsAt: new Date(Date.parse(startsAt) + 3_600_000).toISOString(),
  });
  await makeRow(t.services, 'tickets', {
    instanceId: instance.id ?? null,
    userId: user.id,
    status: 'confirmed',
    ...given,
  });
  return { user, instanceId: Number(instance.id) };
}

async function reminded(user: TestUser): Promise<number> {
  const rows = await t.services.db
    .selectFrom('messageRecipients as r')
    .innerJoin('messages as m', 'm.id', 'r.messageId')
    .select('m.id')
    .where('r.userId', '=', user.id)
    .where('m.event', '=', 'ticketReminder')
    .execute();
  return rows.length;
}

/** How many reminders there are after the job has run at each of the instants. */
async function after(user: TestUser, ...instants: string[]): Promise<number[]> {
  const counts: number[] = [];
  for (const instant of instants) {
    t.services.clock.moveTo(instant);
    await sendReminders(t.services);
    counts.push(await reminded(user));
  }
  return counts;
}

test('come at the times that were chosen, once each, whichever process sends them', async () => {
  const { user } = await seat('2031-05-20T16:00:00Z', '2031-05-01T00:00:00Z', ALL);
  expect(
    await after(user, '2031-05-13T15:55:00Z', '2031-05-13T16:05:00Z', '2031-05-13T16:10:00Z', '2031-05-19T16:05:00Z'),
  ).toEqual([0, 1, 1, 2]);
  t.services.clock.moveTo('2031-05-20T15:05:00Z');
  await Promise.all([sendReminders(t.services), sendReminders(t.services), sendReminders(t.services)]);
  expect(await reminded(user)).toBe(3);
});

test('come a day before to who has chosen nothing, and not to who wants none', async () => {
  const usual = await seat('2031-06-20T16:00:00Z', '2031-06-01T00:00:00Z', null);
  const none = await seat('2031-06-20T16:00:00Z', '2031-06-01T00:00:00Z', { week: false, day: false, hour: false });
  const instants = ['2031-06-13T16:05:00Z', '2031-06-19T16:05:00Z', '2031-06-20T15:05:00Z'];
  expect(await after(usual.user, ...instants)).toEqual([0, 1, 1]);
  expect(await reminded(none.user)).toBe(0);
});

// In Denver 2031 the clocks go forward on March 9 and back on November 2: at 10 AM the day before it is 25 or 23 hours earlier.
test.each([
  ['forward', '2031-03-09T16:00:00Z', '2031-03-08T16:55:00Z', '2031-03-08T17:05:00Z'],
  ['back', '2031-11-02T17:00:00Z', '2031-11-01T15:55:00Z', '2031-11-01T16:05:00Z'],
])('come at the same time of day when the clocks go %s in between', async (_, startsAt, early, due) => {
  const { user } = await seat(startsAt, '2031-01-01T00:00:00Z', null);
  expect(await after(user, early, due, due)).toEqual([0, 1, 1]);
});

test('come anew when the session is moved, and not when it is cancelled', async () => {
  const { user, instanceId } = await seat('2031-07-20T16:00:00Z', '2031-07-01T00:00:00Z', null);
  expect(await after(user, '2031-07-19T16:05:00Z')).toEqual([1]);
  const moved = { startsAt: '2031-07-25T16:00:00Z', endsAt: '2031-07-25T17:00:00Z' };
  await t.services.engine.update(SYSTEM, 'instances', instanceId, moved);
  expect(await after(user, '2031-07-20T15:05:00Z', '2031-07-24T16:05:00Z')).toEqual([1, 2]);
  const other = await seat('2031-07-27T16:00:00Z', '2031-07-24T17:00:00Z', null);
  await t.services.engine.update(SYSTEM, 'instances', other.instanceId, { status: 'cancelled' });
  expect(await after(other.user, '2031-07-26T16:05:00Z')).toEqual([0]);
});

test('do not come to who has no seat, has just signed up, or hours too late', async () => {
  const waiting = await seat('2031-08-20T16:00:00Z', '2031-08-01T00:00:00Z', null, { status: 'waitlisted' });
  const recent = await seat('2031-08-20T16:00:00Z', '2031-08-19T16:02:00Z', null);
  expect(await after(waiting.user, '2031-08-19T16:05:00Z')).toEqual([0]);
  expect(await reminded(recent.user)).toBe(0);
  const missed = await seat('2031-08-22T16:00:00Z', '2031-08-19T17:00:00Z', null);
  expect(await after(missed.user, '2031-08-22T10:00:00Z')).toEqual([0]);
});
